import Testing
import VaultInterface

@testable import VaultCommands

@Suite("Words for bash")
struct BashWordsTests {
  private func reply(
    _ raw: String, replacing replaced: String? = nil, _ texts: [String], isOpen: Bool = false
  ) throws -> (words: [String], option: String) {
    let word = try #require(ShellLine.word(raw.utf8, .bash))
    return BashWords(
      word, replacing: replaced ?? String(decoding: word.raw.dropFirst(word.quote?.end ?? 0), as: UTF8.self)
    )
    .reply(texts.map { Candidate(text: $0, isOpen: isOpen) })
  }

  @Test(arguments: [
    ("a $(touch X) `y`", #"a\ \$\(touch\ X\)\ \`y\`"#), ("Tenants' \"x\"", #"Tenants\'\ \"x\""#),
    ("~#!*?[]{}^&|;<>", ##"\~\#\!\*\?\[\]\{\}\^\&\|\;\<\>"##), ("a\nb\u{1B}c", #"a$'\012'b$'\033'c"#),
    ("\u{9B}x\u{202E}y", #"$'\302\233'x$'\342\200\256'y"#), ("Käse/x-1_@%+,=:.md", "Käse/x-1_@%+,=:.md"),
    (#"\"#, #"\\"#),
  ])
  func quotedOutsideOfQuotes(_ text: String, _ expected: String) throws {
    #expect(try reply("", [text]).words == [expected])
  }

  @Test(arguments: [
    ("'", "it's $x", #"it'\''s $x'"#), ("'", "a\nb", #"a'$'\012''b'"#), ("'", "a'", #"a'\'''"#),
    ("'", "'a", #"''\''a'"#),
    ("\"", "a $x `y` \\ \"q\"", #"a \$x \`y\` \\ \"q\"""#), ("\"", "a!b", #"a"'!'"b""#), ("\"", "!b", #"""'!'"b""#),
    ("\"", "it's", #"it's""#),
  ])
  func quotedInsideOfAQuoteAndClosed(_ typed: String, _ text: String, _ expected: String) throws {
    #expect(try reply(typed, [text]).words == [expected])
  }

  /// Bash gives the part of the word that it replaces, which begins behind a colon.
  @Test func theBeginningOfAWordStays() throws {
    #expect(try reply("tag:wo", replacing: "wo", ["tag:wo rk"]).words == [#"wo\ rk"#])
    #expect(try reply("\"tag:wo", ["tag:wo rk"]).words == ["tag:wo rk\""])
    #expect(try reply("foo\"bar", ["foobar baz"]).words == ["bar baz\""])
    #expect(try reply("\"Pro \"G", ["Pro Gx"]).words == [#"Pro\ Gx"#])
    #expect(try reply("foo\"bar", ["other"]).words == [])
    // Where the front end is not readline.
    #expect(try reply("tag:", replacing: ":", ["tag:work"]).words == ["work"])
    #expect(try reply("'Rye s", replacing: "'Rye s", ["Rye sour"]).words == ["Rye sour'"])
  }

  @Test func aWordThatGoesOnGetsNoBlank() throws {
    let plain = try reply("ti", ["title:"], isOpen: true)
    #expect(plain.words == ["title:"] && plain.option == "nospace")
    let quoted = try reply("\"ti", ["title:"], isOpen: true)
    #expect(quoted.words == ["title:", "title: "] && quoted.option == "")
  }

  /// Readline puts in what all begin with: it ends in no escape, and nothing that was typed goes.
  @Test func whatAllBeginWith() throws {
    #expect(try reply("A", ["A b", "A c"]).words == [#"A\ b"#, #"A\ c"#])
    #expect(try reply("A", ["A &", "A '"]).words == [#"A\ \&"#, #"A\ \'"#, #"A\ "#])
    #expect(try reply("a", ["a\nb", "a\tb"]).words == [#"a$'\012'b"#, #"a$'\011'b"#, "a"])
    #expect(try reply("xBAK", ["xBaking", "xbaklava"]).words == ["xBaking", "xbaklava", ""])
  }
}
