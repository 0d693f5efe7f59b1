import Testing

@testable import VaultStore

@Suite struct IgnoreRulesTests {
  private func decision(_ rules: IgnoreRules, _ path: String) -> IgnoreRules.Decision? {
    let isFolder = path.hasSuffix("/")
    let bytes = Array(path.utf8.dropLast(isFolder ? 1 : 0))
    let nameStart = bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    return bytes.withUnsafeBufferPointer {
      rules.decision(path: $0, nameStart: nameStart, isFolder: isFolder)
    }
  }

  @Test(arguments: [
    ("# a comment\n\n\\#x", "#x", IgnoreRules.Decision.ignored),
    ("# a comment", "# a comment", nil),
    ("build", "a/b/build", .ignored), ("build", "a/rebuild", nil),
    ("build/", "a/build", nil), ("build/", "a/build/", .ignored),
    ("/build", "build", .ignored), ("/build", "a/build", nil),
    ("docs/build", "docs/build", .ignored), ("docs/build", "a/docs/build", nil),
    ("*.tmp\n!keep.tmp", "a/keep.tmp", .included), ("!keep.tmp\n*.tmp", "keep.tmp", .ignored),
    ("*.tmp", "x.tmp.md", nil), ("*.tar.gz", "x.tar.gz", .ignored), ("*.tar.gz", "x.gz", nil),
    ("*~", "a/b~", .ignored), ("*", "a", .ignored), ("\\!x", "!x", .ignored),
    ("x   ", "x", .ignored), ("x\\ ", "x ", .ignored), ("x\\  ", "x ", .ignored), ("x\t", "x", nil),
    ("x\r\ny\r\n", "x", .ignored), ("x\r", "x", .ignored), ("\u{FEFF}x", "x", .ignored),
    ("a\\*b", "a*b", .ignored), ("a\\*b", "axb", nil), ("/*.md", "x.md", .ignored), ("/*.md", "a/x.md", nil),
    ("a/**/b", "a/b", .ignored), ("**/foo/bar", "x/foo/bar", .ignored), ("foo**/bar", "foobar", .ignored),
    ("/", "a", nil), ("!", "a", nil), ("//", "a", nil), ("a//", "a/", nil), ("x\\", "x", nil), ("", "a", nil),
  ])
  func linesAreReadAsGitDoes(file: String, path: String, expected: IgnoreRules.Decision?) {
    #expect(decision(IgnoreRules(file: file.utf8), path) == expected)
  }

  @Test func patternsAreLines() {
    let rules = IgnoreRules(patterns: ["Archive/", "*.excalidraw.md", "!Archive/keep.md"])
    #expect(decision(rules, "a/Archive/") == .ignored)
    #expect(decision(rules, "a/x.excalidraw.md") == .ignored)
    #expect(decision(rules, "Archive/keep.md") == .included)
    #expect(decision(rules, "x.md") == nil)
  }

  @Test func theLastOfAllTablesDecides() {
    let lines = ["x.md", "!*.md", "[x].md", "!/x.md"]
    let expected: [IgnoreRules.Decision] = [.ignored, .included, .ignored, .included]
    for count in 1...lines.count {
      #expect(decision(IgnoreRules(patterns: Array(lines.prefix(count))), "x.md") == expected[count - 1])
    }
  }
}
