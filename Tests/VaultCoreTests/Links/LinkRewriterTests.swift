import Testing
import VaultTestSupport

@testable import VaultCore

@Suite struct LinkRewriterTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var before: String
    var after: String
    var note: String
    var files: [String]
    var moves: [String: String]

    init(_ before: String, _ after: String, in note: String = "From.md", _ files: [String], _ moves: [String: String]) {
      self.before = before
      self.after = after
      self.note = note
      self.files = files
      self.moves = moves
    }

    var testDescription: String { "\(before.debugDescription), \(moves)" }
  }

  private static let rename = ["Old.md": "New name.md"]

  private static let kinds = [
    Case(
      "[[Old]] [[old|x]] [[Old#H#S|y]] [[Old#^b]] ![[Old]]\r\n",
      "[[New name]] [[New name|x]] [[New name#H#S|y]] [[New name#^b]] ![[New name]]\r\n", ["Old.md"], rename),
    Case("[[ Old |x]] [[Old #h]] [[Old.md]]", "[[ New name |x]] [[New name #h]] [[New name.md]]", ["Old.md"], rename),
    Case(
      "[t](Old.md) [t](Old) [t](<Old.md> 'T') [t](Old.md#h \"T\")",
      "[t](New%20name.md) [t](New%20name) [t](<New name.md> 'T') [t](New%20name.md#h \"T\")", ["Old.md"], rename),
    Case("![a](i.png) ![[i.png|200]]", "![a](j%20k.png) ![[j k.png|200]]", ["i.png"], ["i.png": "j k.png"]),
    Case(
      "[t][r] [r] ![r]\n\n[r]: Old.md 'T'\n[unused]: <Old.md>\n",
      "[t][r] [r] ![r]\n\n[r]: New%20name.md 'T'\n[unused]: <New name.md>\n", ["Old.md"], rename),
    Case("| a |\n|---|\n| [[Old\\|x]] |\n", "| a |\n|---|\n| [[New name\\|x]] |\n", ["Old.md"], rename),
    Case(
      "`[[Old]]` [[#Old]] [x](#Old) https://a/Old.md <!-- [[Old]] -->",
      "`[[Old]]` [[#Old]] [x](#Old) https://a/Old.md <!-- [[Old]] -->", ["Old.md"], rename),
    Case("> [a\n> b](Old.md)\n> [[Old]]", "> [a\n> b](New%20name.md)\n> [[New name]]", ["Old.md"], rename),
    Case("\u{FEFF}[[Old]]", "\u{FEFF}[[New name]]", ["Old.md"], rename),
  ]

  private static let forms = [
    Case(
      "[[Note]] [[a/Note]] [[/a/Note]] [[./a/Note]]", "[[Note]] [[b/Note]] [[/b/Note]] [[./b/Note]]", ["a/Note.md"],
      ["a/Note.md": "b/Note.md"]),
    Case("[[Note]]", "[[b/Note]]", ["a/Note.md", "c/Note.md"], ["a/Note.md": "b/Note.md", "From.md": "c/From.md"]),
    Case("[[Old]]", "[[b/Note]]", ["a/Old.md", "c/Note.md"], ["a/Old.md": "b/Note.md"]),
    Case("[[sub/Deep]] [[Deep]]", "[[sub/Far]] [[Far]]", ["x/sub/Deep.md"], ["x/sub/Deep.md": "x/sub/Far.md"]),
    Case(
      "[x](../Old.md) [[../Old]]", "[x](../new/Old.md) [[../new/Old]]", in: "d/From.md", ["Old.md"],
      ["Old.md": "new/Old.md"]),
    Case(
      "[x](Old.md) ![](i.png)", "[x](../Old.md) ![](i.png)", in: "d/From.md", ["d/Old.md", "d/i.png"],
      ["d/Old.md": "Old.md"]),
    Case(
      "[x](Old.md) ![](i.png) [[Old]]", "[x](../d/Old.md) ![](../d/i.png) [[Old]]", in: "d/From.md",
      ["d/Old.md", "d/i.png"], ["d/From.md": "e/From.md"]),
    Case(
      "[o](d/o.md) ![i](img/p.png) [t](./d/o.md#h) [r] [[d/o]] ![[p.png]]\n\n[r]: d/o\n",
      "[o](o.md) ![i](../img/p.png) [t](./o.md#h) [r] [[d/o]] ![[p.png]]\n\n[r]: o\n", in: "a.md",
      ["d/o.md", "img/p.png"], ["a.md": "d/a.md"]),
    Case("[o](d/o.md) [o](/d/o.md)", "[o](d/o.md) [o](/d/o.md)", in: "x/a.md", ["d/o.md"], ["x/a.md": "y/a.md"]),
    Case("[o](d/o.md)", "[o](./o.md)", in: "a.md", ["d/o.md", "o.md"], ["a.md": "d/a.md"]),
    Case(
      "[o](d/o.md) [o](d/o#h) [[d/o]] [[o]] [p](D/O.md) ![](d/p.png)",
      "[o](d/O.md) [o](d/O#h) [[d/o]] [[o]] [p](D/O.md) ![](d/P.png)", in: "a.md", ["d/o.md", "d/p.png"],
      ["d/o.md": "d/O.md", "d/p.png": "d/P.png"]),
    Case("[o](d/o.md) [[d/o]]", "[o](D/o.md) [[d/o]]", in: "a.md", ["d/o.md"], ["d/o.md": "D/o.md"]),
    Case(
      "[o](o.md) [o](../d/o.md) [b](../b.md)", "[o](o.md) [o](./o.md) [b](../b.md)", in: "d/a.md",
      ["d/o.md", "b.md"], ["d/o.md": "D/o.md", "d/a.md": "D/a.md"]),
    Case("[[Other]]", "[[d/Other]]", ["d/Other.md", "Old.md"], ["Old.md": "Other.md"]),
    Case("[[Nick]] [[Nick#h|x]]", "[[Nick]] [[Nick#h|x]]", ["Old.md"], ["Old.md": "d/Old.md"]),
    Case("[[gone]] [x](gone.md)", "[[gone]] [x](gone.md)", ["Old.md"], ["Old.md": "gone.md"]),
    Case("[[a.pdf]] [[d/a.pdf]]", "[[b.pdf]] [[d/b.pdf]]", ["d/a.pdf"], ["d/a.pdf": "d/b.pdf"]),
    Case("[[Old]]", "[[New]]", ["Old.md"], ["Old.md": "New.markdown"]),
    Case("[[Old]]", "[[a].md]]", ["Old.md"], ["Old.md": "a].md"]),
    Case("[[Old]]", "[[/[a]]", ["Old.md"], ["Old.md": "[a.md"]),
    Case("[[Old]]", "[[New.txt]]", ["Old.md"], ["Old.md": "New.txt"]),
    Case("[[Old]]", "[[v1.2]]", ["Old.md"], ["Old.md": "v1.2.md"]),
    Case("[[A]] [[B]]", "[[B]] [[A]]", ["A.md", "B.md"], ["A.md": "B.md", "B.md": "A.md"]),
    Case("[[From]] [x](From.md#h) [[From#h]]", "[[To]] [x](To.md#h) [[To#h]]", [], ["From.md": "To.md"]),
    Case(
      "[[Cafe\u{301}]]", "[[dir/Cafe\u{301} 2]]", ["dir/Cafe\u{301}.md", "Cafe\u{301} 2.md"],
      ["dir/Cafe\u{301}.md": "dir/Cafe\u{301} 2.md"]),
  ]

  private static let encodings = [
    Case("[x](a%20b.md)", "[x](c%20d.md)", ["a b.md"], ["a b.md": "c d.md"]),
    Case("[x](a.md)", "[x](caf\u{E9}.md)", ["a.md"], ["a.md": "caf\u{E9}.md"]),
    Case("[x](caf%C3%A9.md)", "[x](%C3%BC.md)", ["caf\u{E9}.md"], ["caf\u{E9}.md": "\u{FC}.md"]),
    Case("[x](caf%c3%a9.md)", "[x](%c3%bc.md)", ["caf\u{E9}.md"], ["caf\u{E9}.md": "\u{FC}.md"]),
    Case("[x](a.md)", "[x](b(c).md)", ["a.md"], ["a.md": "b(c).md"]),
    Case("[x](a.md)", "[x](b%28c.md)", ["a.md"], ["a.md": "b(c.md"]),
    Case("[x](<a.md>)", "[x](<b(c.md>)", ["a.md"], ["a.md": "b(c.md"]),
    Case("[x](a%281%29.md)", "[x](b%282%29.md)", ["a(1).md"], ["a(1).md": "b(2).md"]),
    Case("[x](a%28.md)", "[x](b%282%29.md)", ["a(.md"], ["a(.md": "b(2).md"]),
    Case("[x](a.md)", "[x](100%25%23%3F%3C%3E%5C.md)", ["a.md"], ["a.md": "100%#?<>\\.md"]),
    Case("[x](<a.md>)", "[x](<100%25 %23%3F%3C%3E.md>)", ["a.md"], ["a.md": "100% #?<>.md"]),
    Case("[x](a.md)", "[x](note%3A%20b.md)", ["a.md"], ["a.md": "note: b.md"]),
    Case("[x](a.md)", "[x](b%26amp;c&d.md)", ["a.md"], ["a.md": "b&amp;c&d.md"]),
    Case("[x](a\\(.md)", "[x](b%28.md)", ["a(.md"], ["a(.md": "b(.md"]),
    Case("| [x](a.md) |\n|---|\n", "| [x](b%7Cc.md) |\n|---|\n", ["a.md"], ["a.md": "b|c.md"]),
    Case("[[100%25]]", "[[99%25]]", ["100%25.md"], ["100%25.md": "99%25.md"]),
    Case("![](a%20b.png)", "![](c%20d.png)", ["a b.png"], ["a b.png": "c d.png"]),
  ]

  private static let properties = [
    Case(
      "---\nup: \"[[Old]]\"\nx: '[[Old|y]]'\nl:\n  - see [[Old#h]]\n---\n[[Old]]",
      "---\nup: \"[[it's]]\"\nx: '[[it''s|y]]'\nl:\n  - see [[it's#h]]\n---\n[[it's]]", ["Old.md"],
      ["Old.md": "it's.md"]),
    Case(
      "---\nup: \"[[Old]]\"\nx: '[[Old]]'\n---\n", "---\nup: \"[[a\\\"b]]\"\nx: '[[a\"b]]'\n---\n", ["Old.md"],
      ["Old.md": "a\"b.md"]),
    Case(
      "---\nx: '[[it''s]]'\ny: \"[[it's]]\"\n---\n", "---\nx: '[[b]]'\ny: \"[[b]]\"\n---\n", ["it's.md"],
      ["it's.md": "b.md"]),
    Case(
      "---\nx: \"[[Caf\\xE9]]\"\ny: \"[[Caf\\u00e9#h]]\"\n---\n", "---\nx: \"[[b]]\"\ny: \"[[b#h]]\"\n---\n",
      ["Caf\u{E9}.md"], ["Caf\u{E9}.md": "b.md"]),
    Case(
      "---\r\nx: \"[[A long\r\n  name]]\"\r\ny: a [[A\r\n  long name]] b\r\n---\r\n",
      "---\r\nx: \"[[b]]\"\r\ny: a [[b]] b\r\n---\r\n", ["A long name.md"], ["A long name.md": "b.md"]),
    Case(
      "---\na: &x \"[[Old]]\"\nb: *x\nc: \"[[Old]]\" # [[Old]]\n---\n",
      "---\na: &x \"[[New]]\"\nb: *x\nc: \"[[New]]\" # [[Old]]\n---\n", ["Old.md"], ["Old.md": "New.md"]),
    Case(
      "---\nx: >-\n  some [[Old]]\n  text\ny: |\n  [[Old]]\n---\n",
      "---\nx: >-\n  some [[New]]\n  text\ny: |\n  [[New]]\n---\n", ["Old.md"], ["Old.md": "New.md"]),
    Case(
      "---\n{\"x\": [\"[[Old]]\", {\"y\": \"[[Old|z]]\"}]}\n---\n",
      "---\n{\"x\": [\"[[New]]\", {\"y\": \"[[New|z]]\"}]}\n---\n", ["Old.md"], ["Old.md": "New.md"]),
    Case(
      "---\nup: \"[[Old]]\"\nkey [[Old]]: v\n? \"[[Old]]\"\n: \"[[Old]]\"\nm: {\"[[Old]]\": \"[[Old]]\"}\n---\n",
      "---\nup: \"[[New]]\"\nkey [[Old]]: v\n? \"[[Old]]\"\n: \"[[New]]\"\nm: {\"[[Old]]\": \"[[New]]\"}\n---\n",
      ["Old.md"], ["Old.md": "New.md"]),
    Case(
      "---\nx: 1\nx: 2\ny: \"[[Old]]\"\n---\n", "---\nx: 1\nx: 2\ny: \"[[New]]\"\n---\n", ["Old.md"],
      ["Old.md": "New.md"]),
  ]

  @Test(arguments: kinds + forms + encodings + properties) func rewritten(_ example: Case) throws {
    var files = [(example.note, example.before)] + example.files.map { ($0, "") }
    if example.before.contains("Nick") { files[1].1 = "---\naliases: [Nick]\n---\n" }
    let vault = try RewrittenVault(files, example.moves)
    let text = try #require(vault.texts[example.moves[example.note] ?? example.note])
    #expect(text.utf8.elementsEqual(example.after.utf8), "\(text.debugDescription)")
  }

  @Test func aNameThatBecomesAnAliasOnly() throws {
    let vault = try RewrittenVault(
      [("From.md", "[[Old]] [[Nick]]"), ("Old.md", "---\naliases: [Old, Nick]\n---\n")], ["Old.md": "New.md"])
    #expect(vault.texts["From.md"] == "[[New]] [[Nick]]")
  }

  @Test(
    arguments: [
      ("[[Old]]", "a#b.md", .unwritableName), ("[[Old]]", "a|b.md", .unwritableName),
      ("[[Old]]", "a^b.md", .unwritableName),
      ("[[Old]]", "a]]b.md", .unwritableName),
      ("[[Old]]", "a\nb.md", .unwritableName),
      ("\n` [[Old]]", "a`b.md", .changesText), ("<b [[Old]]", "a>b.md", .changesText),
      ("---\nx: a [[Old]]\n---\n", "b: c.md", .property), ("+++\ntitle = \"[[Old]]\"\n+++\n", "b.md", .toml),
    ] as [(String, String, LinkRewriteError.Reason)])
  func refusals(text: String, name: String, reason: LinkRewriteError.Reason) throws {
    let error = #expect(throws: LinkRewriteError.self) {
      try RewrittenVault.text(text, ["Old.md"], ["Old.md": name])
    }
    #expect(error?.reason == reason)
    #expect(
      error?.description.contains("From.md:\(text.utf8.first == 0x5B || text.utf8.first == 0x3C ? 1 : 2)") ?? false)
  }
}
