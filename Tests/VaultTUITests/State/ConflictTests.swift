import Testing
import VaultCore
import VaultTestSupport

@testable import VaultTUI

/// Where others changed what a person changes, both texts are shown.
@Suite(.serialized) struct ConflictTests {
  @Test func bothTextsOfAnUndoThatIsRefusedAreShown() throws {
    let ui = try UIUnderTest(["A.md": "- [ ] Buy milk\n"], at: "vault://tasks")
    ui.press("x")
    #expect(try ui.notes()["A.md"] == Array("- [x] Buy milk ✅ 2026-03-14\n".utf8))
    try ui.folder.write("- [x] Buy oat milk ✅ 2026-03-14\n", to: "vault/A.md")
    ui.press("u")
    #expect(ui.shows("Nothing was changed"))
    #expect(ui.shows("-- [x] Buy milk"))
    #expect(ui.shows("+- [x] Buy oat milk"))
    ui.press("Esc")
    #expect(ui.state.dialog == nil)
    #expect(try ui.notes()["A.md"] == Array("- [x] Buy oat milk ✅ 2026-03-14\n".utf8))
  }

  @Test func bothTextsOfAConflictInTheEditorAreShown() throws {
    let ui = try UIUnderTest()
    ui.send(
      .edited(
        EditReport(
          sentence: "Home.md was changed meanwhile", isProblem: true,
          conflict: [DiffLine(kind: .removed, text: "-theirs"), DiffLine(kind: .added, text: "+ours")])))
    #expect(ui.shows("A conflict") && ui.shows("-theirs") && ui.shows("+ours"))
    ui.press("Esc")
    #expect(ui.state.dialog == nil)
  }

  /// What is too long for the status line is not cut.
  @Test func whatTheEditorFailedOfIsReadWhole() throws {
    let ui = try UIUnderTest()
    let words = (0..<40).map { "word\($0)" }
    ui.send(.edited(EditReport(sentence: Message(words.joined(separator: " ")), isProblem: true)))
    #expect(words.allSatisfy(ui.shows), "\(ui.screen)")
    ui.press("Esc")
    #expect(ui.state.dialog == nil)
  }
}
