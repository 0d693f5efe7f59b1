import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

@Suite struct WordSuggestionTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("rye bread, baked with honey\n", to: "bread.md")
    try folder.write("wooden bench\n", to: "bench.md")
    try folder.write("a beach and deutsche Seen, deutsche Wälder\n", to: "beach.md")
  }

  private func suggested(_ text: String, noIndex: Bool) throws -> [[String]] {
    let test = try VaultUnderTest(folder)
    let result = try test.vault(noIndex: noIndex).read {
      try $0.search(test.query(text), options: SearchOptions(suggests: true))
    }
    #expect(result.hits.isEmpty)
    return result.suggestions.map { [$0.word] + $0.words }
  }

  /// Nothing is suggested that finds nothing: no note has wood and a beach.
  @Test(arguments: [false, true]) func findSomething(_ noIndex: Bool) throws {
    #expect(try suggested("honyy", noIndex: noIndex) == [["honyy", "honey"]])
    #expect(try suggested("benhc", noIndex: noIndex) == [["benhc", "bench", "beach"]])
    #expect(try suggested("breach", noIndex: noIndex) == [["breach", "beach", "bench", "bread"]])
    #expect(try suggested("rye breach", noIndex: noIndex) == [["breach", "bread"]])
    #expect(try suggested("\"rye breach\"", noIndex: noIndex) == [["breach", "bread"]])
    #expect(try suggested("honey -rye benhc", noIndex: noIndex) == [])
  }

  /// Of several, none can be tried alone.
  @Test(arguments: [false, true]) func areMadeForEachWord(_ noIndex: Bool) throws {
    #expect(try suggested("ryw breat", noIndex: noIndex) == [["ryw", "rye"], ["breat", "bread"]])
  }

  /// A word with which others begin is known.
  @Test(arguments: [false, true]) func areNotMadeForBeginnings(_ noIndex: Bool) throws {
    #expect(try suggested("deutsch rye tag:none", noIndex: noIndex) == [])
    #expect(try suggested("\"deutsch Seen\"", noIndex: noIndex) == [["deutsch", "deutsche"]])
  }

  /// Whatever the list passes over at a glance would have been too far away.
  @Test func nearWordsAreThoseThatAComparisonWithEachFinds() {
    var random = SeededGenerator(seed: 3)
    func word() -> String {
      String((0..<Int.random(in: 1...7, using: &random)).map { _ in "abcq1ж".randomElement(using: &random) ?? "a" })
    }
    func scalars(_ word: String) -> [UInt32] { word.unicodeScalars.map(\.value) }
    let words = Set((0..<2_000).map { _ in word() }).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let list = WordList(nextID: 1, words: Array((" " + words.joined(separator: " ") + " ").utf8))
    var scanner = WordScanner()
    for _ in 0..<100 {
      let wanted = word()
      for edits in 0...WordList.mostEdits {
        let bound = wanted.count < 3 ? 0 : wanted.count < 5 ? min(edits, 1) : edits
        let near = words.compactMap { word in
          Suggestion.distance(scalars(wanted), scalars(word), atMost: bound).flatMap { $0 > 0 ? (word, $0) : nil }
        }.sorted { ($0.1, $0.0) < ($1.1, $1.0) }
        let found = list.words(near: wanted, within: edits, &scanner)
        #expect(found.map(\.word) == near.prefix(50).map(\.0), "\(wanted) within \(edits)")
      }
    }
  }
}
