import Foundation
import Testing
import VaultCore
import VaultTestSupport

@testable import VaultRPC

/// What is offered where, and what would be written.
@Suite(.serialized) struct CompletionMethodTests {
  /// `⟦⟧` stands for the cursor in the text.
  struct Case: Sendable, CustomTestStringConvertible {
    var text: String
    /// What the text is with the first offer taken, or `nil` where nothing is offered.
    var taken: String?
    var testDescription: String { text }

    init(_ text: String, _ taken: String?) { (self.text, self.taken) = (text, taken) }
  }

  static let cases = [
    Case("😀 [[Bea⟦⟧", "😀 [[Beatrice Moss]]"), Case("[[bm⟦⟧]]", "[[Beatrice Moss]]"),
    Case("[[Bea⟦⟧|text]]", "[[Beatrice Moss|text]]"), Case("[[Betty⟦⟧", "[[Beatrice Moss|Betty]]"),
    Case("| [[Betty⟦⟧ | b |\n|---|---|\n", "| [[Betty⟦⟧ | b |\n|---|---|\n"),
    Case("[[Beatrice Moss#hiv⟦⟧", "[[Beatrice Moss#The hives]]"),
    Case("[[Beatrice Moss#^⟦⟧]]", "[[Beatrice Moss#^queen]]"), Case("# Own\n[[#ow⟦⟧", "# Own\n[[#Own]]"),
    Case("[[##hiv⟦⟧", "[[Beatrice Moss#The hives]]"), Case("[[##the hi⟦⟧]] on", "[[Beatrice Moss#The hives]] on"),
    Case("[t](Bea⟦⟧", "[t](Beatrice%20Moss.md)"), Case("[t](pict⟦⟧)", "[t](picture.png)"),
    Case("see #bee/h⟦⟧", "see #bee/hives"), Case("see #⟦⟧", "see #bee"),
    Case("---\ntags: [bee⟦⟧]\n---\n", "---\ntags: [bee]\n---\n"),
    Case("---\nstat⟦⟧\n---\n", "---\nstatus: \n---\n"), Case("---\nstatus: dra⟦⟧\n---\n", "---\nstatus: draft\n---\n"),
    Case("- [ ] call 📅 tom⟦⟧", "- [ ] call 📅 2026-03-15"), Case("- [ ] call 📅 in 2 w⟦⟧", "- [ ] call 📅 2026-03-28"),
    Case("- [ ] call [due:: next w⟦⟧]", "- [ ] call [due:: 2026-03-16]"),
    Case("- [ ] call 📅 2026-01-01 🔁 every weekd⟦⟧", "- [ ] call 📅 2026-01-01 🔁 every weekday"),
    Case("- [ ] call 🔁 every 5 days⟦⟧", "- [ ] call 🔁 every 5 days"),
    Case("[[Betty⟦⟧|text]]", "[[Beatrice Moss|text]]"),
    Case("[[Betty⟦⟧#The hives]]", "[[Beatrice Moss#The hives]]"),
    Case("---\nup: \"[[great⟦⟧\"\n---\n", "---\nup: \"[[Praise]]\"\n---\n"),
    Case("---\nup: Tom's friend [[tom⟦⟧\n---\n", "---\nup: Tom's friend [[Tom's]]\n---\n"),
    Case("---\nup: '[[tom⟦⟧'\n---\n", nil),
    Case("---\nl: ['a b', \"[[tom⟦⟧\n---\n", "---\nl: ['a b', \"[[Tom's]]\n---\n"),
    Case("[[brack⟦⟧", "[[Brack [x].md]]"), Case("[[xbar⟦⟧", nil), Case("[[Beat⟦⟧rix]] on", "[[Beatrice Moss]] on"),
    Case("see #bee/h⟦⟧. Next", "see #bee/hives. Next"),
    Case("- [ ] call (due:: tom⟦⟧)", "- [ ] call (due:: 2026-03-15)"),
    Case("- [ ] call ⛔ other, q⟦⟧", "- [ ] call ⛔ other, qq1"), Case("- [ ] call ⛔ other,⟦⟧", "- [ ] call ⛔ other,qq1"),
    Case("- [ ] call ⛔ q⟦⟧xyz end", "- [ ] call ⛔ qq1 end"), Case("- [ ] call due⟦⟧", "- [ ] call 📅 "),
    Case("- [ ] call ⛔ ⟦⟧", "- [ ] call ⛔ qq1"),
    Case("so :party⟦⟧", "so 🎉"), Case("```\n[[Bea⟦⟧\n```\n", nil), Case("word⟦⟧", nil), Case("12:30⟦⟧", nil),
    Case("- [ ] call 📅 2026-03-10\n⟦⟧", nil), Case("a [[Bea\n⟦⟧", nil), Case("#be\n⟦⟧", nil), Case("[t](pic\n⟦⟧", nil),
    Case("```\n[[Bea\n```\n⟦⟧", nil), Case("```\n#be⟦⟧", nil), Case("```\n#be\n#be⟦⟧", nil),
  ]

  private func editor(_ capabilities: JSONValue = EditorUnderTest.capabilities()) throws -> EditorUnderTest {
    try EditorUnderTest(
      [
        "Beatrice Moss.md":
          "---\naliases: [Betty]\nstatus: draft\ntags: [bee, bee/hives]\n---\n# The hives\n\nqueen ^queen\n",
        "Log.md": "#bee\n- [ ] first 🆔 qq1\n", "picture.png": "x", "Praise.md": "# The \"great\" title\n",
        "Brack [x].md": "x", "Tom's.md": "x", "xbar|y.md": "x",
      ], capabilities: capabilities)
  }

  /// The text with an offer taken, as a client takes it.
  private func taken(_ offer: JSONValue, _ text: String) throws -> String {
    let edit = try #require(offer["textEdit"])
    let bytes = Array(text.utf8)
    let coder = PositionCoder(bytes, .utf16)
    let range = coder.range(try PositionRange(try #require(edit["range"])), in: bytes)
    let new = try #require(edit["newText"]?.text)
    return String(decoding: bytes[..<range.lowerBound] + Array(new.utf8) + bytes[range.upperBound...], as: UTF8.self)
  }

  private func offers(_ editor: EditorUnderTest, _ marked: String) throws -> (offers: [JSONValue], text: String) {
    let parts = marked.components(separatedBy: "⟦⟧")
    let (before, text) = (parts[0], parts.joined())
    try editor.open("Draft.md", text)
    // Before there is an index, no more than the files' names is known.
    _ = try editor.ask("textDocument/references", editor.place("Draft.md", 0, 0))
    let lines = before.components(separatedBy: "\n")
    let found = try editor.ask(
      "textDocument/completion", editor.place("Draft.md", lines.count - 1, lines.last?.utf16.count ?? 0))
    return (found["items"]?.list ?? [], text)
  }

  @Test(arguments: cases) func theFirstOfferIs(_ given: Case) throws {
    let (offers, text) = try offers(editor(), given.text)
    guard let wanted = given.taken else {
      #expect(offers == [])
      return
    }
    let first = try #require(offers.first)
    if given.text.hasPrefix("|") {
      // In a table the bar is written with a backslash.
      #expect(first[path: ["textEdit", "newText"]] == .text("Beatrice Moss\\|Betty]]"))
    } else {
      #expect(try taken(first, text) == wanted)
    }
  }

  @Test func whatIsTypedIsThePatternOfAllOffers() throws {
    let (offers, _) = try offers(editor(), "[[moss b⟦⟧")
    #expect(offers.map { $0["filterText"] } == [.text("moss b")])
    #expect(offers.map { $0["sortText"] } == [.text("000")])
  }

  /// What comes before a question is in its answer.
  @Test func aNameThatWasJustTypedIsOffered() throws {
    let editor = try editor()
    _ = try offers(editor, "[[Bea⟦⟧")
    for number in 1...20 {
      editor.change("Draft.md", to: "[[newer\(number)", version: 1 + number)
      try editor.open("Log.md", "---\naliases: [newer\(number)]\n---\n", version: number)
      let found = try editor.ask("textDocument/completion", editor.place("Draft.md", 0, 9))
      #expect(found["items"]?.list?.first?[path: ["label"]] == .text("newer\(number)"))
    }
  }

  @Test func whoTakesSnippetsGetsThem() throws {
    let capabilities = JSONValue.members(
      (
        "textDocument",
        .members(
          (
            "completion",
            .members(
              ("completionItem", .members(("snippetSupport", .bool(true)), ("insertReplaceSupport", .bool(true)))))
          ))
      ))
    let editor = try EditorUnderTest(["Cost $5.md": "x"], capabilities: capabilities)
    let (offers, _) = try offers(editor, "[[co⟦⟧st]]")
    let edit = try #require(offers.first?["textEdit"])
    #expect(edit["newText"] == .text("Cost \\$5"))
    #expect(edit["insert"] == PositionRange(Position(line: 0, character: 2), Position(line: 0, character: 4)).json)
    #expect(edit["replace"] == PositionRange(Position(line: 0, character: 2), Position(line: 0, character: 6)).json)
  }

  /// A client of the kind that does what comes with an offer besides its text.
  private static let able = JSONValue.members(
    ("general", .members(("positionEncodings", .texts(["utf-16"])))),
    (
      "workspace",
      .members(("applyEdit", .bool(true)), ("workspaceEdit", .members(("documentChanges", .bool(true)))))
    ),
    (
      "textDocument",
      .members(
        (
          "completion",
          .members(
            (
              "completionItem",
              .members(("resolveSupport", .members(("properties", .texts(["documentation"])))))
            ))
        ))
    ))

  @Test func blocksWithoutAnIDGetOne() throws {
    let editor = try editor(Self.able)
    let (own, text) = try offers(editor, "a block\n\n[[#^⟦⟧")
    let offer = try #require(own.first)
    #expect(offer["label"] == .text("a block"))
    let id = try #require(offer[path: ["textEdit", "newText"]]?.text)
    let more = try #require(offer["additionalTextEdits"]?.list)
    #expect(more.map { $0["newText"] } == [.text(" ^\(id.dropLast(2))")])
    #expect(try taken(offer, text) == "a block\n\n[[#^\(id)")
    let (others, _) = try offers(editor, "[[Log#^fir⟦⟧")
    let other = try #require(others.first)
    editor.answers["workspace/applyEdit"] = .members(("applied", .bool(true)))
    _ = try editor.ask("workspace/executeCommand", try #require(other["command"]))
    let edit = try #require(editor.questions.last { $0.method == "workspace/applyEdit" }?.parameters["edit"])
    let change = try #require(edit["documentChanges"]?.list?.first)
    #expect(change[path: ["textDocument", "uri"]] == .text(editor.uri("Log.md")))
    let added = try #require(change["edits"]?.list?.first?["newText"]?.text)
    #expect(other[path: ["textEdit", "newText"]]?.text == added.dropFirst(2) + "]]")
  }

  @Test func documentationComesWhenItIsAskedFor() throws {
    let editor = try editor(Self.able)
    #expect(
      editor.initialized[path: ["capabilities", "completionProvider", "resolveProvider"]] == .bool(true))
    for (text, shown) in [
      ("[[Bea⟦⟧", "queen ^queen"), ("[[Beatrice Moss#^que⟦⟧", "queen ^queen"), ("[t](pict⟦⟧", "1 bytes"),
    ] {
      let offer = try #require(try offers(editor, text).offers.first)
      let resolved = try editor.ask("completionItem/resolve", offer)
      #expect(resolved[path: ["documentation", "value"]]?.text?.contains(shown) == true, "\(resolved)")
      #expect(resolved["textEdit"] == offer["textEdit"])
    }
  }

  /// Of many names that match alike, the one that the note links to is never left out.
  @Test func whatIsLinkedIsOfferedFirstAmongMany() throws {
    let editor = try EditorUnderTest(["Draft.md": "x"])
    for number in 100..<350 { try editor.folder.write("x", to: "vault/Meeting \(number).md") }
    let (offers, _) = try offers(editor, "[[Meeting 349]]\n[[meeting⟦⟧")
    #expect(offers.count == 100 && offers.first?["label"] == .text("Meeting 349"))
  }
}
