import Testing
import VaultCore

@testable import VaultRPC

/// What is said behind dates and ids.
@Suite(.serialized) struct InlayHintMethodTests {
  private static let text = """
    # 😀

    - [ ] 😀 pay 📅 2026-03-17 soon
    - [x] paid 📅 2026-03-13
    - [ ] late [due:: 2026-03-13] ⛔ abc, nope
    - [ ] first 🆔 abc
    - [ ] never 📅 2026-02-30

    😀 [[202601031200]] [[202601031200|text]] [[Zettel/202601031200#Part]] [[Other]] [[2026]]
    """

  /// What a client shows of the lines that have hints.
  private func shown(
    _ editor: EditorUnderTest, _ client: ClientText, _ range: PositionRange? = nil
  ) throws -> [String] {
    let end = Position(line: 1_000, character: 0)
    let range = range ?? PositionRange(Position(line: 0, character: 0), end)
    let found = try editor.ask(
      "textDocument/inlayHint", editor.place("a.md", 0, 0, JSONValue.Member("range", range.json)))
    return try (found.list ?? []).map { hint in
      let place = try Position(hint["position"] ?? .null)
      let before = PositionRange(Position(line: place.line, character: 0), place)
      return "\(try client.text(of: before.json).suffix(7))|\(hint["label"]?.text ?? "")"
    }
  }

  private func editor(_ encoding: String, _ text: String, mark: String = "") throws -> EditorUnderTest {
    let editor = try EditorUnderTest(
      [
        "a.md": mark + text, "Zettel/202601031200.md": "# The title\n", "Other.md": "# Other title\n", "2026.md": "x",
      ], capabilities: EditorUnderTest.capabilities(encoding))
    try editor.open("a.md", text)
    return editor
  }

  @Test(arguments: ClientText.encodings) func datesAndIDs(_ encoding: String) throws {
    for (windows, mark) in [(false, ""), (true, ""), (true, "\u{FEFF}")] {
      let text = windows ? Self.text.replacing("\n", with: "\r\n") : Self.text
      let editor = try editor(encoding, text, mark: mark)
      let client = ClientText(text, encoding)
      #expect(
        try shown(editor, client) == [
          "6-03-17|in 3 days", "-03-13]|yesterday", "] ⛔ abc|first", "31200]]|The title", "#Part]]|The title",
        ])
      let line = PositionRange(try client.position(of: "- [ ] late"), try client.position(of: "- [ ] first"))
      #expect(try shown(editor, client, line).count == 2)
    }
  }

  @Test func theyCanBeTurnedOff() throws {
    let editor = try EditorUnderTest(["a.md": Self.text], initializes: false)
    _ = try editor.ask(
      "initialize",
      .members(("capabilities", .object([])), ("initializationOptions", .members(("hints", .bool(false))))))
    try editor.open("a.md")
    #expect(try shown(editor, ClientText(Self.text, "utf-16")) == [])
  }

  @Test(arguments: [
    ("202601031200", true), ("2026-01-03", true), ("x3f9", true), ("Note", false), ("note1", false),
    ("20260103 Title", false), ("", false),
  ])
  func ids(_ name: String, _ isID: Bool) {
    #expect(InlayHintMethod.isID(name) == isID)
  }

  /// A few ids are looked for one by one, many in all tasks.
  @Test(arguments: [3, 21, 500]) func asManyIDsAsThereAre(_ count: Int) throws {
    let text = (1...count).map { "- [ ] Do \($0) 🆔 a\($0) ⛔ a\(count + 1 - $0),none\n" }.joined() + "- [ ] again 🆔 a1\n"
    let wanted = (1...count).map { "Do \(count + 1 - $0)" }
    let editor = try EditorUnderTest(["a.md": text])
    for uri in [editor.uri("a.md"), "untitled:in-no-vault"] {
      editor.say(
        "textDocument/didOpen",
        .members(
          (
            "textDocument",
            .members(
              ("uri", .text(uri)), ("languageId", .text("markdown")), ("version", .integer(1)), ("text", .text(text)))
          )))
      let found = try editor.ask(
        "textDocument/inlayHint",
        .members(
          ("textDocument", .members(("uri", .text(uri)))),
          ("range", PositionRange(Position(line: 0, character: 0), Position(line: 1_000_000, character: 0)).json)))
      #expect((found.list ?? []).compactMap { $0["label"]?.text } == wanted)
    }
  }
}
