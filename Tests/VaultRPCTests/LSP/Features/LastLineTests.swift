import Testing
import VaultCore

@testable import VaultRPC

/// The empty line at the end of a text, where somebody goes on who has just typed the line before: nothing of that line is
/// under the cursor there.
@Suite(.serialized) struct LastLineTests {
  private static let lines = [
    "- [ ] call 📅 2026-03-10 🆔 one", "- [ ] call ⛔ one", "a [[Other", "[[Other]]", "# Heading", "text ^block", "a #tag",
    "a [^1]\n\n[^1]: text", "[label]: Other.md", "[text](Other", "> [!note] x", "| a | b |\n|---|---|\n| c | [[Other",
    "- item", "1. item", "```", "```\n[[Other", "<div>", "---\ntags: [tag]\n---", "---\ntags: [tag", "", "😀",
  ]

  @Test(arguments: lines, ["\n", "\r\n", "\r"]) func nothingStandsThere(_ lines: String, _ end: String) throws {
    let text = ((lines.hasPrefix("---") ? "" : "text\n") + lines + "\n").replacing("\n", with: end)
    let editor = try EditorUnderTest(["Home.md": text, "Other.md": "# Other\n"])
    try editor.open("Home.md", text)
    // What is behind the end is moved to it.
    let end = Position(line: 1_000, character: 0)
    func ask(_ method: String) throws -> [JSONValue] {
      let found = try editor.ask("textDocument/" + method, editor.place("Home.md", end.line, end.character))
      return found == .null ? [] : found["items"]?.list ?? found.list ?? [found]
    }
    for method in ["completion", "definition", "documentHighlight", "hover", "prepareRename", "references"] {
      #expect(try ask(method) == [], "\(method)")
    }
    let actions = try editor.ask(
      "textDocument/codeAction",
      .members(
        ("textDocument", .members(("uri", .text(editor.uri("Home.md"))))), ("range", PositionRange(end, end).json),
        ("context", .members(("diagnostics", .list([]))))))
    #expect((actions.list ?? []).compactMap { $0["title"]?.text } == [])
  }
}
