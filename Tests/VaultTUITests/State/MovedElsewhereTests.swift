import Testing
import VaultCore
import VaultStore
import VaultTestSupport

@testable import VaultTUI

/// What others move stays selected, marked and shown.
@Suite(.serialized) struct MovedElsewhereTests {
  private let notes = ["Apple.md": "# Apple\n", "Pear.md": "# Pear\n", "Zebra.md": "# Zebra\n"]

  private func move(_ ui: UIUnderTest, _ from: String, to target: String) throws {
    try ui.folder.write(try String(decoding: #require(ui.notes()[from]), as: UTF8.self), to: "vault/" + target)
    try ui.folder.remove("vault/" + from)
    ui.send(.event(.notes(.some(.init(moved: [.init(from: NotePath(from), to: NotePath(target))])))))
  }

  @Test func theRowAtHandAndMarksFollow() throws {
    let ui = try UIUnderTest(notes)
    ui.press("g Space")
    let first = try #require(ui.state.marks.first?.note?.text)
    try move(ui, first, to: "Old/\(first)")
    #expect(ui.state.marks == [.note(NotePath("Old/\(first)"))])
    #expect(ui.state.status == nil)
    ui.press("Space")
    let second = try #require(ui.state.list.selection?.note?.text)
    try move(ui, second, to: "Old/\(second)")
    #expect(ui.state.list.selection == .note(NotePath("Old/\(second)")))
    // A change is about where they are.
    ui.press("t \"new\" Enter y")
    #expect(try ui.notes()["Old/\(first)"] != Array((notes[first] ?? "").utf8))
  }

  @Test func theNoteThatIsReadStays() throws {
    let ui = try UIUnderTest(notes, at: "vault://note/Pear.md")
    try move(ui, "Pear.md", to: "Old/Pear.md")
    #expect(ui.state.preview.problem == nil && ui.state.preview.content?.note?.text == "Old/Pear.md")
    #expect(ui.state.place == VaultURL(.note(NotePath("Old/Pear.md"))))
  }

  /// Nobody has scrolled it.
  @Test func aListAtItsTopStaysThere() throws {
    let ui = try UIUnderTest(at: "vault://tasks")
    ui.press("Space Space Space D \"tomorrow\" Enter y u")
    #expect(ui.state.list.top == 0, "\(ui.screen)")
  }
}
