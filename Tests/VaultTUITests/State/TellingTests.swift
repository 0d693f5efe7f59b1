import Testing
import VaultCore
import VaultStore
import VaultTestSupport

@testable import VaultTUI

/// What is said of changes: before they are made, when they are refused, and behind them.
@Suite(.serialized) struct TellingTests {
  private let notes = [
    "Apple.md": "# Apple\n\n[[Pear]]\n", "Pear.md": "# Pear\n\n- [ ] Pick the pear\n", "Zebra.md": "# Zebra\n",
  ]

  /// What would break is part of the question.
  @Test func whatLinksToANoteIsSaidBeforeItIsDeleted() throws {
    let ui = try UIUnderTest(notes, at: "vault://note/Pear.md")
    ui.press("d")
    #expect(ui.shows("Move Pear.md to the trash?") && ui.shows("Apple.md"), "\(ui.screen)")
    ui.press("n")
    #expect(try ui.notes()["Pear.md"] != nil)
    ui.press("esc / \"zebra\" enter d")
    #expect(ui.shows("Move Zebra.md to the trash?") && !ui.shows("Apple.md"), "\(ui.screen)")
    ui.press("y")
    #expect(try ui.notes()["Zebra.md"] == nil)
  }

  @Test func whatCannotBeDoneIsNotAskedAbout() throws {
    let ui = try UIUnderTest(notes, at: "vault://note/Pear.md")
    try ui.folder.remove("vault/Pear.md")
    ui.press("d")
    #expect(ui.shows("Nothing was changed") && !ui.shows("y yes"), "\(ui.screen)")
  }

  @Test func whatIsBackIsSelected() throws {
    let ui = try UIUnderTest(notes)
    ui.press("G d y")
    #expect(ui.state.list.rows.map(\.name) == ["Apple", "Pear"])
    ui.press("g u")
    #expect(ui.state.list.selected?.name == "Zebra", "\(ui.screen)")
    ui.press("g U")
    #expect(!ui.state.list.rows.contains { $0.name == "Zebra" })
  }

  @Test func aTaskThatIsBackIsSelected() throws {
    let ui = try UIUnderTest(at: "vault://tasks")
    ui.press("Down Down")
    let selected = ui.state.list.selection
    ui.press("x u")
    #expect(ui.state.list.selection == selected)
    // Something else was changed since.
    ui.press("x Down Down T 1")
    let other = ui.state.list.selection
    ui.press("u")
    #expect(ui.state.list.selection == other)
  }

  /// `u` is about the last change everywhere, `x` in the history about the row.
  @Test func anyChangeInTheHistoryCanBeUndone() throws {
    let ui = try UIUnderTest(notes)
    ui.press("G P")
    ui.press("G P 7 down x")
    #expect(ui.shows("Undo: pin Zebra.md?"), "\(ui.screen)")
    ui.press("y")
    #expect(try ui.notes()["Zebra.md"] == Array("# Zebra\n".utf8))
    #expect(try ui.notes()["Pear.md"] != Array("# Pear\n\n- [ ] Pick the pear\n".utf8))
    // What takes one back is none, and what was taken back is that already.
    ui.press("g x")
    #expect(ui.state.dialog == nil && ui.state.status?.text.hasPrefix("This takes a change back") == true)
    ui.press("G x")
    #expect(ui.state.dialog == nil && ui.state.status?.text == "It is undone already.")
    ui.press("u")
    #expect(try ui.notes()["Pear.md"] == Array("# Pear\n\n- [ ] Pick the pear\n".utf8))
  }

  /// A handle says nothing to anybody.
  @Test func aTaskThatSaysSomethingElseIsRefusedByAName() throws {
    let ui = try UIUnderTest(notes, at: "vault://tasks")
    try ui.folder.write("# Pear\n\n- [ ] Eat the pear\n", to: "vault/Pear.md")
    ui.press("x")
    let status = ui.state.status?.text ?? ui.screen
    #expect(ui.shows("The task was") && ui.shows("Eat the pear"), "\(ui.screen)")
    #expect(!status.contains("meant"))
    #expect(try ui.notes()["Pear.md"] == Array("# Pear\n\n- [ ] Eat the pear\n".utf8))
  }

  /// Keys, as they are set, and where none does it, what the command is called elsewhere.
  @Test func remediesAreKeys() throws {
    let ui = try UIUnderTest(notes)
    func said(_ message: Message) -> String? {
      ui.send(.edited(EditReport(sentence: message, isProblem: false)))
      return ui.state.status?.text
    }
    #expect(said("it is gone; \(command: .undo) or \(command: .history)") == "It is gone; u or 7")
    #expect(said("A.md: \(command: .trustVault)") == "A.md: Trust Vault")
    #expect(said("\(command: .undo) takes it back") == "u takes it back")
    var state = ui.state
    state.settings.keys = KeyMap.standard(with: [("undo", "F5")]).map
    #expect(state.words("\(command: .undo) takes it back") == "F5 takes it back")
  }

  /// A warning that is longer than the line takes those above it, until a key comes, and no key of its own.
  @Test func aLongWarningIsReadWholeAndTakesNoKey() throws {
    let words = (0..<20).map { "word\($0)" }
    let ui = try UIUnderTest()
    let selected = ui.state.list.selection
    ui.send(.event(.notice([VaultNotice(Message(words.joined(separator: " ")), isWarning: true)])))
    #expect(words.allSatisfy(ui.shows), "\(ui.screen)")
    ui.press("down")
    #expect(!ui.shows("word1") && ui.state.list.selection != selected)
    let small = try UIUnderTest(size: GridSize(columns: 40, rows: 8))
    small.send(.event(.notice([VaultNotice(Message(words.joined(separator: " ")), isWarning: true)])))
    #expect(small.shows("word0") && small.shows("? help") && small.lines.count == 8)
  }

  @Test func nothingInASCIIReadsAsFailure() throws {
    let ui = try UIUnderTest(notes, unicode: false)
    ui.press("P")
    #expect(ui.shows("ok Pin"), "\(ui.screen)")
  }

  /// `m` leads to the mentions, behind the links.
  @Test func mentionsAreLedTo() throws {
    let notes = ["Apple.md": "[[Pear]]\n", "Pear.md": "# Pear\n", "Zebra.md": "Eats a Pear a day.\n"]
    let ui = try UIUnderTest(notes, at: "vault://note/Pear.md")
    ui.press("b")
    #expect(ui.state.list.selected?.note?.text == "Apple.md", "\(ui.screen)")
    ui.press("esc m")
    #expect(ui.state.list.selected?.note?.text == "Zebra.md", "\(ui.screen)")
  }

  /// What is pasted goes where the keys before it lead, as keys do.
  @Test func aPasteWaitsForTheKeysBeforeIt() throws {
    let ui = try UIUnderTest(notes)
    ui.holdsAnswers = true
    ui.press("2 a")
    ui.press("esc x t")
    ui.send(.input(.paste("work")))
    ui.press("enter")
    ui.release()
    #expect(ui.state.status?.text.hasPrefix("Add #work to a task") != false, "\(ui.screen)")
  }

  /// A key that a box names does what it says there.
  @Test func aKeyThatABoxNamesIsTaken() throws {
    let ui = try UIUnderTest(notes)
    let sentence = Message(String(repeating: "it came back blank ", count: 9)) + "; \(command: .history) shows by what"
    ui.send(.edited(EditReport(sentence: sentence, isProblem: true)))
    #expect(ui.state.dialog != nil && ui.shows("7 shows by what"), "\(ui.screen)")
    ui.press("7")
    #expect(ui.state.dialog == nil && ui.state.screen == .history)
    // Others only close it.
    ui.send(.edited(EditReport(sentence: sentence, isProblem: true)))
    ui.press("2")
    #expect(ui.state.dialog == nil && ui.state.screen == .history)
  }

  /// The row at hand is seen beside it.
  @Test func aLongMessageHidesNoSelectedRow() throws {
    let ui = try UIUnderTest()
    ui.press("G")
    ui.send(.event(.notice([VaultNotice(Message(String(repeating: "a warning ", count: 30)))])))
    let place = try #require(ui.lines.firstIndex { $0.contains("▌") }, "\(ui.screen)")
    #expect(ui.lines[(place + 1)...].contains { $0.contains("a warning") }, "\(ui.screen)")
    // A click on it is about no row behind it.
    let selected = ui.state.list.selection
    ui.click(row: 21, column: 5)
    #expect(ui.state.list.selection == selected)
  }

  /// Something is open by the time it is known that something else would be done.
  @Test func whatIsNotDoneAnyMoreIsToldLate() throws {
    let ui = try UIUnderTest(notes)
    var state = ui.state
    func press(_ keys: String...) -> [UIEffect] {
      keys.flatMap { key in Key(named: key).map { state.update(.input(.key($0))) } ?? [] }
    }
    func number(_ effects: [UIEffect]) -> Int? {
      effects.firstNonNil {
        switch $0 {
        case .plan(_, let number), .change(_, let number, _): number
        default: nil
        }
      }
    }
    let plan = PlannedText(lines: [DiffLine(kind: .added, text: "x")], remarks: [], signature: [1], files: 2)
    let first = try #require(number(press("*", "d")))
    _ = state.update(.answer(UIAnswer(number: first, kind: .plan, value: .success(.planned(plan)))))
    let change = try #require(number(press("y")))
    _ = press("?")
    let outdated = ChangedText(sentence: "", note: nil, didChange: false, isOutdated: true)
    let again = try #require(
      number(state.update(.answer(UIAnswer(number: change, kind: .change, value: .success(.changed(outdated)))))))
    _ = state.update(.answer(UIAnswer(number: again, kind: .plan, value: .success(.planned(plan)))))
    #expect(state.dialog == .help(top: 0))
    _ = press("esc")
    let isTold = if case .notice(let notice)? = state.dialog { notice.title == "Nothing was changed" } else { false }
    #expect(isTold)
  }
}
