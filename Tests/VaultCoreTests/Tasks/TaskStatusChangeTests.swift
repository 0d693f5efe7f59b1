import Testing

@testable import VaultCore

@Suite struct TaskStatusChangeTests {
  private static let today = CivilDate(year: 2026, month: 3, day: 12)!

  private func changed(
    _ text: String, to symbol: Unicode.Scalar? = nil, task index: Int = 0, options: ParsingOptions = ParsingOptions(),
    _ adjust: (inout TaskStatusChange) -> Void = { _ in }
  ) throws -> String {
    let note = TaskNote(Array(text.utf8), path: NotePath("a.md"), options: options)
    var change = TaskStatusChange(statuses: options.statuses, today: Self.today, format: .emoji)
    adjust(&change)
    let task = note.tasks[index]
    let made = try change.entering(symbol ?? change.completed(from: task.item.status.symbol), task, in: note)
    let after = TaskNote(try made.edits.applied(to: note.bytes), path: note.path, options: options)
    #expect(
      TaskEditCheck(before: note, after: after, edits: made.edits).changedLine(exceptTasksAt: [task.line.lowerBound])
        == nil)
    return String(decoding: after.bytes, as: UTF8.self)
  }

  @Test(arguments: [
    ("- [ ] a\n", "- [x] a ✅ 2026-03-12\n"), ("- [ ] a", "- [x] a ✅ 2026-03-12"),
    ("- [/] a\r\n", "- [x] a ✅ 2026-03-12\r\n"), ("- [>] a\n", "- [x] a ✅ 2026-03-12\n"),
    ("- [-] a ❌ 2026-01-01\n", "- [x] a ✅ 2026-03-12\n"),
    ("- [ ] a  [due:: 2026-01-01]  \n", "- [x] a  [due:: 2026-01-01]  [completion:: 2026-03-12]  \n"),
    ("- [ ]\n", "- [x] ✅ 2026-03-12\n"), ("- [ ] \n", "- [x] ✅ 2026-03-12\n"), ("- [ ] ", "- [x] ✅ 2026-03-12"),
    ("1.  [ ] \r\n", "1.  [x] ✅ 2026-03-12\r\n"), ("- [ ]    \n", "- [x] ✅ 2026-03-12   \n"),
    ("- [ ] 📅 2026-03-12 \n", "- [x] 📅 2026-03-12 ✅ 2026-03-12 \n"), ("- [ ] ^b\n", "- [x] ✅ 2026-03-12 ^b\n"),
    ("- [ ] a ✅ 2025-01-01\n", "- [x] a ✅ 2026-03-12\n"), ("- [ ] a ❌ 2025-01-01\n", "- [x] a ✅ 2026-03-12\n"),
  ])
  func completingWritesTheDay(_ before: String, _ after: String) throws {
    #expect(try changed(before, to: "x") == after)
  }

  @Test(arguments: [
    ("- [x] a ✅ 2026-01-01\n", " ", "- [ ] a\n"), ("- [x] a ✅ 2026-01-01\n", "X", "- [X] a ✅ 2026-01-01\n"),
    ("- [x] a ✅ 2026-01-01\n", "-", "- [-] a ❌ 2026-03-12\n"),
    ("- [ ] a 🔁 every day 📅 2026-01-01\n", "-", "- [-] a 🔁 every day 📅 2026-01-01 ❌ 2026-03-12\n"),
    ("- [-] a ❌ 2026-01-01\n", "/", "- [/] a\n"), ("- [ ] a ❌ 2026-01-01 ✅ 2026-01-02\n", "/", "- [/] a\n"),
    ("- [ ] a ✅ 2026-01-01\n", "-", "- [-] a ❌ 2026-03-12\n"),
    ("- [x] a ❌ 2026-01-01 ✅ 2026-01-02\n", "X", "- [X] a ✅ 2026-01-02\n"), ("- [ ] a\n", "!", "- [!] a\n"),
    ("- [ ] a\n", "ü", "- [ü] a\n"),
  ])
  func datesComeAndGoWithTheType(_ before: String, _ symbol: String, _ after: String) throws {
    #expect(try changed(before, to: symbol.unicodeScalars.first) == after)
  }

  @Test(
    arguments: [
      ("/", "/"), ("é", "é"), ("in-progress", "/"), ("In progress", "/"), ("IN_PROGRESS", "/"), ("done", "x"),
      ("todo", " "), ("cancelled", "-"), ("waiting", "w"), ("on-hold", "w"), ("", nil), ("dun", nil), ("xx", nil),
    ] as [(String, Unicode.Scalar?)])
  func aSymbolIsNamedByItselfItsNameOrItsType(_ word: String, _ symbol: Unicode.Scalar?) {
    let statuses = StatusRegistry(custom: [
      .init(symbol: "w", name: "Waiting", type: .onHold, next: "x"),
      .init(symbol: "?", name: "", type: .todo, next: "x"),
    ])
    #expect(TaskStatusChange(statuses: statuses, today: Self.today, format: .emoji).symbol(called: word) == symbol)
  }

  @Test func theNextOccurrenceStandsAbove() throws {
    #expect(
      try changed("# H\n  * [/] a 🆔 x ⛔ y ⏫ 🔁 every week ➕ 2026-01-01 🛫 2026-03-01 📅 2026-03-05 ^b\n    - child\n")
        == "# H\n  * [ ] a ⏫ 🔁 every week 🛫 2026-03-08 📅 2026-03-12\n"
        + "  * [x] a 🆔 x ⛔ y ⏫ 🔁 every week ➕ 2026-01-01 🛫 2026-03-01 📅 2026-03-05 ✅ 2026-03-12 ^b\n    - child\n")
    #expect(
      try changed("> - [ ] a  [repeat:: every day when done]\r\n")
        == "> - [ ] a  [repeat:: every day when done]\r\n> - [x] a  [repeat:: every day when done]  [completion:: 2026-03-12]\r\n"
    )
  }

  @Test func orBelowAllThatIsNestedInTheTask() throws {
    #expect(
      try changed("- [ ] a 🔁 every day 📅 2026-01-01\n  - child\n\n    text\n\n- other") { $0.nextIsBelow = true }
        == "- [x] a 🔁 every day 📅 2026-01-01 ✅ 2026-03-12\n  - child\n\n    text\n"
        + "- [ ] a 🔁 every day 📅 2026-01-02\n\n- other")
    #expect(
      try changed("- [ ] a 🔁 every day 📅 2026-01-01") { $0.nextIsBelow = true }
        == "- [x] a 🔁 every day 📅 2026-01-01 ✅ 2026-03-12\n- [ ] a 🔁 every day 📅 2026-01-02")
    #expect(
      try changed("- [ ] a 🔁 every day 📅 2026-01-01\r") { _ in }
        == "- [ ] a 🔁 every day 📅 2026-01-02\r- [x] a 🔁 every day 📅 2026-01-01 ✅ 2026-03-12\r")
    #expect(
      try changed("- [ ] a 🔁 every day 📅 2026-01-01\r") { $0.nextIsBelow = true }
        == "- [x] a 🔁 every day 📅 2026-01-01 ✅ 2026-03-12\r- [ ] a 🔁 every day 📅 2026-01-02\r")
  }

  @Test func createdDatesAreTodaysWhereTheyAreOn() throws {
    #expect(
      try changed("- [ ] a 🔁 every day ➕ 2026-01-01 📅 2026-01-01\n") { $0.writesCreated = true }
        == "- [ ] a 🔁 every day ➕ 2026-03-12 📅 2026-01-02\n- [x] a 🔁 every day ➕ 2026-01-01 📅 2026-01-01 ✅ 2026-03-12\n"
    )
  }

  @Test(arguments: ["- [ ] \n", "- [ ]   \n", "- [ ]\t\n", "- [ ] a\n", "- [ ] 📅 2026-03-12\n"])
  func anEmptyTaskComesBackAsItWas(_ line: String) throws {
    #expect(try changed(try changed(line), to: " ") == line)
    #expect(try changed(try changed(line, to: "-"), to: " ") == line)
  }

  @Test func daysAreWrittenWhereTheyAreWanted() throws {
    #expect(try changed("- [ ] a\n") { $0.writesDone = false } == "- [x] a\n")
    #expect(try changed("- [ ] a ✅ 2026-01-01\n") { $0.writesDone = false } == "- [x] a\n")
    #expect(try changed("- [x] a ✅ 2026-01-01\n", to: "X") { $0.writesDone = false } == "- [X] a ✅ 2026-01-01\n")
    #expect(try changed("- [x] a ✅ 2026-01-01\n", to: " ") { $0.writesDone = false } == "- [ ] a\n")
    #expect(try changed("- [ ] a\n", to: "-") { $0.writesDone = false } == "- [-] a ❌ 2026-03-12\n")
    #expect(try changed("- [ ] a\n", to: "-") { $0.writesCancelled = false } == "- [-] a\n")
    #expect(try changed("- [x] a ✅ 2026-01-01\n", to: "-") { $0.writesCancelled = false } == "- [-] a\n")
    #expect(
      try changed("- [ ] a 🔁 every day 📅 2026-01-01\n") { $0.writesDone = false }
        == "- [ ] a 🔁 every day 📅 2026-01-02\n- [x] a 🔁 every day 📅 2026-01-01\n")
  }

  @Test(arguments: [
    ("⏳ 2026-01-01 📅 2026-01-03", "📅 2026-01-04"), ("🛫 2026-01-02 ⏳ 2026-01-01", "🛫 2026-01-03"),
    ("🛫 2026-01-01 ⏳ 2026-01-02 📅 2026-01-03", "🛫 2026-01-02 📅 2026-01-04"), ("⏳ 2026-01-01", "⏳ 2026-01-02"),
    ("⏳ 2026-02-30 📅 2026-01-03", "📅 2026-01-04"), ("📅 2026-01-03", "📅 2026-01-04"),
  ])
  func aScheduledDateBesideAnotherIsNotRepeatedWhereThatIsOff(_ dates: String, _ next: String) throws {
    let made = try changed("- [ ] a 🔁 every day \(dates)\n") { $0.keepsScheduled = false }
    #expect(made == "- [ ] a 🔁 every day \(next)\n- [x] a 🔁 every day \(dates) ✅ 2026-03-12\n")
  }

  /// The rule then counts from the start, and with an impossible one not at all.
  @Test func theStartComesBeforeAScheduledDateThatIsNotRepeated() throws {
    #expect(
      try changed("- [ ] a 🔁 every week on Monday 🛫 2026-01-05 ⏳ 2026-01-08\n") { $0.keepsScheduled = false }
        .hasPrefix("- [ ] a 🔁 every week on Monday 🛫 2026-01-12\n"))
    #expect(throws: TaskEditError.recurrence(.impossibleDate(.start))) {
      try changed("- [ ] a 🔁 every day 🛫 2026-02-30 ⏳ 2026-01-08\n") { $0.keepsScheduled = false }
    }
  }

  /// What the name of a file says is no date of the line, and its next occurrence has the same.
  @Test func aDateFromTheFileIsNotWritten() throws {
    let options = ParsingOptions(fileNameDates: FileNameDates())
    let note = TaskNote(
      Array("- [ ] a 🔁 every day\n- [ ] b 🔁 every week when done 🛫 2026-03-02\n".utf8),
      path: NotePath("2026-03-01.md"), options: options)
    #expect(note.items.map(\.scheduled?.date?.description) == ["2026-03-01", nil])
    let change = TaskStatusChange(statuses: options.statuses, today: Self.today, format: .emoji)
    let made = try change.entering("x", note.tasks[0], in: note)
    let after = String(decoding: try made.edits.applied(to: note.bytes), as: UTF8.self)
    #expect(after.hasPrefix("- [ ] a 🔁 every day\n- [x] a 🔁 every day ✅ 2026-03-12\n- [ ] b"))
  }

  @Test func whatRecursIsNotCompletedWithoutKnowingHow() throws {
    for rule in ["every blue moon", "every day for 3 times", "every week until 2027-01-01"] {
      let line = "- [ ] a 🔁 \(rule) 📅 2026-01-01\n"
      #expect(throws: TaskEditError.self) { try changed(line) }
      #expect(try changed(line) { $0.repeats = false } == "- [x] a 🔁 \(rule) 📅 2026-01-01 ✅ 2026-03-12\n")
    }
    #expect(throws: TaskEditError.recurrence(.impossibleDate(.due))) {
      try changed("- [ ] a 🔁 every day 📅 2026-02-30\n")
    }
    // Without any date it recurs undated.
    #expect(try changed("- [ ] a 🔁 every day\n") == "- [ ] a 🔁 every day\n- [x] a 🔁 every day ✅ 2026-03-12\n")
  }

  @Test func onCompletionDeleteLeavesTheNextOccurrence() throws {
    #expect(try changed("- [ ] a 🏁 delete\n- [ ] b\n") == "- [ ] b\n")
    #expect(try changed("text\n\n- [ ] a 🏁 DELETE") == "text\n")
    #expect(try changed("- [ ] a 🏁 keep\n") == "- [x] a 🏁 keep ✅ 2026-03-12\n")
    #expect(
      try changed("- [ ] a 🔁 every day 🏁 delete 📅 2026-01-01\n") == "- [ ] a 🔁 every day 🏁 delete 📅 2026-01-02\n")
    #expect(throws: TaskEditError.hasMore(deletedOnCompletion: true)) { try changed("- [ ] a 🏁 delete\n  - b\n") }
    #expect(try changed("- [ ] a 🏁 delete\n", to: "-") == "- [-] a 🏁 delete ❌ 2026-03-12\n")
  }

  @Test func aDeletedTaskWhoseNextOccurrenceIsTheSameLineIsRefused() throws {
    #expect(throws: TaskEditError.recursUnchanged) { try changed("- [ ] a 🔁 every day 🏁 delete\n") }
    #expect(try changed("- [ ] a 🔁 every day 🏁 delete\n- [ ] b\n") { $0.repeats = false } == "- [ ] b\n")
    #expect(try changed("- [/] a 🔁 every day 🏁 delete\n") == "- [ ] a 🔁 every day 🏁 delete\n")
  }

  @Test func customStatusesHaveTheirOwnWay() throws {
    let options = ParsingOptions(
      statuses: StatusRegistry(custom: [
        StatusDefinition(symbol: "a", name: "Asked", type: .todo, next: "b"),
        StatusDefinition(symbol: "b", name: "Waiting", type: .inProgress, next: "D"),
        StatusDefinition(symbol: "D", name: "Delivered", type: .done, next: "a"),
        StatusDefinition(symbol: "n", name: "Note", type: .nonTask, next: "n"),
      ]))
    #expect(
      try changed("- [b] t 🔁 every day 📅 2026-01-01\n", options: options)
        == "- [a] t 🔁 every day 📅 2026-01-02\n- [D] t 🔁 every day 📅 2026-01-01 ✅ 2026-03-12\n")
    #expect(try changed("- [D] t ✅ 2026-01-01\n", to: "n", options: options) == "- [n] t\n")
    #expect(try changed("- [ ] t\n", to: "n", options: options) == "- [n] t\n")
  }

  @Test func plainCheckboxesAreToggledWithoutDates() throws {
    let options = ParsingOptions(taskFilter: "#task")
    #expect(try changed("- [ ] a 🔁 every day 📅 2026-01-01\n", options: options) == "- [x] a 🔁 every day 📅 2026-01-01\n")
    #expect(try changed("- [ ] a #task\n", options: options) == "- [x] a #task ✅ 2026-03-12\n")
  }

  @Test(arguments: ["]", "[", "\n", "\u{7}"]) func noBoxHoldsThese(_ symbol: String) throws {
    #expect(throws: TaskEditError.self) { try changed("- [ ] a\n", to: symbol.unicodeScalars.first) }
  }
}
