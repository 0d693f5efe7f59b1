import Testing

@testable import VaultCommands

@Suite("Lines that are being typed")
struct ShellLineTests {
  private static let variables = ["HOME": "/home/me", "NOTES": "/my notes"]

  @Test(arguments: [
    ("vault show ", ["show"], ""), ("vault show Rye", ["show"], "Rye"), (#"v show Rye\ s"#, ["show"], "Rye s"),
    ("vault show 'Rye s", ["show"], "Rye s"), (#"vault show "Rye s"#, ["show"], "Rye s"),
    (#"vault show "Rye "s"#, ["show"], "Rye s"), (#"vault show 'it'\''s"#, ["show"], "it's"),
    (#"vault show "a\$b\x" c"#, ["show", #"a$b\x"#], "c"), (#"vault show a$'\012\x41\'b"#, ["show"], "a\nA'b"),
    ("vault  \t list   --tag\tx ", ["list", "--tag", "x"], ""), ("vault show '' a", ["show", ""], "a"),
    (#"vault show a\"#, ["show"], "a"), ("vault -C ~/x show", ["-C", "/home/me/x"], "show"),
    ("vault -C '~/x' show", ["-C", "~/x"], "show"), ("vault -C ~ show", ["-C", "/home/me"], "show"),
    ("vault show ~/x", ["show"], "~/x"), ("vault -C $NOTES show", ["-C", "/my notes"], "show"),
    (#"vault -C "${NOTES}/a" show"#, ["-C", "/my notes/a"], "show"),
    ("vault '$NOTES' $NOPE x", ["$NOTES", "$NOPE"], "x"),
    ("vault show $NOTES", ["show"], "$NOTES"), ("vault show $(rm x) b", ["show", "$(rm x)"], "b"),
    ("vault show \"$(echo (a) b)\" b", ["show", "$(echo (a) b)"], "b"),
    ("vault show `rm x` b", ["show", "`rm x`"], "b"),
    ("vault list >f 2>>g <h x", ["list"], "x"), ("vault list a>f x", ["list", "a"], "x"),
    ("vault list <(cat x) y", ["list", "<(cat x)"], "y"), ("vault tag:wo", [], "tag:wo"),
  ])
  func wordsOfBash(_ line: String, _ words: [String], _ current: String) throws {
    let read = try #require(ShellLine(line, .bash, variables: Self.variables))
    #expect(read.words == words)
    #expect(read.current.value == current)
    #expect(!read.isRedirection)
  }

  @Test(arguments: [
    (#"vault show 'it\'s \n"#, #"it's \n"#), (#"vault show a\nb\x41"#, "a\nbA"), (#"vault show a\u00e4"#, "aä"),
    (#"vault show "a\$`b"#, "a$`b"), ("vault show `a", "`a"), (#"vault show a"b"c"#, "abc"),
  ])
  func wordsOfFish(_ line: String, _ current: String) throws {
    #expect(try #require(ShellLine(line, .fish, variables: [:])).current.value == current)
  }

  @Test func inDoubleQuotesOfZshAnExclamationMarkIsEscaped() throws {
    #expect(try #require(ShellLine(#"vault show "a\!"#, .zsh, variables: [:])).current.value == "a!")
    #expect(try #require(ShellLine(#"vault show "a\!"#, .bash, variables: [:])).current.value == #"a\!"#)
  }

  @Test(arguments: [
    "", "vault", "'vault", "vault show $(vault list a", "vault show `vault list a", "vault show \"a $(vault list b",
    "vault; ", "vault show <(cat ",
  ])
  func nothingIsOfferedThere(_ line: String) {
    #expect(ShellLine(line, .bash, variables: [:]) == nil)
  }

  @Test(arguments: ["vault list > fi", "vault list 2>fi", "vault list &> fi", "vault list >"])
  func redirections(_ line: String) throws {
    guard let read = ShellLine(line, .bash, variables: [:]) else { return #expect(line.contains("&")) }
    #expect(read.isRedirection)
    #expect(read.words == ["list"])
  }

  @Test(arguments: [
    ("vault a'b c", UInt8(ascii: "'"), 2), ("vault \"b c", UInt8(ascii: "\""), 1),
    (#"vault 'a'\''b"#, UInt8(ascii: "'"), 6),
  ])
  func theOpenQuote(_ line: String, _ mark: UInt8, _ end: Int) throws {
    let read = try #require(ShellLine(line, .bash, variables: [:]))
    #expect(read.current.quote == ShellLine.Quote(mark: mark, end: end))
  }

  /// Lines cut anywhere are read to their end.
  @Test(arguments: CompletionCommand.Shell.allCases)
  func everyBeginningIsRead(_ shell: CompletionCommand.Shell) {
    let line = #"v 'a\'b' "c\$(d (e) `f`) ${G}h" $'\0\x\u12\'' \ i~ ~/j <(k) 2>&1 >| l & m | n; o (p) $ \"#
    for end in line.indices { _ = ShellLine(String(line[..<end]), shell, variables: ["G": "x"]) }
  }
}
