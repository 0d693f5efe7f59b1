import Foundation
import GRDB
import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// What handles mean after vault's own changes.
struct TaskMovesTests: HandleTests {
  let folder: TemporaryFolder
  let test: VaultUnderTest

  init() throws {
    folder = try TemporaryFolder()
    test = try VaultUnderTest(folder)
  }

  private var described: TaskFieldChange {
    var change = TaskFieldChange()
    change.description = "other words"
    return change
  }

  @Test func tasksBelowParentsOfTheSameWordsAreToldApart() throws {
    try write("- [ ] Trip 📅 2026-04-01\n  - [ ] Pack\n- [ ] Trip 📅 2026-05-01\n  - [ ] Pack\n")
    let handles = try listed()
    _ = try test.vault().editor.removeTasks([try #require(handles["a.md:3"])], nested: true)
    _ = try refused(try #require(handles["a.md:4"]))
    #expect(try test.vault().read { try $0.place(ofTask: try #require(handles["a.md:2"])) }.line == 2)
  }

  /// As a script would, from one list.
  @Test func recurringOnesOfTheSameWordsAreCompletedOneByOneOrRefused() throws {
    try write((1...3).map { "- [ ] x 🔁 every week 📅 2026-03-0\($0)\n" }.joined())
    let handles = try listed()
    var refusals = 0
    for line in [3, 2, 1] {
      do {
        _ = try test.vault().editor.completeTasks([try #require(handles["a.md:\(line)"])])
        #expect(try text().contains("- [x] x 🔁 every week 📅 2026-03-0\(line) ✅"))
      } catch TaskNameError.shared {
        refusals += 1
      }
    }
    // The report of the first one shows the next occurrence under a handle that the list showed for another.
    #expect(refusals == 1)
    let dates = try text().split(separator: "\n").filter { $0.hasPrefix("- [ ]") }.map { $0.suffix(2) }
    #expect(dates == ["08", "02", "10"])
  }

  @Test func whatIsRemovedOneByOneFromOneListIsWhatWasShown() throws {
    try write((1...5).map { "- [ ] x 📅 2026-03-0\($0)\n" }.joined())
    let handles = try listed()
    for line in [3, 4, 1] {
      _ = try test.vault().editor.removeTasks([try #require(handles["a.md:\(line)"])], nested: false)
    }
    #expect(try text() == "- [ ] x 📅 2026-03-02\n- [ ] x 📅 2026-03-05\n")
    _ = try refused(try #require(handles["a.md:3"]))
    _ = try test.vault().editor.completeTasks([try #require(handles["a.md:2"])])
    #expect(try text() == "- [x] x 📅 2026-03-02 ✅ 2026-03-12\n- [ ] x 📅 2026-03-05\n")
  }

  @Test func oneOfTwoIdenticalLinesIsRemovedOnce() throws {
    for line in [1, 3] {
      try write("- [ ] milk\n- [ ] bread\n- [ ] milk\n")
      let handles = try listed()
      let (own, other) = (try #require(handles["a.md:\(line)"]), try #require(handles["a.md:\(4 - line)"]))
      _ = try test.vault().editor.removeTasks([own], nested: false)
      #expect(try text() == (line == 1 ? "- [ ] bread\n- [ ] milk\n" : "- [ ] milk\n- [ ] bread\n"))
      _ = try refused(own)
      _ = try test.vault().editor.removeTasks([other], nested: false)
      #expect(try text() == "- [ ] bread\n")
    }
  }

  @Test(arguments: ["above", "below"])
  func aCompletedOneKeepsItsNameAndTheReportNamesTheNext(_ place: String) throws {
    try write("tasks:\n  next_occurrence: \(place)\n", ".vault/config.yaml")
    let before = "- [ ] x 🔁 every day 📅 2026-03-12\n"
    try write(before)
    let handle = try #require(try listed()["a.md:1"])
    let outcome = try test.vault().editor.completeTasks([handle])
    let shown = outcome.tasks.map(\.view.task)
    #expect(shown.map(\.status.type) == [.done, .todo])
    // Named once more, it is not the next one that is done, though below that has its handle.
    if place == "above" {
      #expect(try raw(handle) == shown[0].raw)
      #expect(try test.vault().editor.completeTasks([handle]).change.end == .unchanged)
    } else {
      #expect(shown[1].handle == handle)
      #expect(throws: TaskNameError.self) { try test.vault().editor.completeTasks([handle]) }
    }
    let completed = try text()
    _ = try test.vault().editor.reopenTasks([handle])
    #expect(try text() == before)
    try write(completed)
    _ = try listed()
    for task in shown { #expect(try raw(task.handle) == task.raw, "\(place)") }
    // And what was shown can be changed at once, and again.
    var fields = TaskFieldChange()
    fields.set(.due, CivilDate(year: 2026, month: 4, day: 1))
    for _ in 1...2 {
      let edited = try test.vault().editor.editTasks([shown[1].handle], fields).tasks
      #expect(edited.isEmpty || edited[0].view.task.due == .date(CivilDate(year: 2026, month: 4, day: 1)!))
    }
    #expect(try text().contains("- [ ] x 🔁 every day 📅 2026-04-01"))
    #expect(try text().contains("- [x] x 🔁 every day 📅 2026-03-12"))
  }

  /// As another process does that looks between a change and its report.
  @Test func whoReadsANoteJustWrittenKnowsWhatBecameOfItsTasks() throws {
    try write("tasks:\n  next_occurrence: below\n", ".vault/config.yaml")
    try write("- [ ] x 🔁 every day 📅 2026-03-12\n")
    let handle = try #require(try listed()["a.md:1"])
    var vault = try test.vault()
    var looks = 0
    vault.listener.changeProgress = { _, _ in
      looks += 1
      #expect(throws: TaskNameError.self) { try test.vault().read { try $0.place(ofTask: handle) } }
    }
    #expect(try vault.editor.completeTasks([handle]).tasks[1].view.task.handle == handle)
    #expect(looks == 1)
  }

  /// What is told before a note is written waits for the note, whatever the index sees of it meanwhile, and is taken back
  /// where the note changes first.
  @Test(arguments: [false, true]) func whatIsToldOutlivesARefreshUntilItsNoteIsWritten(_ isSeenBefore: Bool) throws {
    try write("- [ ] x\n- [ ] y\n")
    let handle = try #require(try listed()["a.md:2"])
    let vault = try test.vault()
    var attempts = 0
    var told: [Int] = []
    _ = try vault.editor.change(
      "swapped",
      announce: { planned in
        let withdraw = tell(vault, planned) { $0.item.description == "y" ? 1 : nil }
        attempts += 1
        do {
          if attempts == 1 { try write("- [ ] x\n- [ ] y\n- [ ] z\n") }
          if attempts == 2 || isSeenBefore { try refresh() }
          told.append(try toldChanges())
        } catch { Issue.record(error) }
        return withdraw
      }, { try $0.replace(NotePath("a.md"), with: Array("- [ ] y tomorrow\n- [ ] x\n".utf8)) })
    // What an editor saves after it was told is taken for the change, and others' changes.
    #expect(attempts == 2 && told == [isSeenBefore ? 0 : 1, 1])
    try refresh()
    #expect(try toldChanges() == 0)
    // It said something else before, so that it is not what the handle meant.
    _ = try refused(handle)
  }

  @Test func changesThatFollowEachOtherAreFollowedOneByOne() throws {
    try write("- [ ] x\n- [ ] x\n- [ ] x\n")
    let handles = try listed()
    let vault = try test.vault()
    for left in ["- [ ] x\n- [ ] x\n", "- [ ] x\n"] {
      _ = try vault.editor.change(
        "first one out", announce: { tell(vault, $0) { $0.item.line == 1 ? nil : $0.item.line - 1 } },
        { try $0.replace(NotePath("a.md"), with: Array(left.utf8)) })
    }
    #expect(try toldChanges() == 2)
    #expect(try test.vault().read { try $0.place(ofTask: try #require(handles["a.md:3"])) }.line == 1)
    for line in 1...2 { _ = try refused(try #require(handles["a.md:\(line)"])) }
  }

  @Test func whatIsTooOldToComeIsForgotten() throws {
    try write("- [ ] x\n")
    _ = try listed()
    let vault = try test.vault()
    let plan = "- [ ] y\n"
    _ = try vault.editor.change(
      "never", ChangeOptions(),
      announce: { planned in
        let withdraw = tell(vault, planned) { _ in nil }
        vault.keeper()?.indexIfThere()?.changeMemory { db in
          var data = try Data.fetchOne(db, sql: "SELECT data FROM task_change") ?? Data()
          // The length of a hash, the hash, and the time before them.
          data.replaceSubrange((data.count - 38)..<(data.count - 33), with: [0x80, 0x80, 0x80, 0x80, 0x01])
          try db.execute(sql: "UPDATE task_change SET data = ?", arguments: [data])
        }
        do {
          try write("other", "b.md")
          try refresh()
          #expect(try toldChanges() == 0)
        } catch { Issue.record(error) }
        return withdraw
      }, { try $0.replace(NotePath("a.md"), with: Array(plan.utf8)) })
  }

  /// Tells what becomes of the tasks of the one note that changes; `line`: where each is after.
  private func tell(_ vault: OpenVault, _ planned: PlannedChange, line: (TaskLine) -> Int?) -> (() -> Void)? {
    let notes = planned.texts.flatMap { [$0.before, $0.after] }.map {
      TaskNote($0, path: NotePath("a.md"), options: vault.parsingOptions)
    }
    let moves = TaskMoves(from: notes[0], to: notes[1]) { line($0).flatMap { notes[1].task(inLine: $0) } }
    return vault.editor.tellHandles(of: [], [moves], in: planned)
  }

  private func toldChanges() throws -> Int {
    try IndexDump.opened(test.indexPath()).queue.inDatabase {
      try Int.fetchOne($0, sql: "SELECT count(*) FROM task_change") ?? 0
    }
  }

  @Test(arguments: ["above", "below"])
  func anUndatedOneThatRecursIsTheOneThatWasDone(_ place: String) throws {
    try write("tasks:\n  next_occurrence: \(place)\n", ".vault/config.yaml")
    try write("- [ ] x 🔁 every day\n")
    let handle = try #require(try listed()["a.md:1"])
    _ = try test.vault().editor.completeTasks([handle])
    let completed = try text()
    do {
      #expect(try test.vault().editor.completeTasks([handle]).change.end == .unchanged)
    } catch TaskNameError.shared {
      #expect(place == "below")
    }
    #expect(try text() == completed)
    _ = try test.vault().editor.reopenTasks([handle])
    #expect(try text() == "- [ ] x 🔁 every day\n")
  }

  @Test func whatWasPutInForADeletedOneIsNotDoneUnseen() throws {
    let before = "- [ ] x 🔁 every day 🏁 delete 📅 2026-03-01\n"
    try write(before)
    let handle = try #require(try listed()["a.md:1"])
    _ = try test.vault().editor.completeTasks([handle])
    #expect(throws: TaskNameError.self) { try test.vault().editor.completeTasks([handle]) }
    _ = try test.vault().editor.reopenTasks([handle])
    #expect(try text() == before)
    // Done twice, each list showing it, it is taken back twice.
    for _ in 1...2 { _ = try test.vault().editor.completeTasks([try #require(try listed()["a.md:1"])]) }
    #expect(try text().contains("2026-03-03"))
    for _ in 1...2 { _ = try test.vault().editor.reopenTasks([try #require(try listed()["a.md:1"])]) }
    #expect(try text() == before)
  }

  @Test func whatWasTakenOutAgainIsNotTheReopenedOne() throws {
    let before = "- [ ] x 🔁 every day 📅 2026-03-06\n"
    try write(before)
    let handle = try #require(try listed()["a.md:1"])
    let next = try test.vault().editor.completeTasks([handle]).tasks[1].view.task.handle
    _ = try test.vault().editor.reopenTasks([handle])
    #expect(try text() == before)
    _ = try refused(next)
    #expect(try raw(handle) + "\n" == before)
  }

  /// What an editor saves before anybody has looked at the note again.
  @Test func whatAReportShowedIsFollowedThroughAnEditorsChange() throws {
    try write("- [ ] x 🔁 every day 📅 2026-03-06\n")
    let shown = try test.vault().editor.completeTasks([try #require(try listed()["a.md:1"])]).tasks.map(\.view.task)
    try write(try text().split(separator: "\n").reversed().map { $0 + "\n" }.joined())
    for task in shown { #expect(try raw(task.handle) == task.raw) }
  }

  @Test func whatWentIsNotTakenForWhatAnEditorWrites() throws {
    try write("- [ ] x 📅 2026-03-06\n- [ ] y\n- [ ] z 📅 2026-03-06\n- [ ] z 📅 2026-03-07\n")
    let handles = try listed()
    let gone = ["a.md:1", "a.md:4"].compactMap { handles[$0] }
    _ = try test.vault().editor.removeTasks(gone, nested: false)
    try write("- [ ] y\n- [ ] z 📅 2026-03-09\n- [ ] x 📅 2027-03-06\n")
    for handle in gone { _ = try refused(handle) }
    // The one that is left is single now.
    #expect(try raw(try #require(handles["a.md:3"])) == "- [ ] z 📅 2026-03-09")
  }

  @Test func ofDeletedTasksOfTheSameWordsTheOneThatWasMeantComesBack() throws {
    let (first, second) = ("- [ ] x 🏁 delete 📅 2026-03-03\n", "- [ ] x 🏁 delete 📅 2026-03-05\n")
    try write(first + "- [ ] y\n" + second)
    let handles = try listed()
    let (one, two) = (try #require(handles["a.md:1"]), try #require(handles["a.md:3"]))
    _ = try test.vault().editor.completeTasks([two])
    _ = try test.vault().editor.completeTasks([one])
    #expect(try text() == "- [ ] y\n")
    _ = try test.vault().editor.reopenTasks([two])
    #expect(try text() == "- [ ] y\n" + second)
    // By a handle that has been followed to another place.
    try write(first + "- [ ] x 📅 2026-03-05\n")
    let shown = try #require(try listed()["a.md:1"])
    try write("- [ ] x 📅 2026-03-05\n" + first)
    _ = try test.vault().editor.completeTasks([shown])
    #expect(try text() == "- [ ] x 📅 2026-03-05\n")
    _ = try test.vault().editor.reopenTasks([shown])
    #expect(try text() == "- [ ] x 📅 2026-03-05\n" + first)
  }

  @Test func aHandleThatMeansADeletedAndADoneOneIsRefused() throws {
    try write("- [ ] x\n- [ ] x 🏁 delete\n- [ ] x\n")
    let outcome = try test.vault().editor.completeTasks(["a.md:1", "a.md:2", "a.md:3"])
    let completed = try text()
    let handles = outcome.tasks.map(\.view.task.handle)
    #expect(Set(handles).count == 2)
    #expect(throws: TaskNameError.self) { try test.vault().editor.reopenTasks(handles) }
    #expect(try text() == completed)
  }

  @Test func aTaskDeletedOnCompletionComesBackByItsHandle() throws {
    try write("- [ ] x 🏁 delete\n- [ ] y\n")
    let handle = try #require(try listed(short: true)["a.md:1"])
    _ = try test.vault().editor.completeTasks([handle])
    #expect(try text() == "- [ ] y\n")
    try refresh()
    let outcome = try test.vault().editor.reopenTasks([handle])
    #expect(outcome.tasks.map(\.state) == [.restored])
    #expect(try text() == "- [ ] x 🏁 delete\n- [ ] y\n")
    #expect(try raw(handle) == "- [ ] x 🏁 delete")
  }

  @Test func whatVaultTookOutAndIsBackHasItsHandle() throws {
    let before = "- [ ] alpha\n- [ ] beta 🏁 delete\n"
    for isLooked in [false, true] {
      try write(before)
      let handle = try #require(try listed()["a.md:2"])
      let changes: [() throws -> Void] = [
        { _ = try test.vault().editor.removeTasks([handle], nested: false) },
        { _ = try test.vault().editor.completeTasks([handle]) },
        { _ = try test.vault().editor.editTasks([handle], described) },
      ]
      for change in changes {
        try change()
        if isLooked { try refresh() }
        _ = try test.vault().editor.undo()
        #expect(try text() == before)
        #expect(try raw(handle) == "- [ ] beta 🏁 delete")
        try change()
        try write(before)
        #expect(try raw(handle) == "- [ ] beta 🏁 delete")
      }
    }
  }

  @Test func whatChangedAfterVaultsOwnChangeIsToldAsWhatItIs() throws {
    for after in ["- [ ] alpha\n- [ ] BETA\n", ""] {
      try write("- [ ] alpha\n- [ ] beta\n")
      let handle = try #require(try listed()["a.md:2"])
      var fields = TaskFieldChange()
      fields.set(.due, CivilDate(year: 2026, month: 4, day: 1))
      _ = try test.vault().editor.editTasks([handle], fields)
      try write(after)
      let error = try refused(handle)
      #expect(error.was.raw == "- [ ] beta 📅 2026-04-01")
      #expect(error.found == (after.isEmpty ? nil : "- [ ] BETA"))
    }
  }

  /// Whatever was done meanwhile, and whoever looked at it.
  @Test(arguments: 0..<(ProcessInfo.processInfo.environment["VAULT_SOAK"] == nil ? 25 : 400))
  func aNoteThatIsWhatItWasHasTheTasksThatWereShown(_ seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let before = "- [ ] alpha\n  - [/] delta\n- [ ] beta 🏁 delete\n- [ ] gamma 🔁 every day 📅 2026-03-10\n"
    try write(before)
    let handles = try listed()
    let steps = ["done", "remove", "describe", "date", "undo", "redo", "restore", "editor", "refresh", "look"]
    var history: [String] = []
    for _ in 0..<12 {
      let step = steps[Int.random(in: 0..<steps.count, using: &random)]
      history.append(step)
      let line = "a.md:\(Int.random(in: 1...4, using: &random))"
      do {
        switch step {
        case "done": _ = try test.vault().editor.completeTasks([line])
        case "remove": _ = try test.vault().editor.removeTasks([line], nested: true)
        case "describe": _ = try test.vault().editor.editTasks([line], described)
        case "date":
          var fields = TaskFieldChange()
          fields.set(.due, CivilDate(year: 2026, month: 4, day: 1))
          _ = try test.vault().editor.editTasks([line], fields)
        case "undo": _ = try test.vault().editor.undo()
        case "redo": _ = try test.vault().editor.undo(redo: true)
        case "restore": try write(before)
        case "editor": try write(try text().replacing("alpha", with: "ALPHA"))
        case "refresh": try refresh()
        default: break
        }
      } catch is TaskNameError {
      } catch is TaskRefusal {
      } catch is NothingToUndoError {
      } catch is UndoConflictError {
      }
      guard step == "look" || step == "restore" || step == "undo", try text() == before else { continue }
      for (place, handle) in handles {
        do {
          let found = try test.vault().read { try $0.place(ofTask: handle) }
          #expect("\(found.path.text):\(found.line)" == place, "\(history)")
        } catch let error as TaskChangedError where error.was.raw != error.found {
          // It went as something else than what is back.
          #expect(history.contains("date") || history.contains("done"), "\(history)")
        } catch {
          Issue.record("\(place) after \(history): \(error)")
        }
      }
    }
  }
}
