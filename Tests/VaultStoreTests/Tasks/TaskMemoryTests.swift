import GRDB
import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// What handles mean as the notes change, with the index. Today is 2026-03-12.
struct TaskMemoryTests {
  /// Lives as long as the test.
  private let folder: TemporaryFolder
  private let test: VaultUnderTest

  init() throws {
    folder = try TemporaryFolder()
    test = try VaultUnderTest(folder)
  }

  private func write(_ text: String, _ path: String = "a.md") throws { try folder.write(text, to: path) }
  private func text(_ path: String = "a.md") throws -> String {
    String(decoding: try folder.bytes(of: path), as: UTF8.self)
  }

  /// The handles by line, as a list shows them.
  private func listed(short: Bool = false) throws -> [String: String] {
    let tasks = try test.vault().tasks(test.query(""), scope: .all).tasks
    return Dictionary(
      uniqueKeysWithValues: tasks.map {
        ("\($0.task.path.text):\($0.task.line)", short ? $0.shortHandle : $0.task.handle)
      })
  }

  /// The index learns of the notes, and nobody is shown anything.
  private func refresh() throws { _ = try test.vault().taskCount(test.query(""), scope: .all) }

  private func raw(_ handle: String) throws -> String {
    let place = try test.vault().place(ofTask: handle)
    return try #require(try test.vault().taskNote(place.path).task(inLine: place.line)).item.raw
  }

  private func refused(_ handle: String) throws -> TaskChangedError {
    let before = try text()
    let error = #expect(throws: TaskChangedError.self) { try test.vault().completeTasks([handle]) }
    #expect(try text() == before)
    return try #require(error)
  }

  private func remembered() throws -> Int {
    try IndexDump.opened(test.indexPath()).queue.inDatabase {
      try Int.fetchOne($0, sql: "SELECT count(*) FROM task_memory") ?? 0
    }
  }

  @Test func aMovedLineIsFollowed() throws {
    try write("- [ ] x\n- [ ] y\n")
    let handle = try #require(try listed()["a.md:1"])
    try write("new\n\n- [ ] y\n- [ ] x 📅 2026-03-13\n")
    #expect(try raw(handle) == "- [ ] x 📅 2026-03-13")
  }

  @Test func whatChangedIsRefusedWithWhatIsThereAndElsewhere() throws {
    try write("- [ ] x\n- [ ] y\n")
    let handle = try #require(try listed()["a.md:1"])
    try write("- [ ] other\n- [ ] y\n")
    try write("# B\n- [ ] x\n", "b.md")
    var message = try refused(handle).description
    for part in ["“- [ ] x”", "a.md:1", "“- [ ] other”", "b.md:2"] { #expect(message.contains(part), "\(message)") }
    // The note is gone; or has another name.
    try folder.move("a.md", to: "c.md")
    try write("", "a.md")
    try refresh()
    message = try refused(handle).description
    #expect(message.contains("no longer there") || message.contains("has changed"), "\(message)")
    try folder.remove("a.md")
    #expect(throws: TaskChangedError.self) { try test.vault().completeTasks([handle]) }
  }

  @Test func aRenamedNotesTasksAreNamedWhereTheyAre() throws {
    try write("- [ ] x\n")
    let handle = try #require(try listed()["a.md:1"])
    try folder.move("a.md", to: "z.md")
    let error = #expect(throws: TaskChangedError.self) { try test.vault().completeTasks([handle]) }
    #expect(error?.found == nil && error?.elsewhere.map(\.path) == ["z.md"])
  }

  /// Two that are alike in their text, told apart by their dates.
  @Test func ofTwoAlikeTheOneThatWasMeantIsChanged() throws {
    let (first, second) = ("- [ ] x 📅 2026-03-13\n", "- [ ] x 📅 2026-03-14\n")
    try write(first + second)
    let handles = try listed()
    let (one, two) = (try #require(handles["a.md:1"]), try #require(handles["a.md:2"]))
    for (now, left) in [(first, one), (second, two)] {
      try write(now)
      try refresh()
      #expect(try raw(left) + "\n" == now)
      _ = try refused(left == one ? two : one)
      // Shown as what they are now.
      try write(first + second)
      try refresh()
      #expect(try listed().count == 2)
    }
    try write("- [ ] x 📅 2026-03-12\n" + first + "- [x] x\n" + second + "- [ ] x\n")
    try refresh()
    #expect(try raw(one) + "\n" == first && raw(two) + "\n" == second)
  }

  @Test func ofTwoThatAreQuiteAlikeOneThatWentIsNotGuessed() throws {
    try write("- [ ] x\n- [ ] x\n")
    let handles = try listed()
    try write("- [ ] x\n")
    try refresh()
    for handle in handles.values { _ = try refused(handle) }
    // Nor after another change.
    try write("- [ ] x\n- [ ] y\n")
    try refresh()
    for handle in handles.values { _ = try refused(handle) }
  }

  @Test func anIdenticalLineThatCameLaterIsNotTakenForTheFirst() throws {
    let text = "- [ ] a\n- [ ] x\n  - [ ] below\n- [ ] b\n"
    try write(text)
    let handles = try listed()
    try write(text + "- [ ] x\n  - [ ] below\n")
    for (line, expected) in [(2, 2), (3, 3)] {
      let place = try test.vault().place(ofTask: try #require(handles["a.md:\(line)"]))
      #expect(place.line == expected)
    }
  }

  @Test func linesThatChangedPlacesAreFollowed() throws {
    let (first, second) = ("- [ ] x 📅 2026-03-13\n", "- [ ] x 📅 2026-03-14\n")
    try write(first + second)
    let handles = try listed()
    try write(second + first)
    #expect(try raw(try #require(handles["a.md:1"])) + "\n" == first)
    #expect(try raw(try #require(handles["a.md:2"])) + "\n" == second)
    // One is gone, another one is new.
    try write("- [ ] x 📅 2026-03-15\n" + second)
    _ = try refused(try #require(handles["a.md:1"]))
    #expect(try raw(try #require(handles["a.md:2"])) + "\n" == second)
  }

  @Test func tasksBelowParentsOfTheSameWordsAreToldApart() throws {
    try write("- [ ] Trip 📅 2026-04-01\n  - [ ] Pack\n- [ ] Trip 📅 2026-05-01\n  - [ ] Pack\n")
    let handles = try listed()
    _ = try test.vault().removeTasks([try #require(handles["a.md:3"])], nested: true)
    _ = try refused(try #require(handles["a.md:4"]))
    #expect(try test.vault().place(ofTask: try #require(handles["a.md:2"])).line == 2)
  }

  /// As a script would, from one list.
  @Test func recurringOnesOfTheSameWordsAreCompletedOneByOneOrRefused() throws {
    try write((1...3).map { "- [ ] x 🔁 every week 📅 2026-03-0\($0)\n" }.joined())
    let handles = try listed()
    var refusals = 0
    for line in [3, 2, 1] {
      do {
        _ = try test.vault().completeTasks([try #require(handles["a.md:\(line)"])])
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
    for line in [3, 4, 1] { _ = try test.vault().removeTasks([try #require(handles["a.md:\(line)"])], nested: false) }
    #expect(try text() == "- [ ] x 📅 2026-03-02\n- [ ] x 📅 2026-03-05\n")
    _ = try refused(try #require(handles["a.md:3"]))
    _ = try test.vault().completeTasks([try #require(handles["a.md:2"])])
    #expect(try text() == "- [x] x 📅 2026-03-02 ✅ 2026-03-12\n- [ ] x 📅 2026-03-05\n")
  }

  @Test func oneOfTwoIdenticalLinesIsRemovedOnce() throws {
    for line in [1, 3] {
      try write("- [ ] milk\n- [ ] bread\n- [ ] milk\n")
      let handles = try listed()
      let (own, other) = (try #require(handles["a.md:\(line)"]), try #require(handles["a.md:\(4 - line)"]))
      _ = try test.vault().removeTasks([own], nested: false)
      #expect(try text() == (line == 1 ? "- [ ] bread\n- [ ] milk\n" : "- [ ] milk\n- [ ] bread\n"))
      _ = try refused(own)
      _ = try test.vault().removeTasks([other], nested: false)
      #expect(try text() == "- [ ] bread\n")
    }
  }

  @Test(arguments: ["above", "below"])
  func aCompletedOneKeepsItsNameAndTheReportNamesTheNext(_ place: String) throws {
    try write("tasks:\n  next_occurrence: \(place)\n", ".vault/config.yaml")
    let before = "- [ ] x 🔁 every day 📅 2026-03-12\n"
    try write(before)
    let handle = try #require(try listed()["a.md:1"])
    let outcome = try test.vault().completeTasks([handle])
    let shown = outcome.tasks.map(\.view.task)
    #expect(shown.map(\.status.type) == [.done, .todo])
    // Named once more, it is not the next one that is done, though below that has its handle.
    if place == "above" {
      #expect(try raw(handle) == shown[0].raw)
      #expect(try test.vault().completeTasks([handle]).change.end == .unchanged)
    } else {
      #expect(shown[1].handle == handle)
      #expect(throws: TaskNameError.self) { try test.vault().completeTasks([handle]) }
    }
    let completed = try text()
    _ = try test.vault().reopenTasks([handle])
    #expect(try text() == before)
    try write(completed)
    _ = try listed()
    for task in shown { #expect(try raw(task.handle) == task.raw, "\(place)") }
    // And what was shown can be changed at once, and again.
    var fields = TaskFieldChange()
    fields.set(.due, CivilDate(year: 2026, month: 4, day: 1))
    for _ in 1...2 {
      let edited = try test.vault().editTasks([shown[1].handle], fields).tasks
      #expect(edited.isEmpty || edited[0].view.task.due == .date(CivilDate(year: 2026, month: 4, day: 1)!))
    }
    #expect(try text().contains("- [ ] x 🔁 every day 📅 2026-04-01"))
    #expect(try text().contains("- [x] x 🔁 every day 📅 2026-03-12"))
  }

  @Test(arguments: ["above", "below"])
  func anUndatedOneThatRecursIsTheOneThatWasDone(_ place: String) throws {
    try write("tasks:\n  next_occurrence: \(place)\n", ".vault/config.yaml")
    try write("- [ ] x 🔁 every day\n")
    let handle = try #require(try listed()["a.md:1"])
    _ = try test.vault().completeTasks([handle])
    let completed = try text()
    do {
      #expect(try test.vault().completeTasks([handle]).change.end == .unchanged)
    } catch TaskNameError.shared {
      #expect(place == "below")
    }
    #expect(try text() == completed)
    _ = try test.vault().reopenTasks([handle])
    #expect(try text() == "- [ ] x 🔁 every day\n")
  }

  @Test func whatWasPutInForADeletedOneIsNotDoneUnseen() throws {
    let before = "- [ ] x 🔁 every day 🏁 delete 📅 2026-03-01\n"
    try write(before)
    let handle = try #require(try listed()["a.md:1"])
    _ = try test.vault().completeTasks([handle])
    #expect(throws: TaskNameError.self) { try test.vault().completeTasks([handle]) }
    _ = try test.vault().reopenTasks([handle])
    #expect(try text() == before)
    // Done twice, each list showing it, it is taken back twice.
    for _ in 1...2 { _ = try test.vault().completeTasks([try #require(try listed()["a.md:1"])]) }
    #expect(try text().contains("2026-03-03"))
    for _ in 1...2 { _ = try test.vault().reopenTasks([try #require(try listed()["a.md:1"])]) }
    #expect(try text() == before)
  }

  @Test func whatWasTakenOutAgainIsNotTheReopenedOne() throws {
    let before = "- [ ] x 🔁 every day 📅 2026-03-06\n"
    try write(before)
    let handle = try #require(try listed()["a.md:1"])
    let next = try test.vault().completeTasks([handle]).tasks[1].view.task.handle
    _ = try test.vault().reopenTasks([handle])
    #expect(try text() == before)
    _ = try refused(next)
    #expect(try raw(handle) + "\n" == before)
  }

  /// What an editor saves before anybody has looked at the note again.
  @Test func whatAReportShowedIsFollowedThroughAnEditorsChange() throws {
    try write("- [ ] x 🔁 every day 📅 2026-03-06\n")
    let shown = try test.vault().completeTasks([try #require(try listed()["a.md:1"])]).tasks.map(\.view.task)
    try write(try text().split(separator: "\n").reversed().map { $0 + "\n" }.joined())
    for task in shown { #expect(try raw(task.handle) == task.raw) }
  }

  @Test func whatWentIsNotTakenForWhatAnEditorWrites() throws {
    try write("- [ ] x 📅 2026-03-06\n- [ ] y\n- [ ] z 📅 2026-03-06\n- [ ] z 📅 2026-03-07\n")
    let handles = try listed()
    let gone = ["a.md:1", "a.md:4"].compactMap { handles[$0] }
    _ = try test.vault().removeTasks(gone, nested: false)
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
    _ = try test.vault().completeTasks([two])
    _ = try test.vault().completeTasks([one])
    #expect(try text() == "- [ ] y\n")
    _ = try test.vault().reopenTasks([two])
    #expect(try text() == "- [ ] y\n" + second)
    // By a handle that has been followed to another place.
    try write(first + "- [ ] x 📅 2026-03-05\n")
    let shown = try #require(try listed()["a.md:1"])
    try write("- [ ] x 📅 2026-03-05\n" + first)
    _ = try test.vault().completeTasks([shown])
    #expect(try text() == "- [ ] x 📅 2026-03-05\n")
    _ = try test.vault().reopenTasks([shown])
    #expect(try text() == "- [ ] x 📅 2026-03-05\n" + first)
  }

  @Test func aHandleThatMeansADeletedAndADoneOneIsRefused() throws {
    try write("- [ ] x\n- [ ] x 🏁 delete\n- [ ] x\n")
    let outcome = try test.vault().completeTasks(["a.md:1", "a.md:2", "a.md:3"])
    let completed = try text()
    let handles = outcome.tasks.map(\.view.task.handle)
    #expect(Set(handles).count == 2)
    #expect(throws: TaskNameError.self) { try test.vault().reopenTasks(handles) }
    #expect(try text() == completed)
  }

  @Test func aListMakesAnEndOfWhatItsHandlesMeant() throws {
    let (first, second) = ("- [ ] x 📅 2026-03-13\n", "- [ ] x 📅 2026-03-14\n")
    try write(first + second)
    let two = try #require(try listed()["a.md:2"])
    try write(first)
    try refresh()
    _ = try refused(two)
    #expect(try remembered() > 0)
    let now = try #require(try listed()["a.md:1"])
    #expect(now == two)
    #expect(try raw(now) + "\n" == first)
  }

  /// A short handle that was shown for one task, and later is the beginning of another one's only.
  @Test func aBeginningThatMeantAnotherTaskIsNotTakenForTheNewOne() throws {
    var byPrefix: [Substring: Int] = [:]
    var pair: (Int, Int)?
    for number in 0..<2_000 where pair == nil {
      let handle = TaskHandle.make(path: "a.md", description: "t\(number)", heading: nil, parent: nil, ordinal: 0)
      if let other = byPrefix[handle.prefix(3)] { pair = (other, number) }
      byPrefix[handle.prefix(3)] = number
    }
    let (old, new) = try #require(pair)
    try write("- [ ] t\(old)\n")
    let short = try #require(try listed(short: true)["a.md:1"])
    #expect(short.count == 3)
    try write("- [ ] t\(new)\n")
    let error = #expect(throws: TaskNameError.self) { try test.vault().completeTasks([short]) }
    #expect("\(try #require(error))".contains("gone or has changed"))
    // Once it was shown for the new one, it means that.
    #expect(try listed(short: true)["a.md:1"] == short)
    #expect(try raw(short) == "- [ ] t\(new)")
  }

  @Test func whatIsNotShownIsStillRemembered() throws {
    try write("- [ ] x\n- [ ] y\n")
    _ = try listed()
    try write("- [ ] y\n")
    try refresh()
    #expect(try remembered() == 1)
    _ = try listed()
    #expect(try remembered() == 1)
  }

  @Test func aCacheThatCannotBeWrittenIsLeftAlone() throws {
    try write("- [ ] x\n- [ ] y\n")
    let handle = try #require(try listed()["a.md:1"])
    try write("- [ ] y\n")
    try refresh()
    let holder = try DatabaseQueue(path: test.indexPath())
    try holder.inDatabase { db in
      try db.execute(sql: "BEGIN IMMEDIATE")
      try IndexDump.opened(test.indexPath()).forget([handle])
      try db.execute(sql: "ROLLBACK")
    }
    #expect(try remembered() == 1)
    try IndexDump.opened(test.indexPath()).forget([handle])
    #expect(try remembered() == 0)
  }

  /// Of many dead notes the index is built anew.
  @Test func theMemoryOutlivesARebuild() throws {
    try write("- [ ] x\n- [ ] y\n")
    for number in 0..<300 { try write("note \(number)\n", "n\(number).md") }
    let handle = try #require(try listed()["a.md:1"])
    try write("- [ ] y\n")
    try refresh()
    for round in 0..<6 {
      for number in 0..<300 {
        try write("note \(number) \(round) " + String(repeating: "w", count: round) + "\n", "n\(number).md")
      }
      try refresh()
    }
    #expect(try refused(handle).was.raw == "- [ ] x")
  }

  @Test func aTaskDeletedOnCompletionComesBackByItsHandle() throws {
    try write("- [ ] x 🏁 delete\n- [ ] y\n")
    let handle = try #require(try listed(short: true)["a.md:1"])
    _ = try test.vault().completeTasks([handle])
    #expect(try text() == "- [ ] y\n")
    try refresh()
    let outcome = try test.vault().reopenTasks([handle])
    #expect(outcome.tasks.map(\.state) == [.restored])
    #expect(try text() == "- [ ] x 🏁 delete\n- [ ] y\n")
    #expect(try raw(handle) == "- [ ] x 🏁 delete")
  }
}
