import Testing
import VaultCore

@testable import VaultRPC

/// What is coloured, and how that is told.
@Suite(.serialized) struct SemanticTokensMethodTests {
  private static let text = """
    ---
    tags: [one]
    "due": 2026-03-14
    days:
      - 2026-01-01
    up: "[[Other]]"
    ---
    # 😀 [[Other]] and [[None]] #tag

    - [x] 😀 see [[Other]] #tag 📅 2026-03-14 done
    - [ ] open 📅 2026-03-15
    - [-] cancelled

    > a [text 😀
    > more](Other.md) https://example.org [[#Nowhere else]]
    """

  /// The token's text and type, `!` where it is deprecated.
  private func tokens(_ answer: JSONValue, _ client: ClientText) throws -> [String] {
    let data = (answer["data"]?.list ?? []).compactMap(\.integer)
    #expect(data.count % 5 == 0)
    var (line, character, end) = (0, 0, 0)
    return try stride(from: 0, to: data.count, by: 5).map { place in
      if data[place] > 0 { (character, end) = (0, 0) }
      line += data[place]
      character += data[place + 1]
      #expect(character >= end && data[place + 2] > 0)
      end = character + data[place + 2]
      let range = PositionRange(Position(line: line, character: character), Position(line: line, character: end))
      let kind = SemanticToken.Kind(rawValue: data[place + 3])?.name ?? "?"
      return "\(try client.text(of: range.json)) \(kind)" + (data[place + 4] == 1 ? "!" : "")
    }
  }

  @Test(arguments: ClientText.encodings) func allOfThem(_ encoding: String) throws {
    let expected = [
      "tags property", "one enumMember", "\"due\" property", "2026-03-14 number", "days property", "2026-01-01 number",
      "up property", "[[Other]] class", "[[Other]] class", "[[None]] class!", "#tag enumMember", "😀 see  comment",
      "[[Other]] class", "  comment", "#tag enumMember", " 📅  comment", "2026-03-14 number", " done comment",
      "2026-03-15 number", "cancelled comment", "[text 😀 class", "> more](Other.md) class",
      "https://example.org class", "[[#Nowhere else]] class",
    ]
    for (windows, mark) in [(false, ""), (true, ""), (true, "\u{FEFF}")] {
      let text = windows ? Self.text.replacing("\n", with: "\r\n") : Self.text
      let editor = try EditorUnderTest(
        ["a.md": mark + text, "Other.md": ""], capabilities: EditorUnderTest.capabilities(encoding))
      try editor.open("a.md", text)
      let client = ClientText(text, encoding)
      let all = try editor.ask("textDocument/semanticTokens/full", editor.place("a.md", 0, 0))
      #expect(try tokens(all, client) == expected)
      let range = PositionRange(try client.position(of: "- [ ] open"), try client.position(of: "> a [text"))
      let some = try editor.ask(
        "textDocument/semanticTokens/range", editor.place("a.md", 0, 0, JSONValue.Member("range", range.json)))
      #expect(try tokens(some, client) == ["2026-03-15 number", "cancelled comment"])
    }
  }

  @Test func linksOfADocumentWithoutVaultAreNotCalledBroken() throws {
    let editor = try EditorUnderTest(["a.md": "x"])
    let text = "[[None]] [[#None]]\n"
    editor.say(
      "textDocument/didOpen",
      .members(
        (
          "textDocument",
          .members(
            ("uri", .text("untitled:x")), ("languageId", .text("markdown")), ("version", .integer(1)),
            ("text", .text(text)))
        )))
    let found = try editor.ask(
      "textDocument/semanticTokens/full", .members(("textDocument", .members(("uri", .text("untitled:x"))))))
    #expect(try tokens(found, ClientText(text, "utf-16")) == ["[[None]] class", "[[#None]] class"])
  }

  @Test func manyLinksInALine() throws {
    // A client that asks for problems itself, since all would be told else.
    let editor = try EditorUnderTest(
      ["a.md": "x", "b.md": ""],
      capabilities: .members(("textDocument", .members(("diagnostic", .object([]))))))
    let text = String(repeating: "😀 [[b]] [[none]] ", count: 10_000)
    try editor.open("a.md", text)
    let found = try editor.ask("textDocument/semanticTokens/full", editor.place("a.md", 0, 0))
    #expect(found["data"]?.list?.count == 100_000)
    #expect(found["data"]?.list?.suffix(5).compactMap(\.integer) == [0, 6, 8, 0, 1])
  }

  @Test func whatStandsWithinAnotherCutsIt() {
    func token(_ range: Range<Int>, _ kind: SemanticToken.Kind) -> SemanticToken {
      SemanticToken(range: range, kind: kind)
    }
    let flat = SemanticToken.flattened([
      token(0..<20, .finishedTask), token(5..<10, .link), token(7..<8, .tag), token(9..<12, .date),
      token(20..<20, .tag), token(25..<30, .tag),
    ])
    #expect(
      flat == [
        token(0..<5, .finishedTask), token(5..<7, .link), token(7..<8, .tag), token(8..<9, .link), token(9..<12, .date),
        token(12..<20, .finishedTask), token(25..<30, .tag),
      ])
  }

  @Test func theyAreAnnouncedToWhoeverTakesThem() throws {
    let none = try EditorUnderTest(["a.md": ""])
    for name in ["semanticTokensProvider", "codeLensProvider", "inlayHintProvider"] {
      #expect(none.initialized[path: ["capabilities", name]] == nil)
    }
    let empty = JSONValue.object([])
    let all = try EditorUnderTest(
      ["a.md": ""],
      capabilities: .members(
        ("textDocument", .members(("semanticTokens", empty), ("codeLens", empty), ("inlayHint", empty)))))
    #expect(
      all.initialized[path: ["capabilities", "semanticTokensProvider", "legend", "tokenTypes"]]
        == .texts(["class", "enumMember", "property", "number", "comment"]))
    #expect(all.initialized[path: ["capabilities", "codeLensProvider"]] != nil)
    #expect(all.initialized[path: ["capabilities", "inlayHintProvider"]] != nil)
  }

  /// A client may have the byte order mark in its text.
  @Test func aMarkInTheTextMovesNothing() throws {
    let editor = try EditorUnderTest(["a.md": "x"])
    try editor.open("a.md", "\u{FEFF}- [ ] pay 📅 2026-03-14\n")
    let answer = try editor.ask("textDocument/semanticTokens/full", editor.place("a.md", 0, 0))
    #expect((answer["data"]?.list ?? []).compactMap(\.integer).prefix(3) == [0, 14, 10])
  }
}
