import Foundation
import Testing
import VaultCore
import VaultStore
import VaultTestSupport

@testable import VaultTUI

/// What keys and clicks bring about, without a terminal.
@Suite(.serialized) struct UIStateTests {
  private static let addresses = [
    "vault://", "vault://search?q=rye", "vault://note/Home.md", "vault://note/Home.md#Most%20used",
    "vault://note/Home.md?line=20",
    "vault://note/Home.md?view=raw", "vault://new?title=Idea", "vault://tasks", "vault://tasks?tab=high",
    "vault://tasks?q=bread&tab=low", "vault://agenda", "vault://agenda?days=3", "vault://backlinks/Home.md",
    "vault://folder", "vault://folder/Recipes", "vault://tags", "vault://tag/baking", "vault://graph",
    "vault://graph?note=Home.md&steps=1", "vault://select", "vault://select?q=rye", "vault://trash", "vault://history",
    "vault://settings", "vault://doctor", "vault://stats", "vault://sync", "vault://file/Attachments/spending-2026.csv",
    "vault://?q=tag:baking&sort=title",
  ]

  @Test(arguments: addresses) func anAddressIsShownAndGivenBack(_ address: String) throws {
    let ui = try UIUnderTest(at: address)
    #expect(!ui.state.list.isWaiting)
    if case .newNote = ui.state.place.place {
      ui.press("Esc")
    } else {
      ui.press("Y")
      #expect(ui.copied == [try VaultURL(address).description])
    }
    ui.press("Tab Tab 1 2 3 4 5 6 7 8 1 q")
    #expect(ui.end == .quit)
  }

  @Test func anAddressOfATaskSelectsIt() throws {
    let first = try UIUnderTest(at: "vault://tasks?tab=low")
    let handle = try #require(first.state.list.selected?.id?.task)
    let ui = try UIUnderTest(at: "vault://task/\(handle)")
    #expect(ui.state.list.selected?.id == .task(handle: handle))
    ui.press("Y")
    #expect(ui.copied == ["vault://task/\(handle)"])
  }

  @Test func aDayOpensItsNote() throws {
    let ui = try UIUnderTest(at: "vault://today")
    #expect(ui.state.preview.content?.note?.text == "Journal/2026-03-14.md")
    #expect(ui.state.focus == .preview)
    #expect(!ui.shows("nothing to change"))
    #expect(ui.state.back.isEmpty || ui.state.back.last?.place == VaultURL(.notes))
  }

  @Test func aTaskThatIsDoneIsUnfolded() throws {
    let ui = try UIUnderTest(["A.md": "- [ ] open\n- [x] done ✅ 2026-03-01\n"], at: "vault://tasks")
    ui.press("G Enter G")
    let handle = try #require(ui.state.list.selected?.id?.task)
    let other = try UIUnderTest(["A.md": "- [ ] open\n- [x] done ✅ 2026-03-01\n"], at: "vault://task/\(handle)")
    #expect(other.state.list.selected?.name == "done")
  }

  /// From the note beside a list one comes back to the list, however one came there.
  @Test(arguments: ["Tab", "Enter", "Right"]) func backFromTheNoteIsTheListBesideIt(_ key: String) throws {
    let ui = try UIUnderTest()
    ui.press("2 1 j \(key)")
    #expect(ui.state.focus == .preview)
    ui.press("Backspace")
    #expect(ui.state.focus == .list)
    #expect(ui.state.screen == .notes)
    ui.press("Backspace")
    #expect(ui.state.screen == .tasks)
  }

  @Test func tabsTurnByEachKey() throws {
    let ui = try UIUnderTest(at: "vault://tasks")
    ui.holdsAnswers = true
    ui.press("] ] ]")
    ui.release()
    #expect(ui.state.listPlace.tab == .high)
  }

  // MARK: Several at once

  private static let many = Dictionary(
    uniqueKeysWithValues: (0..<60).map { number in
      (
        "Note \(number).md",
        "---\ntags: [a]\n---\n# Note \(number)\n\n- [ ] Task \(number) 📅 2026-03-20\n\nTo [[Note \((number + 1) % 60)]].\n"
      )
    })

  /// One plan that is shown, one operation, and every byte back.
  @Test(arguments: [
    ("vault://tasks", "x"), ("vault://tasks", "D \"monday\" Enter"), ("vault://tasks", "s \"tomorrow\" Enter"),
    ("vault://tasks", "p k Enter"), ("vault://tasks", "t \"new\" Enter"), ("vault://tasks", "d"),
    ("vault://", "t \"new -a\" Enter"), ("vault://", "r \"Note => Page\" Enter"),
    ("vault://", "M Ctrl-U \"Sub\" Enter"),
    ("vault://", "d"), ("vault://", "P"),
  ])
  func whatIsMarkedIsChangedAtOnce(_ address: String, _ keys: String) throws {
    let ui = try UIUnderTest(Self.many, at: address)
    let before = try ui.notes()
    ui.press("*")
    #expect(ui.state.marks.count == 60)
    ui.press(keys)
    guard case .confirm(let asked)? = ui.state.dialog else {
      Issue.record("nothing is asked: \(ui.screen)")
      return
    }
    #expect(asked.plan?.files ?? 0 >= 60)
    #expect(try ui.notes() == before)
    ui.press("y")
    #expect(try ui.notes() != before, "\(ui.screen)")
    #expect(try ui.history.count == 1)
    #expect(ui.state.marks == [])
    ui.press("u")
    #expect(try ui.notes() == before)
  }

  @Test func aTasksTextIsEdited() throws {
    let ui = try UIUnderTest(["A.md": "- [ ] Buy milk 📅 2026-03-20 ^m\n"], at: "vault://tasks")
    ui.press("r Ctrl-U \"Buy oat milk\" Enter")
    #expect(try ui.notes()["A.md"] == Array("- [ ] Buy oat milk 📅 2026-03-20 ^m\n".utf8))
    ui.press("u")
    #expect(try ui.notes()["A.md"] == Array("- [ ] Buy milk 📅 2026-03-20 ^m\n".utf8))
  }

  @Test func aPastDayIsMeantByAnExclamationMark() throws {
    let ui = try UIUnderTest(["A.md": "- [ ] Buy milk\n"], at: "vault://tasks")
    ui.press("D \"2026-03-01\" Enter")
    #expect(ui.shows("has passed; ! says that it is meant"))
    #expect(try ui.notes()["A.md"] == Array("- [ ] Buy milk\n".utf8))
    ui.press("!")
    #expect(try ui.notes()["A.md"] == Array("- [ ] Buy milk 📅 2026-03-01\n".utf8))
    // Nothing else is wrong that it could say.
    ui.press("D Ctrl-U \"no day!\" Enter")
    #expect(ui.shows("is no day"))
    ui.press("Esc")
    #expect(try ui.notes()["A.md"] == Array("- [ ] Buy milk 📅 2026-03-01\n".utf8))
  }

  @Test func nothingIsChangedOrEditedWhilePicking() throws {
    let ui = try UIUnderTest(picks: UIState.Picking(.notes))
    let before = try ui.notes()
    ui.press("e E x d P")
    #expect(ui.edited == [])
    #expect(ui.state.dialog == nil)
    #expect(ui.shows("Notes are being picked here"))
    #expect(try ui.notes() == before)
  }

  /// The full question would take the answer of the quick one away, if that takes longer than the pause.
  @Test func aPauseWaitsForTheQuickAnswer() throws {
    let ui = try UIUnderTest()
    ui.holdsAnswers = true
    ui.press("/ \"rye\"")
    ui.pause()
    #expect(ui.lists.last?.isTyping == true)
    ui.release()
    #expect(ui.lists.suffix(2).map(\.isTyping) == [true, false])
    #expect(ui.lists.suffix(2).map(\.text) == ["rye", "rye"])
    #expect(!ui.state.list.isWaiting)
    ui.press("\"x\"")
    #expect(ui.lists.last?.isTyping == true)
    ui.pause()
    #expect(ui.lists.last?.isTyping == false)
  }

  /// A slow line cuts what the terminal answers behind `ESC P` and the like.
  @Test func theBeginningOfAnAnswerIsNoKey() throws {
    let ui = try UIUnderTest()
    let before = (try ui.notes(), ui.screen)
    ui.press("Alt-P Alt-] Alt-[ Alt-O Alt-X Alt-^ Alt-_")
    #expect(try ui.notes() == before.0)
    #expect(ui.screen == before.1)
  }

  @Test func nothingIsChangedWithoutAYes() throws {
    let ui = try UIUnderTest(Self.many)
    let before = try ui.notes()
    ui.press("* d n d Esc")
    #expect(try ui.notes() == before)
    #expect(ui.state.marks.count == 60)
  }

  /// What was shown is what is done: where the file has changed meanwhile, nothing is.
  @Test func aPlanThatIsOutOfDateIsNotCarriedOut() throws {
    let ui = try UIUnderTest(["A.md": "# A\n\nTo [[B]].\n", "B.md": "# B\n"], at: "vault://note/B.md")
    ui.press("r Ctrl-U \"C\" Enter")
    try ui.folder.write("# A\n\nTo [[B]] and [[B]].\n", to: "vault/A.md")
    ui.press("y")
    #expect(try ui.notes().keys.sorted() == ["A.md", "B.md"])
    #expect(ui.shows("[[C]] and [[C]]"))
    ui.press("y")
    #expect(try ui.notes().keys.sorted() == ["A.md", "C.md"])
  }

  // MARK: Rows that come and go

  @Test func selectionAndMarksSurviveWhatOthersDo() throws {
    let ui = try UIUnderTest(Self.many)
    ui.press("j j Space j")
    let (selected, marked) = (ui.state.list.selection, ui.state.marks)
    try ui.folder.write("# New\n", to: "vault/New.md")
    ui.send(.event(.notes(.many)))
    #expect(ui.state.list.count == "61 notes")
    #expect(ui.state.list.selection == selected)
    #expect(ui.state.marks == marked)
  }

  @Test func aNoteThatIsGoneIsTold() throws {
    let ui = try UIUnderTest(["A.md": "# A\n", "B.md": "# B\n"], at: "vault://note/A.md")
    try FileManager.default.removeItem(atPath: ui.folder.absolute("vault/A.md"))
    ui.send(.event(.notes(.many)))
    #expect(ui.shows("A.md") && !ui.shows("# A"))
    ui.press("Backspace")
    #expect(ui.state.list.selected?.name == "B")
  }

  /// Keys that are typed before the rows are there are about them.
  @Test func keysTypedAheadCount() throws {
    let ui = try UIUnderTest(Self.many)
    ui.holdsAnswers = true
    ui.press("2 j j x")
    #expect(try ui.history.isEmpty)
    ui.release()
    #expect(try ui.history.count == 1)
    #expect(ui.state.list.selected?.name != nil)
  }

  /// An answer to another query than the one that is typed is never drawn.
  @Test func lateAnswersAreDropped() throws {
    let ui = try UIUnderTest()
    ui.press("/ \"rye\"")
    ui.holdsAnswers = true
    ui.press("\" salt\"")
    let before = ui.state.list.rows
    ui.press("Ctrl-W")
    #expect(ui.state.list.rows == before)
    ui.release()
    #expect(ui.state.query.text == "rye ")
    #expect(ui.shows("Rye sourdough"))
  }

  /// Rows come in parts, and keys count all the same.
  @Test func keysGoBeyondTheRowsThatAreThere() throws {
    let notes = Dictionary(uniqueKeysWithValues: (0..<400).map { ("Note \($0).md", "# Note \($0)\n") })
    let ui = try UIUnderTest(notes)
    ui.holdsAnswers = true
    for _ in 0..<500 { ui.press("j") }
    ui.release()
    let last = ui.state.list.selection
    #expect(ui.state.list.rows.count == 400)
    ui.press("g G")
    #expect(ui.state.list.selection == last)
    #expect(ui.state.list.rows.last?.id == last)
  }

  /// ESC and the key behind it come together over slow lines.
  @Test(arguments: ["n", "T", "Ctrl-P", "?"]) func escapeAndAKeyThatCameTogether(_ dialog: String) throws {
    let ui = try UIUnderTest()
    ui.press(dialog)
    #expect(ui.state.dialog != nil)
    ui.press("Alt-2")
    #expect(ui.state.dialog == nil)
    #expect(ui.state.screen == .tasks)
  }

  @Test func aFieldIsBounded() throws {
    let ui = try UIUnderTest()
    ui.press("/")
    ui.send(.input(.paste(String(repeating: "x", count: 5_000_000))))
    #expect(ui.state.query.text.count == TextField.longest)
    ui.press("y Ctrl-Left Ctrl-U")
    #expect(ui.state.query.text.isEmpty || ui.state.query.text.count <= TextField.longest)
  }

  // MARK: Picking

  @Test func whatIsMarkedIsPicked() throws {
    let ui = try UIUnderTest(
      ["A.md": "# A\n", "B.md": "# B\n", "C.md": "# C\n"], at: "vault://?sort=title", picks: UIState.Picking(.notes))
    ui.press("Space j Space Enter")
    #expect(ui.end == .picked([.note(NotePath("A.md")), .note(NotePath("C.md"))]))
    let none = try UIUnderTest(["A.md": "# A\n"], picks: UIState.Picking(.notes))
    none.press("d x r q")
    #expect(none.end == .nothingPicked)
    #expect(try none.history.isEmpty)
  }

  // MARK: The mouse

  @Test func clicksSelectAndOpen() throws {
    let ui = try UIUnderTest()
    try ui.click("The Salt Road")
    #expect(ui.state.list.selected?.name == "The Salt Road")
    #expect(ui.state.focus == .list)
    try ui.click("The Salt Road")
    #expect(ui.state.focus == .preview)
    try ui.click("2 Tasks")
    #expect(ui.state.screen == .tasks)
    try ui.click("High")
    #expect(ui.state.listPlace.tab == .high)
    try ui.click("help")
    #expect(ui.state.dialog == .help(top: 0))
    try ui.click("Esc close")
    #expect(ui.state.dialog == nil)
  }

  @Test func theWheelScrollsWhatItIsOver() throws {
    let ui = try UIUnderTest()
    ui.send(.input(.wheel(lines: 2, column: 60, row: 10)))
    #expect(ui.state.preview.top > 0)
    #expect(ui.state.list.selected?.name == "Saturday")
    // What is selected stays so, while it is seen.
    ui.send(.input(.wheel(lines: 1, column: 5, row: 10)))
    #expect(ui.state.list.top == 3)
    let first = ui.state.list.rows[3...].lazy.compactMap(\.id).first
    #expect(ui.state.list.selection == first)
    ui.press("down")
    let second = ui.state.list.selection
    ui.send(.input(.wheel(lines: -1, column: 5, row: 10)))
    #expect(ui.state.list.top == 0 && ui.state.list.selection == second)
  }

  @Test func theWheelLeavesTheNoteThatIsRead() throws {
    let ui = try UIUnderTest()
    ui.press("Enter")
    let shown = ui.state.preview.shown
    for _ in 0..<5 { ui.send(.input(.wheel(lines: 3, column: 5, row: 10))) }
    #expect(ui.state.list.top > 0 && ui.state.preview.shown == shown && ui.state.focus == .preview)
  }

  @Test func escTakesTheSearchAwayBeforeItLeadsBack() throws {
    let ui = try UIUnderTest()
    ui.press("2 1 / \"wei\" Enter Esc")
    #expect(ui.state.screen == .notes && ui.state.query.text.isEmpty && ui.shows("50 notes"))
    ui.press("Esc")
    #expect(ui.state.screen == .tasks)
  }

  @Test func theBorderCanBeDragged() throws {
    let ui = try UIUnderTest()
    func place() -> Int? {
      let line = ui.lines[5]
      return line.firstIndex(of: "│").map { DisplayWidth.of(line[..<$0]) }
    }
    let border = try #require(place())
    ui.send(.input(.mouse(MouseEvent(.press, column: border, row: 5))))
    ui.send(.input(.mouse(MouseEvent(.drag, column: border + 10, row: 5))))
    ui.send(.input(.mouse(MouseEvent(.release, column: border + 10, row: 5))))
    #expect(place() == border + 10)
  }

  // MARK: Odd input

  @Test func aPasteIsNoKey() throws {
    let ui = try UIUnderTest()
    ui.send(.input(.paste("dyq\nx")))
    #expect(ui.end == nil)
    #expect(try ui.history.isEmpty)
    ui.press("/")
    ui.send(.input(.paste("rye\nsourdough")))
    #expect(ui.state.query.text == "rye sourdough")
  }

  @Test(arguments: [(1, 1), (2, 2), (39, 8), (40, 7), (40, 8), (79, 10), (80, 8), (119, 12), (120, 9), (400, 120)])
  func everySizeIsDrawn(_ columns: Int, _ rows: Int) throws {
    let ui = try UIUnderTest(size: GridSize(columns: columns, rows: rows))
    for keys in [
      "2", "3", "4", "5", "6", "7", "8", "1", "Enter", "?", "Esc", "Esc", "/", "\"rye\"", "Esc", "n", "Esc", "a", "Esc",
    ] {
      ui.press(keys)
      #expect(ui.lines.count <= rows)
      for line in ui.lines { #expect(DisplayWidth.of(line) <= columns) }
    }
  }

  @Test func randomKeysTrapNowhere() throws {
    let seed = TestSeed(fixed: 31)
    var random = SeededGenerator(seed: seed.value)
    let keys =
      KeyMap.standard.bindings.filter { ![.quit, .edit, .editAtMatch].contains($0.action) }.flatMap(\.keys)
      + ["y", "n", "a", "!", "Enter", "Esc", "Backspace", "Ctrl-U"].compactMap { Key(named: $0) }
    let isLong = ProcessInfo.processInfo.environment["VAULT_SOAK"] != nil
    for _ in 0..<(isLong ? 200 : 3) {
      let ui = try UIUnderTest(
        size: GridSize(columns: Int.random(in: 1...150, using: &random), rows: Int.random(in: 1...50, using: &random)))
      for _ in 0..<150 {
        if Int.random(in: 0..<20, using: &random) == 0 {
          ui.click(row: Int.random(in: 0..<50, using: &random), column: Int.random(in: 0..<150, using: &random))
        } else {
          ui.send(.input(.key(random.pick(keys))))
        }
        if Int.random(in: 0..<10, using: &random) == 0 { ui.pause() }
        _ = ui.screen
        if ui.end != nil { break }
      }
    }
  }
}
