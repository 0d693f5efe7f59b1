import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// Which tasks handles name after editors' changes and vault's own.
struct HandlesAfterChangesTests: HandleTests {
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

  @Test func aMovedLineIsFollowed() throws {
    try write("- [ ] x\n- [ ] y\n")
    let handle = try #require(try listed()["a.md:1"])
    try write("new\n\n- [ ] y\n- [ ] x 📅 2026-03-13\n")
    #expect(try raw(handle) == "- [ ] x 📅 2026-03-13")
  }

  /// The third one was listed by another process.
  @Test func aTwinThatIsAddedTakesNoHandleOver() throws {
    let two = "- [ ] Water the plants 📅 2026-03-13\n- [ ] Water the plants 📅 2026-03-14\n"
    try write(two)
    let handle = try #require(try listed()["a.md:2"])
    try write(two + "- [ ] Water the plants 📅 2026-03-15\n")
    _ = try listed()
    _ = try test.vault().editor.completeTasks([handle])
    #expect(try text().contains("- [x] Water the plants 📅 2026-03-14 ✅"))
    #expect(try text().split(separator: "\n").count { $0.hasPrefix("- [x]") } == 1)
  }

  /// Told apart by their dates, as long as there are two.
  @Test func ofTwoAlikeTheOneThatWasMeantIsChangedOrNone() throws {
    let (first, second) = ("- [ ] x 📅 2026-03-13\n", "- [ ] x 📅 2026-03-14\n")
    try write(first + second)
    let handles = try listed()
    let (one, two) = (try #require(handles["a.md:1"]), try #require(handles["a.md:2"]))
    for left in [first, second] {
      try write(left)
      for handle in [one, two] { _ = try refused(handle) }
      try write(second + "- [ ] x 📅 2026-03-12\n" + first + "- [x] x\n")
      #expect(try raw(one) + "\n" == first && raw(two) + "\n" == second)
    }
    try write("- [ ] x 📅 2026-03-15\n" + second)
    _ = try refused(one)
    #expect(try raw(two) + "\n" == second)
  }

  @Test func ofThoseThatAreQuiteAlikeNoneIsNamedOnceOneCameOrWent() throws {
    let text = "- [ ] x\n  - [ ] below\n- [ ] x\n  - [ ] below\n"
    try write(text)
    let handles = try listed()
    #expect(Set(handles.values).count == 4)
    for now in ["- [ ] x\n  - [ ] below\n", text + "- [ ] x\n  - [ ] below\n", "- [ ] x\n- [ ] y\n"] {
      try write(now)
      for handle in handles.values { _ = try refused(handle) }
    }
  }

  @Test func tasksBelowParentsOfTheSameWordsAreToldApart() throws {
    try write("- [ ] Trip 📅 2026-04-01\n  - [ ] Pack\n- [ ] Trip 📅 2026-05-01\n  - [ ] Pack\n")
    let handles = try listed()
    #expect(Set(handles.values).count == 4)
    _ = try test.vault().editor.removeTasks([try #require(handles["a.md:3"])], nested: true)
    #expect(try text() == "- [ ] Trip 📅 2026-04-01\n  - [ ] Pack\n")
    for line in [2, 4] { _ = try refused(try #require(handles["a.md:\(line)"])) }
  }

  /// As a script would, from one list.
  @Test func recurringOnesOfTheSameWordsAreCompletedOneByOne() throws {
    try write((1...3).map { "- [ ] x 🔁 every week 📅 2026-03-0\($0)\n" }.joined())
    let handles = try listed()
    for line in [3, 2, 1] {
      _ = try test.vault().editor.completeTasks([try #require(handles["a.md:\(line)"])])
      #expect(try text().contains("- [x] x 🔁 every week 📅 2026-03-0\(line) ✅"))
    }
    let dates = try text().split(separator: "\n").filter { $0.hasPrefix("- [ ]") }.map { $0.suffix(2) }
    #expect(dates == ["08", "09", "10"])
  }

  @Test func aNextOccurrenceThatIsLikeAnotherTaskMakesBothUnnamed() throws {
    try write((1...2).map { "- [ ] x 🔁 every day 📅 2026-03-0\($0)\n" }.joined())
    let handles = try listed()
    _ = try test.vault().editor.completeTasks([try #require(handles["a.md:1"])])
    _ = try refused(try #require(handles["a.md:2"]))
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
      for handle in [own, other] { _ = try refused(handle) }
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
    // Named once more, it is not the next one that is done.
    #expect(try raw(handle) == shown[0].raw)
    #expect(try test.vault().editor.completeTasks([handle]).change.end == .unchanged)
    let completed = try text()
    _ = try test.vault().editor.reopenTasks([handle])
    #expect(try text() == before)
    try write(completed)
    _ = try listed()
    for task in shown { #expect(try raw(task.handle) == task.raw, "\(place)") }
    // And what was shown can be changed at once, and again.
    var fields = TaskFieldChange()
    fields.set(.due, CivilDate(year: 2026, month: 4, day: 1))
    var next = shown[1].handle
    for _ in 1...2 {
      guard let edited = try test.vault().editor.editTasks([next], fields).tasks.first?.view.task else { continue }
      #expect(edited.due == .date(CivilDate(year: 2026, month: 4, day: 1)!) && edited.handle != next)
      next = edited.handle
    }
    #expect(try text().contains("- [ ] x 🔁 every day 📅 2026-04-01"))
    #expect(try text().contains("- [x] x 🔁 every day 📅 2026-03-12"))
  }

  @Test(arguments: ["above", "below"])
  func anUndatedOneThatRecursIsTheOneThatWasDone(_ place: String) throws {
    try write("tasks:\n  next_occurrence: \(place)\n", ".vault/config.yaml")
    try write("- [ ] x 🔁 every day\n")
    let handle = try #require(try listed()["a.md:1"])
    let done = try #require(try test.vault().editor.completeTasks([handle]).tasks.first).view.task.handle
    // The two are alike in all that counts.
    _ = try refused(handle)
    _ = try test.vault().editor.reopenTasks([done])
    #expect(try text() == "- [ ] x 🔁 every day\n")
    #expect(try raw(handle) == "- [ ] x 🔁 every day")
  }

  @Test func whatWasPutInForADeletedOneIsNotDoneUnseen() throws {
    let before = "- [ ] x 🔁 every day 🏁 delete 📅 2026-03-01\n"
    try write(before)
    let handle = try #require(try listed()["a.md:1"])
    _ = try test.vault().editor.completeTasks([handle])
    _ = try refused(handle)
    _ = try test.vault().editor.reopenTasks([handle])
    #expect(try text() == before)
    // Done twice, it is taken back twice.
    let handles = try (1...2).map { _ in
      let handle = try #require(try listed()["a.md:1"])
      _ = try test.vault().editor.completeTasks([handle])
      return handle
    }
    #expect(try text().contains("2026-03-03"))
    for handle in handles.reversed() { _ = try test.vault().editor.reopenTasks([handle]) }
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

  @Test func ofDeletedTasksOfTheSameWordsTheOneThatWasMeantComesBack() throws {
    let (first, second) = ("- [ ] x 🏁 delete 📅 2026-03-03\n", "- [ ] x 🏁 delete 📅 2026-03-05\n")
    try write(first + "- [ ] y\n" + second)
    let handles = try listed()
    let (one, two) = (try #require(handles["a.md:1"]), try #require(handles["a.md:3"]))
    _ = try test.vault().editor.completeTasks([one, two])
    #expect(try text() == "- [ ] y\n")
    _ = try test.vault().editor.reopenTasks([two])
    #expect(try text() == "- [ ] y\n" + second)
    _ = try test.vault().editor.reopenTasks([one])
    #expect(try text() == first + "- [ ] y\n" + second)
  }

  @Test func aDeletedOneAmongDoneOnesOfTheSameWordsComesBack() throws {
    let before = "- [ ] x\n- [ ] x 🏁 delete\n- [ ] x\n"
    try write(before)
    let outcome = try test.vault().editor.completeTasks(["a.md:1", "a.md:2", "a.md:3"])
    let handles = outcome.tasks.map(\.view.task.handle)
    #expect(Set(handles).count == 3)
    _ = try test.vault().editor.reopenTasks(handles)
    #expect(try text() == before)
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
}
