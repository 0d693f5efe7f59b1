import Testing

@testable import VaultCore

@Suite struct ShellWordsTests {
  @Test(arguments: [
    ("tasks due:today", ["tasks", "due:today"]), ("  a\tb\n", ["a", "b"]), ("", []), ("''", [""]),
    ("search 'two words' \"x y\"", ["search", "two words", "x y"]), (#"a\ b \'c"#, ["a b", "'c"]),
    (#""a\"b\c""#, [#"a"b\c"#]), ("a'b'\"c\"d", ["abcd"]), (#"'a\'"#, [#"a\"#]), ("日本 'é 1'", ["日本", "é 1"]),
    ("$HOME `ls` *.md; rm", ["$HOME", "`ls`", "*.md;", "rm"]),
  ]) func words(_ text: String, _ words: [String]) {
    #expect(ShellWords.split(text) == words)
  }

  @Test(arguments: ["'a", "\"a", "a\\", "a \"b\\"]) func whatIsNotClosed(_ text: String) {
    #expect(ShellWords.split(text) == nil)
  }
}
