import Testing
import VaultCore

/// Input made to exhaust the stack, the memory or the patience of a reader.
@Suite struct FrontMatterLimitsTests {
  private static func laughs(_ levels: Int, key: Bool) -> String {
    var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    for level in 1...levels {
      let alias = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
      text += key ? "? &a\(level) [\(alias)]\n: 1\n" : "a\(level): &a\(level) [\(alias)]\n"
    }
    return text
  }

  static let attacks: [(String, String, String)] = [
    ("brackets", String(repeating: "[", count: 65_000), "front-matter-too-deep"),
    ("braces", String(repeating: "{a: ", count: 16_000), "front-matter-too-deep"),
    ("bare braces", String(repeating: "{", count: 60_000), "front-matter-too-deep"),
    ("dashes", String(repeating: "- ", count: 30_000), "front-matter-too-deep"),
    ("question marks", String(repeating: "? ", count: 30_000), "front-matter-too-deep"),
    ("colons", String(repeating: ": ", count: 30_000), "front-matter-too-deep"),
    ("mixed indicators", String(repeating: "- ? ", count: 15_000), "front-matter-too-deep"),
    ("closers in quotes", String(repeating: "[ \"]\", ", count: 9_000), "front-matter-too-deep"),
    ("closers in single quotes", String(repeating: "[ ''']', ", count: 7_000), "front-matter-too-deep"),
    ("closers in escapes", String(repeating: "[ \"\\\"]\", ", count: 7_000), "front-matter-too-deep"),
    ("closers in comments", String(repeating: "[ #]\n", count: 12_000), "front-matter-too-deep"),
    ("closers behind a line separator", String(repeating: "[\u{2028}\"]\", ", count: 6_000), "front-matter-too-deep"),
    ("pairs in brackets", String(repeating: "[a: ", count: 16_000), "front-matter-too-deep"),
    ("tags", String(repeating: "[!a]b ", count: 10_000), "front-matter-too-deep"),
    (
      "stairs",
      (0..<340).map { String(repeating: " ", count: $0) + "a:\n" }.joined(), "front-matter-too-deep"
    ),
    (
      "steps behind a byte order mark",
      (0..<200).map { "\u{FEFF}" + String(repeating: " ", count: $0) + "a:\n" }.joined(), "front-matter-too-deep"
    ),
    (
      "moderate", "a: " + String(repeating: "[", count: 40) + String(repeating: "]", count: 40), "front-matter-too-deep"
    ),
    ("laughs", laughs(9, key: false), "front-matter-too-many-values"),
    ("laughing keys", laughs(9, key: true), "front-matter-too-complex"),
    ("alias as a key", "a: &a [1]\n*a : 2\n", "front-matter-too-complex"),
    ("alias in a flow key", "a: &a [1]\n[*a]: 2\n", "front-matter-too-complex"),
    ("many values", "a: [" + String(repeating: "x,", count: 12_000) + "]", "front-matter-too-many-values"),
    ("large", "a: " + String(repeating: "x", count: 65_536), "front-matter-too-large"),
  ]

  @Test(arguments: attacks.indices)
  func attacksGiveOneWarning(index: Int) {
    let (name, content, code) = Self.attacks[index]
    let found = frontMatter("---\n\(content)\n---\nbody")
    #expect(found.properties.isEmpty, "\(name)")
    #expect(found.diagnostics.map(\.code.rawValue) == [code], "\(name)")
    #expect(found.range.upperBound == content.utf8.count + 9, "\(name)")
  }

  @Test func whatPeopleWritePasses() {
    let links = (0..<300).map { "  - \"[[Note \($0)|a [b] c]] {x}\"\n  - \"[[@cited\($0)]]\"\n" }.joined()
    let lists = (0..<100).map { "k\($0): [\"a, ]\", 'it''s', {x: [y]}, plain's, it] # [[x]]\n" }.joined()
    let code = (0..<30).map { String(repeating: "    ", count: $0) + "if x {\n" }.joined()
    let found = frontMatter("---\nlinks:\n\(links)\(lists)cite: \"*a* & b ? c\"\ntext: |\n  \(code)---\n")
    #expect(found.diagnostics.isEmpty)
    #expect(found.properties.count == 103)
  }

  @Test func thirtyTwoLevelsPass() {
    let depth = 31
    let nested = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    #expect(frontMatter("---\na: \(nested)\n---\n").properties.count == 1)
    #expect(frontMatter("---\na: [\(nested)]\n---\n").diagnostics.map(\.code.rawValue) == ["front-matter-too-deep"])
  }

  @Test func randomBytesNeverTrap() {
    let pieces =
      [
        "a", "b", "title", ":", ": ", " ", "  ", "\n", "\r\n", "\t", "- ", "-", "? ", "[", "]", "{", "}", ",", "\"",
        "'",
        "#", " #", "&a", "*a", "&b ", "*b ", "!", "!!str ", "!<x>", "|", ">", "|+2", "%", "@", "`", "\\", "\\n",
        "\\x41",
        "---", "...", "--- ", "1", "-1.5e3", "2026-01-03", "T10:00", "true", "null", "~", "<<: *a", "\u{FEFF}",
        "\u{85}",
        "\u{2028}", "é", "日本", "🎯", "\0", "\u{7}", "+++\n", "title = ", "\"\"\"", "\n---\n", "\na: ", "\n  b: ", "\n- ",
      ].map { Array($0.utf8) } + [[0xFF], [0xC3], [0xE2, 0x80]]
    var random = SplitMix(seed: 20_260_103)
    for run in 0..<20_000 {
      var bytes = Array((run % 8 == 0 ? "+++\n" : "---\n").utf8)
      for _ in 0..<Int.random(in: 0..<40, using: &random) {
        bytes += pieces[Int.random(in: 0..<pieces.count, using: &random)]
      }
      if run % 3 != 0 { bytes += Array((run % 8 == 0 ? "\n+++\n" : "\n---\n").utf8) }
      let found = frontMatter(bytes)
      #expect(found.range.lowerBound <= found.contentRange.lowerBound && found.range.upperBound <= bytes.count)
      let lines = bytes.count { $0 == 0x0A } + 1
      for place in found.properties.map(\.location) + found.diagnostics.map(\.location) {
        #expect(place.line >= 1 && place.line <= lines && place.column >= 1 && place.column <= bytes.count + 1)
      }
      var json: [UInt8] = []
      found.properties.appendJSON(to: &json)
      #expect(json.first == UInt8(ascii: "{"))
    }
  }
}

/// A small random generator with a seed, so that a failure can be repeated.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
