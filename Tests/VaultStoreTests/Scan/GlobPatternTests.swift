import Testing

@testable import VaultStore

@Suite struct GlobPatternTests {
  private func matches(_ pattern: String, _ text: String, acrossFolders: Bool) -> Bool {
    let glob = GlobPattern(Array(pattern.utf8)[...], acrossFolders: acrossFolders)
    return Array(text.utf8).withUnsafeBufferPointer { text in glob?.matches(text) ?? false }
  }

  @Test(arguments: [
    ("a*b", "ab", true), ("a*b", "a/b", false), ("a?b", "axb", true), ("a?b", "a/b", false), ("a?b", "ab", false),
    ("**/b", "b", true), ("**/b", "x/y/b", true), ("**/b", "x/yb", false),
    ("a/**", "a/b/c", true), ("a/**", "a", false),
    ("a/**/b", "a/b", true), ("a/**/b", "a/x/y/b", true), ("a/**/b", "a/xb", false),
    ("a/**/b/**/c", "a/b/x/b/c", true), ("x**y", "x/y", false), ("q/x**y/z", "q/xay/z", true),
    ("*/x**y", "a/xbby", true), ("*/x**y", "a/xb/by", false), ("**/*.md", "a/b/c.md", true),
    ("**/a*/b", "a1/a2/b", true), ("***/b", "x/b", true),
  ])
  func pathWildcards(pattern: String, text: String, expected: Bool) {
    #expect(matches(pattern, text, acrossFolders: true) == expected)
  }

  @Test(arguments: [
    ("[a-c]", "b", true), ("[a-c]", "d", false), ("[!a-c]", "d", true), ("[^a-c]", "b", false),
    ("[]]", "]", true), ("[]-a]", "^", true), ("[!]]", "]", false), ("[a-]", "-", true), ("[-a]", "-", true),
    ("[\\]]", "]", true), ("[a\\-c]", "b", false), ("[[:digit:]x]", "7", true), ("[[:digit:]x]", "x", true),
    ("[[:alpha:][:digit:]]", "_", false), ("[[:punct:]]", "#", true), ("[[:nonsense:]]", "n", false),
    ("[[:alpha]", ":", true), ("[c-a]", "b", false), ("[a-c", "a", false), ("[", "[", false), ("[\\", "\\", false),
    ("\\*", "*", true), ("\\*", "a", false), ("a\\", "a\\", false), ("[a-c-e]", "d", false), ("[/]", "/", false),
    ("**", "anything", true), ("?", "é", false), ("??", "é", true),
  ])
  func nameWildcards(pattern: String, text: String, expected: Bool) {
    #expect(matches(pattern, text, acrossFolders: false) == expected)
  }

  @Test func manyStarsEnd() {
    let text = String(repeating: "a", count: 250)
    #expect(!matches(String(repeating: "*a", count: 60) + "*b", text, acrossFolders: false))
    let path = Array(repeating: "aaaa", count: 40).joined(separator: "/")
    #expect(!matches(String(repeating: "**/a*", count: 20) + "/**/b", path, acrossFolders: true))
    #expect(matches(String(repeating: "**/", count: 30) + "aaaa", path, acrossFolders: true))
  }
}
