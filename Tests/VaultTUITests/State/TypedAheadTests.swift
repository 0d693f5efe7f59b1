import Testing
import VaultCore
import VaultStore
import VaultTestSupport

@testable import VaultTUI

/// Keys mean what was seen, or is about to be, when they were pressed.
@Suite(.serialized) struct TypedAheadTests {
  private let notes = [
    "Apple.md": "# Apple\n\n[[Pear]]\n", "Pear.md": "# Pear\n\n- [ ] Pick the pear\n",
    "Zebra.md": "# Zebra\n\n[[Pear]]\n",
  ]

  @Test func enterOpensTheNoteThatWasTyped() throws {
    let ui = try UIUnderTest(notes)
    ui.press("ctrl-p")
    ui.holdsAnswers = true
    ui.press("\"Zebra\" enter")
    #expect(ui.state.dialog != nil)
    ui.release()
    #expect(ui.state.dialog == nil)
    #expect(ui.state.place.place == .note(NotePath("Zebra.md")))
    // So are the rows below the first one.
    ui.press("ctrl-p \"e\"")
    let second = try #require(ui.state.names?.notes.dropFirst().first?.path)
    ui.press("esc ctrl-p")
    ui.holdsAnswers = true
    ui.press("\"e\" down enter")
    ui.release()
    #expect(ui.state.place.place == .note(second))
  }

  @Test func escLeavesNamesThatAreWaitedFor() throws {
    let ui = try UIUnderTest(notes)
    ui.press("ctrl-p")
    ui.holdsAnswers = true
    ui.press("\"Zebra\" enter esc")
    #expect(ui.state.dialog == nil)
    ui.release()
    #expect(ui.state.dialog == nil && ui.state.place.place == .notes)
  }

  @Test func aLetterIsSeenWhateverIsWaitedFor() throws {
    let ui = try UIUnderTest(notes)
    ui.holdsAnswers = true
    ui.press("/ \"pe\" down \"ar\"")
    #expect(ui.state.query.text == "pear")
    ui.press("down esc")
    #expect(ui.state.query.text.isEmpty)
  }

  /// Keys behind one that leads beyond the rows that are there are about the row that it leads to.
  @Test(arguments: ["G P", "End P"] + [Array(repeating: "Down", count: 149).joined(separator: " ") + " P"])
  func keysBehindAMoveBeyondTheRowsWait(_ keys: String) throws {
    let many = Dictionary(uniqueKeysWithValues: (100..<250).map { ("N\($0).md", "# N\($0)\n") })
    let ui = try UIUnderTest(many)
    ui.holdsAnswers = true
    ui.press(keys)
    while !ui.isAnswered { ui.releaseOnce() }
    let pinned = try ui.notes().filter { String(decoding: $1, as: UTF8.self).contains("pin: true") }.keys
    let other = try UIUnderTest(many)
    other.press("G")
    #expect(try Array(pinned) == [#require(other.state.list.selected?.note?.text)])
  }

  @Test func allThatIsMarkedIsChanged() throws {
    let many = Dictionary(uniqueKeysWithValues: (100..<250).map { ("N\($0).md", "# N\($0)\n") })
    let ui = try UIUnderTest(many)
    ui.holdsAnswers = true
    ui.press("* P")
    while !ui.isAnswered { ui.releaseOnce() }
    #expect(ui.shows("Pin 150 notes?"), "\(ui.screen)")
  }

  @Test func rowsThatAreNotThereYetAreMarkedInTurn() throws {
    let many = Dictionary(uniqueKeysWithValues: (100..<250).map { ("N\($0).md", "# N\($0)\n") })
    let ui = try UIUnderTest(many)
    ui.holdsAnswers = true
    ui.press(Array(repeating: "Space", count: 101).joined(separator: " "))
    while !ui.isAnswered { ui.releaseOnce() }
    #expect(ui.state.marks.count == 101, "\(ui.screen)")
  }

  /// What is typed behind a key that starts the editor is the editor's, also where both had to wait.
  @Test func keysBehindTheEditorAreDropped() throws {
    let ui = try UIUnderTest(notes)
    ui.holdsAnswers = true
    ui.press("1 e d y")
    ui.release()
    #expect(ui.edited.count == 1 && ui.state.dialog == nil)
    #expect(try ui.notes().count == 3)
  }

  /// What is refused late takes no form away, and is read once that is closed.
  @Test func aLateRefusalLeavesAnOpenForm() throws {
    let ui = try UIUnderTest(notes)
    ui.press("a \"Buy milk\"")
    let long = String(repeating: "another program has the vault; ", count: 9)
    ui.send(
      .answer(UIAnswer(number: -1, kind: .change, value: .failure(UIFailure(LongError(text: long))))))
    #expect(ui.state.prompt?.field.text == "Buy milk")
    #expect(ui.shows("Nothing was changed"))
    ui.press("\" soon\"")
    #expect(ui.state.prompt?.field.text == "Buy milk soon")
    ui.press("esc")
    let isTold = if case .notice? = ui.state.dialog { true } else { false }
    #expect(isTold, "\(ui.screen)")
    ui.press("esc")
    #expect(ui.state.dialog == nil)
  }

  @Test func nothingIsDoneThatCannotBeSeen() throws {
    let ui = try UIUnderTest(notes)
    let before = try ui.notes()
    ui.press("/ \"zebra\" enter d")
    ui.send(.resized(GridSize(columns: 30, rows: 6)))
    ui.press("y 2 x")
    #expect(try ui.notes() == before)
    ui.send(.resized(GridSize(columns: 80, rows: 24)))
    #expect(ui.shows("y yes"))
    ui.send(.resized(GridSize(columns: 30, rows: 6)))
    ui.press("q")
    #expect(ui.state.dialog == nil && ui.end == nil)
    ui.press("q")
    #expect(ui.end == .quit)
  }

  @Test func controlKeysAreTakenInDialogs() throws {
    let ui = try UIUnderTest(notes)
    for keys in ["d", "a \"x\"", "T", "ctrl-p", "?"] {
      ui.press(keys + " ctrl-c")
      #expect(ui.state.dialog == nil && ui.end == nil, "\(keys)")
    }
    ui.press("a \"x\" ctrl-z")
    #expect(ui.isStopped && ui.state.prompt?.field.text == "x")
  }

  @Test func aLongQuestionIsReadWhole() throws {
    let name = String(repeating: "a long name ", count: 9) + "end"
    let ui = try UIUnderTest(["\(name).md": "text\n"], size: GridSize(columns: 40, rows: 20))
    ui.press("d")
    #expect(ui.shows("name end.md to the") && ui.shows("│ trash?"), "\(ui.screen)")
  }

  @Test func aLongLineOfADiffIsReadWhole() throws {
    let words = String(repeating: "word ", count: 40)
    let ui = try UIUnderTest(["Pear.md": "# Pear\n", "a.md": "\(words)[[Pear]] \(words)\n"])
    ui.press("/ \"title:pear\" enter r ctrl-u \"Quince\" enter")
    #expect(ui.shows("[[Quince]]"), "\(ui.screen)")
  }

  @Test func whatIsSelectedAmongBacklinksStaysSo() throws {
    let ui = try UIUnderTest(notes, at: "vault://backlinks/Pear.md")
    ui.press("G space")
    #expect(ui.state.list.selected?.note == NotePath("Zebra.md"))
    try ui.folder.write("# Banana\n\n[[Pear]]\n", to: "vault/Banana.md")
    ui.press("ctrl-l")
    #expect(ui.state.list.rows.count == 4)
    #expect(ui.state.list.selected?.note == NotePath("Zebra.md"))
    #expect(ui.state.marks == Set([.place(NotePath("Zebra.md"), line: 3)]))
    // Twice in one line are two rows.
    try ui.folder.write("# Zebra\n\n[[Pear]] [[Pear]]\n", to: "vault/Zebra.md")
    ui.press("ctrl-l G")
    #expect(ui.state.list.selection == .again(.place(NotePath("Zebra.md"), line: 3), 1))
    ui.press("P P")
    #expect(try ui.history.count == 2)
  }

  @Test func backLeadsToTheSamePlaceInANote() throws {
    let lines = (0..<80).map { "line \($0)\n\n" }.joined() + "[[Pear]]\n"
    let ui = try UIUnderTest(["Long.md": "# Long\n\n" + lines, "Pear.md": "# Pear\n"], at: "vault://note/Long.md")
    ui.press("G ]")
    let (top, chosen) = (ui.state.preview.top, ui.state.preview.chosen)
    #expect(top > 20 && chosen != nil)
    ui.press("enter")
    #expect(ui.state.preview.content?.note == NotePath("Pear.md") && ui.state.preview.top == 0)
    ui.press("backspace")
    #expect(ui.state.preview.content?.note == NotePath("Long.md"))
    #expect((ui.state.preview.top, ui.state.preview.chosen) == (top, chosen))
  }

  @Test func keysInATasksNoteAreAboutTheTask() throws {
    let ui = try UIUnderTest(notes, at: "vault://tasks")
    ui.press("tab d")
    #expect(ui.shows("Delete the task Pick the pear?"), "\(ui.screen)")
  }

  @Test func anotherOrderKeepsTheFolder() throws {
    let ui = try UIUnderTest(notes.merging(["f/In.md": "# In\n"]) { $1 }, at: "vault://select?folder=f")
    #expect(ui.state.list.count == "1 note")
    ui.press("o down enter")
    #expect(ui.state.list.count == "1 note")
  }

  @Test func aNoteThatNeverWasIsNotGone() throws {
    let ui = try UIUnderTest(notes, at: "vault://note/Aple.md")
    #expect(ui.state.preview.problem?.contains("No note is called") == true, "\(ui.screen)")
    #expect(ui.state.preview.problem?.contains("Apple") == true)
    ui.press("ctrl-l")
    #expect(ui.state.preview.problem?.contains("Apple") == true)
    // One that was seen is.
    let other = try UIUnderTest(notes, at: "vault://note/Zebra.md")
    try other.folder.remove("vault/Zebra.md")
    other.press("ctrl-l ctrl-l")
    #expect(other.state.preview.problem == "Zebra.md is not there any more.")
  }

  @Test func aConsoleWithoutAClipboardShowsWhatIsCopied() throws {
    let ui = try UIUnderTest(notes)
    ui.disablesCopies()
    ui.press("/ \"zebra\" enter y")
    #expect(ui.copied.isEmpty && ui.shows("Zebra.md"))
  }
}

private struct LongError: Failure {
  let text: String

  var kind: FailureKind { .busy }
  var message: Message { "\(text)" }
}

extension UIState {
  fileprivate var names: NamesDialog? { if case .names(let names)? = dialog { names } else { nil } }
  fileprivate var prompt: Prompt? { if case .prompt(let prompt)? = dialog { prompt } else { nil } }
}
