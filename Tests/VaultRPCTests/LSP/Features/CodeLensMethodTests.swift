import Testing
import VaultCore

@testable import VaultRPC

/// How many links lead to a note and its headings.
@Suite(.serialized) struct CodeLensMethodTests {
  private static let text = "---\na: 1\n---\n# 😀 Home\n\n[[#Part]]\n\n## Part\n\n## None\n"

  private func lenses(_ editor: EditorUnderTest, _ path: String) throws -> [String] {
    let found = try editor.ask("textDocument/codeLens", editor.place(path, 0, 0))
    return (found.list ?? []).map { lens in
      #expect(lens[path: ["command", "command"]] == .text(""))
      return "\(lens[path: ["range", "start", "line"]]?.integer ?? -1) "
        + (lens[path: ["command", "title"]]?.text ?? "")
    }
  }

  @Test(arguments: ClientText.encodings) func linksAreCounted(_ encoding: String) throws {
    for (windows, mark) in [(false, ""), (true, "\u{FEFF}")] {
      let text = windows ? Self.text.replacing("\n", with: "\r\n") : Self.text
      let editor = try EditorUnderTest(
        ["Home.md": mark + text, "a.md": "[[Home#Part]] [[Home]] ![x](Home.md)\n", "b.md": "no heading"],
        capabilities: EditorUnderTest.capabilities(encoding))
      try editor.open("Home.md", text)
      #expect(try lenses(editor, "Home.md") == ["3 3 backlinks", "7 2 links"])
      // What is typed counts.
      try editor.open("b.md", "[[Home#None]] [[b]]")
      #expect(try lenses(editor, "Home.md") == ["3 4 backlinks", "7 2 links", "9 1 link"])
      #expect(try lenses(editor, "b.md") == [])
      try editor.open("a.md", "[[b]]")
      #expect(try lenses(editor, "b.md") == ["0 1 backlink"])
    }
  }

  /// A client that cannot be asked says what its settings are.
  @Test func theyAreTurnedOffWhileTheServerRuns() throws {
    let editor = try EditorUnderTest(["a.md": "# A\n", "b.md": "[[a]]"])
    try editor.open("a.md")
    #expect(try lenses(editor, "a.md") == ["0 1 backlink"])
    let settings = JSONValue.members(("vault", .members(("lenses", .bool(false)))))
    editor.say("workspace/didChangeConfiguration", .members(("settings", settings)))
    #expect(try lenses(editor, "a.md") == [])
    editor.say("workspace/didChangeConfiguration", .members(("settings", .null)))
    #expect(try lenses(editor, "a.md") == [])
  }

  @Test func theyCanBeTurnedOff() throws {
    let editor = try EditorUnderTest(["a.md": "# A\n", "b.md": "[[a]]"], initializes: false)
    _ = try editor.ask(
      "initialize",
      .members(
        ("capabilities", .object([])), ("initializationOptions", .members(("lenses", .bool(false))))))
    try editor.open("a.md")
    #expect(try lenses(editor, "a.md") == [])
  }
}
