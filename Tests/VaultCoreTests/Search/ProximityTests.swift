import Testing
import VaultTestSupport

@testable import VaultCore

@Suite struct ProximityTests {
  private static func places(_ words: [Int], field: Int = 4) -> [WordPlace] {
    words.map { WordPlace(field: field, word: $0) }
  }

  @Test(
    arguments: [
      ([[1], [2]], [1, 1], 0, true), ([[2], [1]], [1, 1], 0, false), ([[1], [5]], [1, 1], 3, false),
      ([[1, 10], [5, 12]], [1, 1], 1, false), ([[1], [3], [2]], [1, 1, 1], 0, false),
      ([[1], [2], [3]], [1, 1, 1], 0, true),
      ([[1], [3]], [2, 1], 0, true), ([[4], [1]], [1, 2], 1, false), ([[1], [1]], [1, 1], 0, false),
    ] as [([[Int]], [Int], Int, Bool)])
  func gaps(_ words: [[Int]], _ lengths: [Int], _ gap: Int, _ isPhrase: Bool) throws {
    let proximity = try #require(Proximity(words.map { Self.places($0) }, lengths: lengths))
    #expect(proximity.gap == gap)
    #expect(proximity.isPhrase == isPhrase)
  }

  @Test func oneFieldHasToHoldThemAll() {
    #expect(Proximity([Self.places([1]), Self.places([2], field: 0)], lengths: [1, 1]) == nil)
    #expect(Proximity([Self.places([1])], lengths: [1]) == nil)
    #expect(Proximity([Self.places([1]), []], lengths: [1, 1]) == nil)
    #expect(Proximity([], lengths: []) == nil)
  }

  @Test func closeness() throws {
    func closeness(_ words: [[Int]]) throws -> Double {
      try #require(Proximity(words.map { Self.places($0) }, lengths: words.map { _ in 1 })).closeness
    }
    #expect(try closeness([[1], [2]]) == Proximity.phraseFactor)
    #expect(try closeness([[2], [1]]) == 1)
    #expect(try closeness([[1], [3]]) < 1)
    #expect(try closeness([[1], [30]]) < closeness([[1], [20]]))
  }

  /// Every choice of one place of each pattern.
  @Test func agreesWithEveryChoice() {
    var random = SeededGenerator(seed: 5)
    var found = 0
    for _ in 0..<3_000 {
      let count = 2 + random.below(3)
      let lengths = (0..<count).map { _ in 1 + random.below(2) }
      let places = (0..<count).map { _ in
        Array(Set((0..<(1 + random.below(5))).map { _ in WordPlace(field: random.below(2), word: random.below(14)) }))
          .sorted()
      }
      var choices: [[WordPlace]] = [[]]
      for pattern in places { choices = choices.flatMap { choice in pattern.map { choice + [$0] } } }
      var fields: [Int: (least: Int, isPhrase: Bool)] = [:]
      for choice in choices where choice.allSatisfy({ $0.field == choice[0].field }) {
        // The last of the patterns at the last place ends the window.
        guard let first = choice.map(\.word).min(), let last = choice.map(\.word).max() else { continue }
        let length = zip(choice, lengths).filter { $0.0.word == last }.map(\.1).min() ?? 1
        let gap = max(last + length - first - lengths.reduce(0, +), 0)
        var next = choice[0].word
        let isRow = zip(choice, lengths).allSatisfy { place, length in
          defer { next += length }
          return place.word == next
        }
        let known = fields[choice[0].field] ?? (gap, false)
        fields[choice[0].field] = (min(known.least, gap), known.isPhrase || isRow)
      }
      let proximity = Proximity(places, lengths: lengths)
      #expect((proximity == nil) == fields.isEmpty)
      guard let proximity, let expected = fields[proximity.field] else { continue }
      found += 1
      // Where two patterns stand at one place, either may end the window.
      guard Set(places.flatMap { $0 }).count == places.reduce(0, { $0 + $1.count }) else {
        #expect(proximity.gap >= expected.least && proximity.gap <= expected.least + 1, "\(places) \(lengths)")
        continue
      }
      #expect(proximity.gap == expected.least, "\(places) \(lengths)")
      #expect(proximity.isPhrase == (expected.isPhrase && expected.least == 0), "\(places) \(lengths)")
      for (field, other) in fields {
        let isPhrase = other.isPhrase && other.least == 0
        let closeness =
          Proximity.fieldFactors[field] * (isPhrase ? Proximity.phraseFactor : 1)
          / (1 + Double(other.least) / Proximity.halvingGap)
        #expect(closeness <= proximity.closeness, "\(places) \(lengths)")
      }
    }
    #expect(found > 1_000)
  }

  @Test func placesOfWordsInANote() throws {
    let note = ReadNote("---\ntitle: heap of gc\n---\n# gc\nthe gc of the heap, gcs\n").text
    var scanner = WordScanner()
    let gc = try #require(WordPattern(Query.TextMatch("gc"), field: nil, scanner: &scanner))
    let heap = try #require(WordPattern(Query.TextMatch("heap"), field: nil, scanner: &scanner))
    let body = SearchableText.Field.body.rawValue
    #expect(gc.places(in: note).filter { $0.field == body }.map(\.word) == [0, 2])
    #expect(heap.places(in: note).filter { $0.field == body }.map(\.word) == [5])
    #expect(heap.places(in: note).filter { $0.field == 0 }.map(\.word) == [0])
    let proximity = try #require(Proximity([gc, heap].map { $0.places(in: note) }, lengths: [1, 1]))
    #expect(proximity.gap == 1 && !proximity.isPhrase)
  }
}
