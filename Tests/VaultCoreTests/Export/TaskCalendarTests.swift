import Testing

@testable import VaultCore

@Suite("Tasks as iCalendar")
struct TaskCalendarTests {
  @Test func everyFieldHasItsPlace() throws {
    let text = try calendar(
      """
      - [ ] Bake *bread*, slowly #baking/rye 🆔 bake ⏫ 🔁 every week ➕ 2026-01-05 🛫 2026-03-01 📅 2026-03-15 @kitchen
        - [/] Buy flour 🔽 ⏳ 2026-03-13
        - [x] Feed the starter ⛔ bake,nobody 🔺 📅 2026-03-10 ✅ 2026-03-11
      - [-] Sell the oven ⏬ ❌ 2026-03-01 🔼
      """)
    #expect(
      text == """
        BEGIN:VCALENDAR
        VERSION:2.0
        PRODID:-//vault//tasks//EN
        BEGIN:VTODO
        UID:bake@vault
        DTSTAMP:20260314T093005Z
        SUMMARY:Bake *bread*\\, slowly #baking/rye
        DESCRIPTION:Home/Bread.md:1
        DTSTART;VALUE=DATE:20260315
        RRULE:FREQ=WEEKLY
        DUE;VALUE=DATE:20260315
        CREATED:20260105T120000Z
        STATUS:NEEDS-ACTION
        PRIORITY:3
        CATEGORIES:kitchen,baking/rye
        END:VTODO
        BEGIN:VTODO
        UID:handle2@vault
        DTSTAMP:20260314T093005Z
        SUMMARY:Buy flour
        DESCRIPTION:Home/Bread.md:2
        DTSTART;VALUE=DATE:20260313
        STATUS:IN-PROCESS
        PRIORITY:7
        RELATED-TO;RELTYPE=PARENT:bake@vault
        END:VTODO
        BEGIN:VTODO
        UID:handle3@vault
        DTSTAMP:20260314T093005Z
        SUMMARY:Feed the starter
        DESCRIPTION:Home/Bread.md:3
        DUE;VALUE=DATE:20260310
        COMPLETED:20260311T120000Z
        STATUS:COMPLETED
        PRIORITY:1
        RELATED-TO;RELTYPE=PARENT:bake@vault
        RELATED-TO;RELTYPE=DEPENDS-ON:bake@vault
        END:VTODO
        BEGIN:VTODO
        UID:handle4@vault
        DTSTAMP:20260314T093005Z
        SUMMARY:Sell the oven
        DESCRIPTION:Home/Bread.md:4
        STATUS:CANCELLED
        PRIORITY:9
        END:VTODO
        END:VCALENDAR

        """)
  }

  @Test(arguments: [
    ("🛫 2026-03-10 ⏳ 2026-03-12 📅 2026-03-15", ["DTSTART;VALUE=DATE:20260310", "DUE;VALUE=DATE:20260315"]),
    ("⏳ 2026-03-12 📅 2026-03-15", ["DTSTART;VALUE=DATE:20260312", "DUE;VALUE=DATE:20260315"]),
    // The RFC wants the due date later than the start.
    ("🛫 2026-03-15 📅 2026-03-15", ["DUE;VALUE=DATE:20260315"]),
    ("🛫 2026-03-16 📅 2026-03-15", ["DUE;VALUE=DATE:20260315"]),
    ("🛫 2026-03-16", ["DTSTART;VALUE=DATE:20260316"]),
    ("🛫 2026-02-30 📅 2026-02-31 ➕ 2026-13-01", []),
    ("✅ 2026-03-16", []),
    ("🔁 every day", ["X-VAULT-RECURRENCE:every day"]),
    ("🔁 every day ⏳ 2026-03-15", ["DTSTART;VALUE=DATE:20260315", "RRULE:FREQ=DAILY"]),
    (
      "🔁 every week on Sunday 🛫 2026-03-12 📅 2026-03-15",
      ["DTSTART;VALUE=DATE:20260315", "RRULE:FREQ=WEEKLY;BYDAY=SU", "DUE;VALUE=DATE:20260315"]
    ),
    (
      "🔁 every week when done 🛫 2026-03-12 📅 2026-03-15",
      ["DTSTART;VALUE=DATE:20260312", "X-VAULT-RECURRENCE:every week when done", "DUE;VALUE=DATE:20260315"]
    ),
    ("🔁 every week 📅 2026-02-30", ["X-VAULT-RECURRENCE:every week"]),
    // The rule counts from the due date, which there is none of.
    (
      "🔁 every week 📅 2026-02-30 ⏳ 2026-02-02",
      ["DTSTART;VALUE=DATE:20260202", "X-VAULT-RECURRENCE:every week"]
    ),
  ])
  func datesGoWhereTheyMay(_ fields: String, _ expected: [String]) throws {
    let lines = try calendar("- [ ] a \(fields)").split(separator: "\n").map(String.init)
    let from = try #require(lines.firstIndex { $0.hasPrefix("DESCRIPTION") }) + 1
    #expect(Array(lines[from...].prefix { $0 != "STATUS:NEEDS-ACTION" }) == expected)
  }

  @Test func identifiersAreUnique() throws {
    let text = try calendar("- [ ] a 🆔 x\n- [ ] b 🆔 x\n- [ ] c 🆔 handle1\n- [ ] d ⛔ x\n- [ ] e 🆔 y")
    #expect(
      text.split(separator: "\n").filter { $0.hasPrefix("UID") }
        == ["UID:handle1@vault", "UID:handle2@vault", "UID:handle3@vault", "UID:handle4@vault", "UID:y@vault"])
    #expect(
      text.split(separator: "\n").filter { $0.hasPrefix("RELATED") }
        == ["RELATED-TO;RELTYPE=DEPENDS-ON:handle1@vault", "RELATED-TO;RELTYPE=DEPENDS-ON:handle2@vault"])
  }

  @Test func whatIsNoTaskIsLeftOut() throws {
    var task = TaskItem(
      handle: "h", path: NotePath("a.md"), line: 1, status: TaskStatus(symbol: "?", name: "Question", type: .nonTask),
      description: "b", raw: "")
    #expect(!String(decoding: TaskCalendar([task], now: now) { $0.description }.bytes, as: UTF8.self).contains("VTODO"))
    task.status.type = .onHold
    #expect(
      String(decoding: TaskCalendar([task], now: now) { $0.description }.bytes, as: UTF8.self).contains("NEEDS-ACTION"))
  }

  private var now: CivilTime {
    CivilTime(date: CivilDate(year: 2026, month: 3, day: 14) ?? CivilDate(dayNumber: 0), secondOfDay: 34_205)
  }

  /// Line ends as they are here, and handles that can be read.
  private func calendar(_ note: String) throws -> String {
    var tasks = ReadNote(note, path: "Home/Bread.md").note.tasks
    let handles = Dictionary(uniqueKeysWithValues: tasks.map { ($0.handle, "handle\($0.line)") })
    for place in tasks.indices {
      tasks[place].handle = handles[tasks[place].handle] ?? ""
      tasks[place].parent = tasks[place].parent.flatMap { handles[$0] }
    }
    let bytes = TaskCalendar(tasks, now: now) { $0.description }.bytes
    #expect(bytes.count { $0 == 0x0A } == bytes.count { $0 == 0x0D })
    return String(decoding: bytes.filter { $0 != 0x0D }, as: UTF8.self)
  }
}
