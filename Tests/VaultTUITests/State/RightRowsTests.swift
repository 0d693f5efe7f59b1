import Testing
import VaultCore
import VaultStore
import VaultTestSupport

@testable import VaultTUI

/// Keys are about what a person sees and has asked for, however late answers come and whatever others do meanwhile.
@Suite(.serialized) struct RightRowsTests {
  private static let notes = [
    "Apple.md": "# Apple\n\n- [ ] Pick apples 📅 2026-03-20\n", "Pear.md": "# Pear\n\n- [ ] Pick pears 📅 2026-03-21\n",
    "Plum.md": "# Plum\n\nTo [[Pear]].\n\n- [ ] Pick plums 📅 2026-03-22\n",
  ]

  private func text(_ ui: UIUnderTest, _ path: String) throws -> String {
    String(decoding: try #require(try ui.notes()[path]), as: UTF8.self)
  }

  // MARK: Late answers

  @Test func whatIsTypedAheadIsAboutWhatWillBeFound() throws {
    let ui = try UIUnderTest(Self.notes, at: "vault://tasks")
    ui.holdsAnswers = true
    ui.press("/ \"plums\" Enter x")
    ui.release()
    #expect(try text(ui, "Plum.md").contains("- [x] Pick plums"))
    #expect(try text(ui, "Apple.md") == Self.notes["Apple.md"])
  }

  @Test func whatIsPickedIsWhatWillBeFound() throws {
    let ui = try UIUnderTest(Self.notes, picks: UIState.Picking(.notes))
    ui.holdsAnswers = true
    ui.press("/ \"plums\" Enter")
    #expect(ui.end == nil)
    ui.release()
    #expect(ui.end == .picked([.note(NotePath("Plum.md"))]))
  }

  /// Keys behind one that is held are held as well: they are no title of a note.
  @Test func keysStayInOrder() throws {
    let ui = try UIUnderTest(Self.notes, at: "vault://")
    ui.holdsAnswers = true
    ui.press("2 d n \"yes\" Esc")
    ui.release()
    #expect(try ui.notes().count == 3)
    #expect(try ui.history.isEmpty)
  }

  @Test func keysForAListThatFailedAreForgotten() throws {
    let ui = try UIUnderTest(Self.notes)
    ui.holdsAnswers = true
    ui.press("/ \"plum tag:(\" Enter P")
    ui.pause()
    ui.release()
    ui.press("/ Ctrl-U \"plum\" Enter")
    #expect(try ui.history.isEmpty)
  }

  @Test func marksForAllAreForTheListThatIsThere() throws {
    let ui = try UIUnderTest(Self.notes)
    ui.holdsAnswers = true
    ui.press("2 * /")
    ui.release()
    ui.press("Esc 1 / \"plum\" Enter")
    #expect(ui.state.marks.allSatisfy { $0.task != nil })
  }

  /// What the query itself says of it is all that there is.
  @Test(arguments: ["vault://tasks", "vault://agenda", "vault://"]) func aLimitEndsTheList(_ address: String) throws {
    let ui = try UIUnderTest(Self.notes, at: address)
    ui.press("/ \"limit:2\"")
    ui.pause()
    ui.press("Enter G")
    #expect(ui.state.list.isComplete)
    ui.press("x 1 Backspace")
    #expect(!ui.state.list.isWaiting)
  }

  /// The second key is about the list as it is after the first.
  @Test func twoKeysAreTwoTasks() throws {
    let ui = try UIUnderTest(Self.notes, at: "vault://tasks")
    ui.holdsAnswers = true
    ui.press("x x")
    ui.release()
    #expect(try text(ui, "Apple.md").contains("- [x]"))
    #expect(try text(ui, "Pear.md").contains("- [x]"))
  }

  // MARK: Picking

  @Test func onlyTheNotesThatItCanBeAreThere() throws {
    let candidates = [NotePath("Pear.md"), NotePath("Sub/A \\\"q.md")]
    var notes = Self.notes
    notes["Sub/A \\\"q.md"] = "# Pear\n"
    notes["Sub/Pear.md"] = "# Pear\n"
    let ui = try UIUnderTest(notes, picks: UIState.Picking(.notes, isOne: true, among: candidates))
    #expect(Set(ui.state.list.rows.compactMap(\.note)) == Set(candidates))
    ui.press("* Space")
    #expect(ui.state.marks == [])
    ui.press("/ \"pick\" Enter")
    #expect(ui.end == .picked([.note(NotePath("Pear.md"))]))
  }

  @Test func whatIsPickedIsOfTheKindThatIsWanted() throws {
    let notes = try UIUnderTest(Self.notes, picks: UIState.Picking(.notes))
    notes.press("2 Enter")
    #expect(notes.end == .picked([.note(NotePath("Apple.md"))]))
    let tasks = try UIUnderTest(Self.notes, at: "vault://tasks", picks: UIState.Picking(.tasks))
    tasks.press("1 Enter")
    #expect(tasks.end == nil)
    tasks.press("2 Enter")
    guard case .picked(let rows)? = tasks.end, case .task? = rows.first else {
      Issue.record("\(tasks.end.debugDescription)")
      return
    }
  }

  // MARK: Others

  @Test func marksAreThoseOfTheScreen() throws {
    let ui = try UIUnderTest(Self.notes)
    ui.press("* 2 x")
    #expect(try text(ui, "Apple.md").contains("- [x]"))
    #expect(ui.state.marks == [])
  }

  @Test func aMarkedNoteThatIsGoneIsLeftOut() throws {
    let ui = try UIUnderTest(Self.notes)
    ui.press("* d")
    try ui.folder.remove("vault/Pear.md")
    ui.press("y")
    #expect(ui.shows("The notes have changed meanwhile") || ui.state.dialog != nil)
    ui.press("y")
    #expect(try ui.notes().isEmpty)
  }

  @Test func whatIsSelectedStaysSoBeforeOneHasMoved() throws {
    let ui = try UIUnderTest(Self.notes, at: "vault://tasks")
    let selected = ui.state.list.selected?.name
    try ui.folder.write("- [ ] Earlier 📅 2026-03-01\n", to: "vault/Early.md")
    ui.send(.resumed)
    #expect(ui.shows("Earlier"))
    #expect(ui.state.list.selected?.name == selected)
  }

  @Test func onlyWhatWasShownIsDeletedForGood() throws {
    let ui = try UIUnderTest(Self.notes)
    ui.press("d y 6 d y")
    try ui.folder.write("# Fig\n", to: "vault/Fig.md")
    let other = try Vault(
      location: VaultLocation(root: ui.folder.absolute("vault"), marker: .none), environment: ui.environment)
    _ = try other.editor().delete(named: ["Fig"])
    ui.press("y")
    #expect(try other.read { try $0.trash() }.map(\.path.text) == ["Fig.md"])
  }

  @Test func aTrashThatIsSearchedIsNotEmptied() throws {
    let ui = try UIUnderTest(Self.notes)
    ui.press("d y j d y 6 / \"ple\" Enter d")
    #expect(ui.state.dialog == nil)
    #expect(ui.shows("All of the trash is emptied"))
  }

  @Test func inTheHistoryWhatIsSelectedIsUndone() throws {
    let ui = try UIUnderTest(Self.notes, at: "vault://tasks")
    ui.press("x x 7 / \"toggle\" Enter G x y")
    #expect(try text(ui, "Apple.md") == Self.notes["Apple.md"])
    #expect(try text(ui, "Pear.md").contains("- [x]"))
  }

  // MARK: The note that is seen

  @Test func theNoteThatIsSeenIsPicked() throws {
    let ui = try UIUnderTest(Self.notes, picks: UIState.Picking(.notes))
    ui.press("Ctrl-P \"plum\" Enter")
    #expect(ui.state.preview.content?.note?.text == "Plum.md")
    ui.press("Enter")
    #expect(ui.end == .picked([.note(NotePath("Plum.md"))]))
  }

  @Test func aTaskOfTheListIsLeftAloneFromAnotherNote() throws {
    let ui = try UIUnderTest(Self.notes, at: "vault://tasks")
    let before = try ui.notes()
    ui.press("Ctrl-P \"plum\" Enter x d")
    ui.press("n")
    #expect(try ui.notes() == before)
  }

  @Test func keysAboutOneNoteAreAboutTheOneAtHand() throws {
    let ui = try UIUnderTest(Self.notes)
    ui.press("g Space Space")
    let here = try #require(ui.state.list.selected?.note?.text)
    ui.press("e y")
    #expect(ui.edited == [here])
    #expect(ui.copied == [here])
  }

  @Test func marksAreKeptByWhatIsNotAboutThem() throws {
    let ui = try UIUnderTest(Self.notes)
    ui.press("* a \"Buy jam\" Enter")
    #expect(ui.state.marks.count == 3)
    ui.press("t \"fruit\" Enter y")
    #expect(ui.state.marks == [])
  }

  /// From a link in the note one comes back to the note beside the list.
  @Test func backFromALinkIsTheNoteThatHasIt() throws {
    let ui = try UIUnderTest(Self.notes, at: "vault://tasks")
    ui.press("j j Right")
    let before = ui.state.preview.subject
    ui.press("] Enter")
    #expect(ui.state.preview.content?.note?.text == "Pear.md")
    ui.press("Backspace")
    #expect(ui.state.preview.subject == before)
    #expect(ui.state.preview.content?.note?.text == "Plum.md")
  }

  // MARK: Questions

  @Test func aRefusedNameIsNotLost() throws {
    let ui = try UIUnderTest(Self.notes)
    ui.press("r Ctrl-U \"Pear\" Enter")
    guard case .prompt(let prompt)? = ui.state.dialog else {
      Issue.record("\(ui.screen)")
      return
    }
    #expect(prompt.field.text == "Pear")
    #expect(prompt.problem != nil)
    ui.press("\"s\" Enter y")
    #expect(try ui.notes().keys.contains("Pears.md"))
  }

  @Test func aFolderIsDeletedAfterALookAtIt() throws {
    let ui = try UIUnderTest(["Fruit/A.md": "a\n", "Fruit/B.md": "b\n"], at: "vault://folder")
    ui.press("G d")
    guard case .confirm(let asked)? = ui.state.dialog else {
      Issue.record("\(ui.screen)")
      return
    }
    #expect(asked.plan?.lines.isEmpty == false)
    ui.press("Ctrl-Y")
    #expect(try ui.notes().count == 2)
    ui.press("y")
    #expect(try ui.notes().isEmpty)
    ui.press("u")
    #expect(try ui.notes().count == 2)
  }

  /// A name that is not UTF-8 cannot be looked for by its text.
  @Test func aNoteOfAnyNameIsDeleted() throws {
    let ui = try UIUnderTest(["A.md": "# A\n"])
    try ui.folder.write(Array("# Odd\n".utf8), to: Array("vault/".utf8) + [0xFF, 0xFE] + Array(".md".utf8))
    ui.send(.resumed)
    ui.press("/ \"odd\" Enter d y")
    ui.press("Esc")
    #expect(!ui.shows("Odd"), "\(ui.screen)")
    #expect(try ui.history.count == 1)
  }

  @Test func aFolderIsRenamedAndMoved() throws {
    let ui = try UIUnderTest(["Fruit/A.md": "To [[Fruit/B]].\n", "Fruit/B.md": "b\n"], at: "vault://folder")
    ui.press("G r Ctrl-U \"Obst\" Enter y")
    #expect(try ui.notes().keys.sorted() == ["Obst/A.md", "Obst/B.md"])
    ui.press("G M Ctrl-U \"Food/\" Enter y")
    #expect(try ui.notes().keys.sorted() == ["Food/Obst/A.md", "Food/Obst/B.md"])
    ui.press("u u")
    #expect(try ui.notes().keys.sorted() == ["Fruit/A.md", "Fruit/B.md"])
  }

  @Test func anExclamationMarkIsTextUntilItIsAskedFor() throws {
    let ui = try UIUnderTest(Self.notes)
    ui.press("a \"Pay due:2026-03-01 !high\"")
    #expect(try ui.history.isEmpty)
    ui.press("Enter")
    #expect(try ui.history.isEmpty)
    #expect(ui.shows("! says that it is meant"))
    ui.press("!")
    #expect(try ui.history.count == 1)
  }

  @Test(arguments: ["vault://today", "vault://new?title=Idea", "vault://note/Plum.md?view=edit"])
  func nothingIsMadeWherePickingBegins(_ address: String) throws {
    let ui = try UIUnderTest(Self.notes, at: address, picks: UIState.Picking(.notes))
    ui.press("T j Enter 8 Enter j Enter")
    #expect(try ui.history.isEmpty)
    #expect(ui.edited == [])
    #expect(try ui.notes().count == 3)
  }
}
