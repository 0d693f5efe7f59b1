import Foundation
import Testing
import VaultCore
import VaultTestSupport

@testable import VaultRPC

/// What is wrong in the notes that are not open.
@Suite(.serialized) struct WorkspaceDiagnosticMethodTests {
  private func editor() throws -> EditorUnderTest {
    let pulling = JSONValue.members(("textDocument", .members(("diagnostic", .object([])))))
    let editor = try EditorUnderTest(
      ["Open.md": "[[None]]\n", "Closed.md": "😀 [[None]]\n", "Fine.md": "[[Open]]\n"], capabilities: pulling)
    try editor.open("Open.md")
    return editor
  }

  private func ask(_ editor: EditorUnderTest, _ known: [JSONValue] = []) throws -> [JSONValue] {
    let previous = known.map { JSONValue.members(("uri", $0["uri"]), ("value", $0["resultId"])) }
    return try editor.ask("workspace/diagnostic", .members(("previousResultIds", .list(previous))))["items"]?.list ?? []
  }

  /// What was typed and thrown away is not told of.
  @Test func unsavedTextsAreTheClientsOwn() throws {
    let editor = try editor()
    try editor.open("Fine.md", "[[Nothing]]\n")
    #expect(try ask(editor).map { $0["uri"] } == [.text(editor.uri("Closed.md"))])
    editor.say("textDocument/didClose", editor.place("Fine.md", 0, 0))
    #expect(try ask(editor).map { $0["uri"] } == [.text(editor.uri("Closed.md"))])
  }

  @Test func closedNotesAreReportedOnceUntilTheyChange() throws {
    let editor = try editor()
    #expect(
      editor.initialized[path: ["capabilities", "diagnosticProvider", "workspaceDiagnostics"]] == .bool(true))
    let first = try ask(editor)
    #expect(first.map { $0["uri"] } == [.text(editor.uri("Closed.md"))])
    let range = PositionRange(Position(line: 0, character: 3), Position(line: 0, character: 11)).json
    #expect(first.first?["items"]?.list?.map { $0["range"] } == [range])
    #expect(try ask(editor, first) == [])
    try editor.folder.write("no link\n", to: "vault/Closed.md")
    var mended: [JSONValue] = []
    let deadline = Date(timeIntervalSinceNow: EditorUnderTest.patience)
    while mended.isEmpty, Date() < deadline {
      mended = try ask(editor, first)
      // Clients ask again every few seconds.
      usleep(20_000)
    }
    #expect(mended.map { $0["uri"] } == [.text(editor.uri("Closed.md"))])
    #expect(mended.map { $0["items"] } == [.list([])])
    #expect(try ask(editor, mended) == [])
  }

  /// Clients write an address in their own way.
  @Test func addressesAreComparedDecoded() throws {
    let pulling = JSONValue.members(("textDocument", .members(("diagnostic", .object([])))))
    let editor = try EditorUnderTest(["Open.md": "\n", "a (x).md": "[[None]]\n"], capabilities: pulling)
    try editor.open("Open.md")
    let first = try #require(try ask(editor).first)
    let uri = try #require(first["uri"]?.text)
    let other = uri.replacing("%28", with: "(").replacing("%29", with: ")").replacing("a%20", with: "%61%20")
    #expect(other != uri)
    #expect(try ask(editor, [.members(("uri", .text(other)), ("resultId", first["resultId"]))]) == [])
  }

  /// What takes long to look for comes in parts, and then the answer has nothing more to say.
  @Test func problemsComeInPartsWhereTheClientTakesThem() throws {
    let pulling = JSONValue.members(("textDocument", .members(("diagnostic", .object([])))))
    let editor = try EditorUnderTest(["Open.md": "\n"], capabilities: pulling)
    for number in 0..<250 { try editor.folder.write("[[None]]\n", to: "vault/\(number).md") }
    try editor.open("Open.md")
    let answer = try editor.ask(
      "workspace/diagnostic",
      .members(("previousResultIds", .list([])), ("partialResultToken", .text("part"))))
    #expect(answer["items"]?.list?.count == 0)
    let whole = try editor.ask(
      "workspace/diagnostic", .members(("previousResultIds", .list([])), ("partialResultToken", .null)))
    #expect(whole["items"]?.list?.count == 250)
    let parts = editor.notifications.filter { $0.method == "$/progress" && $0.parameters["token"] == .text("part") }
    #expect(parts.map { $0.parameters[path: ["value", "items"]]?.list?.count } == [100, 100, 50])
  }
}
