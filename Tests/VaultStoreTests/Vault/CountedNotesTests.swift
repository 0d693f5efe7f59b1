import Testing
import VaultCore

@testable import VaultStore

struct CountedNotesTests {
  private func counts(_ whole: UInt32) -> PatternCounts {
    var counts = PatternCounts()
    counts.whole[4] = whole
    return counts
  }

  private func notes(_ counted: [(Int, UInt32)]) -> CountedNotes {
    var notes = CountedNotes(patternCount: 1)
    for (id, whole) in counted { notes.append(id, [counts(whole)]) }
    return notes
  }

  @Test func aNoteIsFoundByItsNumber() {
    let counted = notes([(2, 1), (5, 3), (6, 2), (900, 7)])
    #expect(counted.ids == [2, 5, 6, 900])
    for (id, whole) in [(2, 1), (5, 3), (6, 2), (900, 7)] as [(Int, UInt32)] {
      #expect(counted[id] == NoteCounts(patterns: [counts(whole)]))
      #expect(counted.first(of: id) == counts(whole))
    }
    for id in [0, 1, 3, 7, 899, 901] { #expect(counted[id] == nil) }
    #expect(CountedNotes(patternCount: 2)[1] == nil)
  }

  @Test func severalPatternsStandSideBySide() throws {
    var counted = CountedNotes(patternCount: 2)
    counted.append(1, [counts(1), counts(2)])
    let places = [[WordPlace(field: 4, word: 1)], [WordPlace(field: 4, word: 2)]]
    let near = try #require(Proximity(places, lengths: [1, 1]))
    counted.append(3, [counts(3), counts(4)], proximity: near)
    counted.append(4, [counts(5), counts(6)])
    #expect(counted[1] == NoteCounts(patterns: [counts(1), counts(2)]))
    #expect(counted[3] == NoteCounts(patterns: [counts(3), counts(4)], proximity: near))
    #expect(counted[4] == NoteCounts(patterns: [counts(5), counts(6)]))
  }

  @Test(arguments: 0..<40)
  func whatIsMergedHoldsTheNotesOfBoth(seed: Int) {
    var random = SystemRandomNumberGenerator()
    let own = (1..<50).filter { _ in Bool.random(using: &random) }.map { ($0, UInt32($0)) }
    let other = (1..<50).filter { _ in seed > 2 && Bool.random(using: &random) }.map { ($0, UInt32(100)) }
    let merged = notes(own).merged(with: notes(other)) { $0 &+ $1 }
    let expected = Dictionary(own + other) { $0 + $1 }.sorted { $0.key < $1.key }
    #expect(merged.ids.map(Int.init) == expected.map(\.key))
    for (id, whole) in expected { #expect(merged.first(of: id) == counts(whole)) }
  }
}
