import Testing
import VaultTestSupport

@testable import VaultCore

/// A note that holds a text always has the words that the text asks of it.
@Suite struct IndexRequirementTests {
  private static func searchable(_ text: String, _ scanner: inout WordScanner) -> SearchableText {
    var searchable = SearchableText()
    var text = text
    scanner.longWords = []
    text.withUTF8 { _ = scanner.append($0, to: &searchable.body, parts: &searchable.part) }
    searchable.longWords = scanner.longWords
    return searchable
  }

  /// Lines of mixed scripts, also with words too long to be kept whole.
  private static func line(_ random: inout SeededGenerator) -> String {
    let words = [
      "collection", "camelCaseWord", "foo_bar_baz", "Straße", "don't", "https://a.example/b-c_d?e=f", "x1y2",
    ]
    return (0..<(1 + random.below(6))).map { _ in
      switch random.below(8) {
      case 0: String(repeating: random.pick(["ab", "é", "_a", "ß", "aB"]), count: 30 + random.below(40))
      case 1...3: random.pick(words)
      default: TextSamples.random(&random, length: 12).replacing("\n", with: " ")
      }
    }.joined(separator: random.pick([" ", "", "-", ", "]))
  }

  private static func cut(_ line: String, _ random: inout SeededGenerator, most: Int) -> String {
    let scalars = Array(line.unicodeScalars)
    let start = random.below(scalars.count)
    return String(String.UnicodeScalarView(scalars[start..<min(start + 1 + random.below(most), scalars.count)]))
  }

  @Test func literals() throws {
    var random = SeededGenerator(seed: 12)
    var scanner = WordScanner()
    var told = 0
    for number in 0..<20_000 {
      let line = Self.line(&random)
      let text = Self.cut(line, &random, most: number % 20 == 0 ? 150 : 12)
      for matchesCase in [false, true] {
        guard let leaf = TextLeaf(.init(text, .substring, matchesCase: matchesCase), &scanner) else { continue }
        var finder = TextFinder()
        guard try finder.finds(leaf, in: line) else {
          // The end of a very long word is nowhere.
          if case .literal = leaf { Issue.record("\(text.debugDescription) in \(line.debugDescription)") }
          continue
        }
        let requirement = leaf.requirement(in: nil, &scanner)
        if requirement != .anything { told += 1 }
        let words = Self.searchable(line, &scanner)
        #expect(
          requirement.isMet(by: words),
          "\(text.debugDescription) in \(line.debugDescription): \(requirement)")
      }
    }
    #expect(told > 5_000)
  }

  /// A regular expression that matches `text`, made by replacing pieces of it.
  private static func expression(for text: String, _ random: inout SeededGenerator) -> String {
    var source = ""
    for scalar in text.unicodeScalars {
      let escaped = ("\\^$.|?*+()[]{}/-".unicodeScalars.contains(scalar) ? "\\" : "") + String(scalar)
      switch random.below(16) {
      case 0: source += "."
      case 1: source += "[\(escaped)]"
      case 2: source += "(?:\(escaped)|zq)"
      case 3: source += "\(escaped)+"
      case 4: source += "q*\(escaped)"
      case 5: source += "(?=.)\(escaped)"
      case 6: source += "\(escaped){1}"
      case 7 where scalar == " ": source += "\\s+"
      case 8: source += "(\(escaped)|\\w)"
      default: source += escaped
      }
    }
    return source
  }

  @Test func expressions() throws {
    var random = SeededGenerator(seed: 13)
    var scanner = WordScanner()
    var told = 0
    var matched = 0
    for _ in 0..<10_000 {
      let line = Self.line(&random)
      let text = Self.cut(line, &random, most: 14)
      let flags = random.pick(["", "i"])
      let source = Self.expression(for: flags == "i" && random.below(2) == 0 ? text.uppercased() : text, &random)
      let pattern: JavaScriptPattern
      do {
        pattern = try JavaScriptPattern(source, flags: flags)
      } catch {
        Issue.record("/\(source)/: \(error)")
        continue
      }
      var finder = TextFinder()
      guard try finder.finds(.expression(pattern), in: line) else { continue }
      matched += 1
      let requirement = TextLeaf.expression(pattern).requirement(in: nil, &scanner)
      if requirement != .anything { told += 1 }
      #expect(
        requirement.isMet(by: Self.searchable(line, &scanner)),
        "\(pattern.text) in \(line.debugDescription): \(requirement)")
    }
    #expect(matched > 8_000)
    #expect(told > 2_000)
  }

  @Test(arguments: [
    ("ollection of g", "collection gc"), ("x-ray vi", "x vi rays"), (" the end", "end then"), ("x 日本", "x 日々本"),
    ("a 👍🏽 ", "a b"), ("foo_b", "foo b"), ("éa", "ae"),
  ])
  func notesWithOtherWordsAreRuledOut(text: String, other: String) throws {
    var scanner = WordScanner()
    let leaf = try #require(TextLeaf(.init(text, .substring), &scanner))
    #expect(!leaf.requirement(in: nil, &scanner).isMet(by: Self.searchable(other, &scanner)))
  }

  @Test(arguments: [
    ("the heliograph", 10), ("he hel", 3), ("x", 0), ("日本語", 6), ("gräßlich", 9),
  ])
  func lettersOfTheLongestPiece(text: String, letters: Int) {
    var scanner = WordScanner()
    #expect(IndexRequirement.literal(Array(text.utf8), &scanner).letters == letters)
    #expect(IndexRequirement.any([.literal(Array(text.utf8), &scanner), .anything]).letters == 0)
  }

  @Test(arguments: ["-", "a", "ab", "a b", "/"])
  func shortPiecesTellNothing(text: String) {
    var scanner = WordScanner()
    #expect(IndexRequirement.literal(Array(text.utf8), &scanner) == .anything)
  }
}
