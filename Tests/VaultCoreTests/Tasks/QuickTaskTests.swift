import Testing

@testable import VaultCore

@Suite struct QuickTaskTests {
  /// Wednesday, 14 January 2026.
  private let days = DayPhrase(today: queryToday)

  private func read(_ text: String) throws -> QuickTask {
    try QuickTask(text, days: days)
  }

  @Test func everythingAtOnce() throws {
    let quick = try read("Buy milk !high @shopping due:tomorrow every week")
    var task = NewTask(description: "Buy milk")
    task.priority = .high
    task.category = "shopping"
    task.dates[day: .due] = CivilDate("2026-01-15")
    task.recurrence = "every week"
    #expect(quick.task == task)
    #expect(
      quick.understood == [
        .init(kind: .priority, words: "!high", value: "high"),
        .init(kind: .category, words: "@shopping", value: "shopping"),
        .init(kind: .due, words: "due:tomorrow", value: "2026-01-15"),
        .init(kind: .recurrence, words: "every week", value: "every week"),
      ])
    #expect(quick.hints.isEmpty)
  }

  /// The text, the description, and the fields as `kind[words]=value`.
  @Test(arguments: [
    ("Buy milk", "Buy milk", ""),
    ("  Buy\tmilk\u{A0} ", "Buy milk", ""),
    ("Plan Friday's talk tomorrow", "Plan Friday's talk tomorrow", ""),
    ("(A) Call Ann", "Call Ann", "priority[(A)]=high"),
    ("x !highest", "x", "priority[!highest]=highest"),
    ("x !High, y", "x y", "priority[!High]=high"),
    ("!lowest x", "x", "priority[!lowest]=lowest"),
    ("x priority:low", "x", "priority[priority:low]=low"),
    ("!!! wow ! x !", "!!! wow ! x !", ""),
    ("x due:next friday", "x", "due[due:next friday]=2026-01-16"),
    ("x due:5 jan, then y", "x then y", "due[due:5 jan]=2027-01-05"),
    ("x due:friday buy y", "x buy y", "due[due:friday]=2026-01-16"),
    ("x due:2 weeks from now at 5", "x at 5", "due[due:2 weeks from now]=2026-01-28"),
    (
      "x Due:Tomorrow SCHED:2w start:the 15th", "x",
      "due[Due:Tomorrow]=2026-01-15 scheduled[SCHED:2w]=2026-01-28 start[start:the 15th]=2026-01-15"
    ),
    ("x scheduled:2026-02-01", "x", "scheduled[scheduled:2026-02-01]=2026-02-01"),
    ("x due: friday", "x", "due[due: friday]=2026-01-16"),
    ("x due:: friday", "x", "due[due:: friday]=2026-01-16"),
    ("buy milk, due:friday", "buy milk", "due[due:friday]=2026-01-16"),
    ("x due:friday 📅", "x 📅", "due[due:friday]=2026-01-16"),
    ("x 🔁 due:friday ✅", "x 🔁 ✅", "due[due:friday]=2026-01-16"),
    ("x @9 @9am", "x @9", "category[@9am]=9am"),
    ("write to a@b.org", "write to a@b.org", ""),
    ("x category:deep/work", "x", "category[category:deep/work]=deep/work"),
    ("x id:a-1 depends:b,c", "x", "id[id:a-1]=a-1 dependsOn[depends:b,c]=b, c"),
    ("x dependsOn:b onCompletion:Delete", "x", "dependsOn[dependsOn:b]=b onCompletion[onCompletion:Delete]=delete"),
    ("Check id: 17", "Check id: 17", ""),
    ("x every friday", "x", "recurrence[every friday]=every friday"),
    ("x Every month on the last", "x", "recurrence[Every month on the last]=Every month on the last"),
    ("x every week, !high", "x", "recurrence[every week]=every week priority[!high]=high"),
    ("every day !high x", "x", "recurrence[every day]=every day priority[!high]=high"),
    ("see #a every day #b due:friday #c", "see #a #b #c", "recurrence[every day]=every day due[due:friday]=2026-01-16"),
    ("x every other week", "x", "recurrence[every other week]=every 2 weeks"),
    ("x every day when done", "x", "recurrence[every day when done]=every day when done"),
    ("x repeat:every 2 weeks y", "x y", "recurrence[repeat:every 2 weeks]=every 2 weeks"),
    ("x every weekend", "x every weekend", ""),
    (
      "x 📅 2026-02-01 🔁 every week ⏫ 🆔 abc ⛔ d,e 🏁 delete", "x",
      "due[📅 2026-02-01]=2026-02-01 recurrence[🔁 every week]=every week priority[⏫]=high id[🆔 abc]=abc "
        + "dependsOn[⛔ d,e]=d, e onCompletion[🏁 delete]=delete"
    ),
    (
      "x [due:: 2026-02-01] (priority:: high) [category:: work] (repeat:: every day)", "x",
      "due[[due:: 2026-02-01]]=2026-02-01 priority[(priority:: high)]=high category[[category:: work]]=work "
        + "recurrence[(repeat:: every day)]=every day"
    ),
    (
      "x ➕ 2026-01-01 🛫 2026-01-02 ✅ 2026-01-03 ❌ 2026-01-04", "x",
      "created[➕ 2026-01-01]=2026-01-01 start[🛫 2026-01-02]=2026-01-02 done[✅ 2026-01-03]=2026-01-03 "
        + "cancelled[❌ 2026-01-04]=2026-01-04"
    ),
    ("x 📅 tomorrow ⏳\u{FE0F}3 days", "x", "due[📅 tomorrow]=2026-01-15 scheduled[⏳\u{FE0F}3 days]=2026-01-17"),
    ("x 📅 May plans", "x 📅 May plans", ""),
    ("x 📅 plans", "x 📅 plans", ""),
    ("Müller 日本 due:fri", "Müller 日本", "due[due:fri]=2026-01-16"),
    ("x `due:friday !high @me every day`", "x `due:friday !high @me every day`", ""),
    ("x [[due:friday !low|due:monday]]", "x [[due:friday !low|due:monday]]", ""),
    ("x [see due:monday](a.md) y", "x [see due:monday](a.md) y", ""),
    ("x https://a.org/?due:friday y", "x https://a.org/?due:friday y", ""),
    ("x \"due:friday\" (!high", "x \"due:friday\" (!high", ""),
    ("x \\due:bob \\Start: \\every day", "x due:bob Start: every day", ""),
    ("x \\due:2026-01-01 y: z", "x due\\:2026-01-01 y: z", ""),
    ("x `\\due:bob` \\d \\", "x `\\due:bob` \\d \\", ""),
    ("x \\!high \\@work \\#tag \\^abc", "x \\!high \\@work \\#tag \\^abc", ""),
    ("x note:due pre-due:friday", "x note:due pre-due:friday", ""),
    ("#home due:friday", "#home", "due[due:friday]=2026-01-16"),
  ])
  func texts(_ text: String, _ description: String, _ fields: String) throws {
    let quick = try read(text)
    #expect(Self.joined(quick.task.description) == Self.joined(description))
    #expect(quick.understood.map { "\($0.kind)[\($0.words)]=\($0.value)" }.joined(separator: " ") == fields)
    // Whatever a note would read in the description was not left there.
    #expect(TaskTextParser().parse(quick.task.description, opaque: opaque(in: quick)).fields.isEmpty)
  }

  /// Whitespace as one space.
  private static func joined(_ text: String) -> String {
    text.split(separator: " ").joined(separator: " ")
  }

  private func opaque(in quick: QuickTask) -> [Range<Int>] {
    QuickTaskInlines(Array(quick.task.description.utf8)).opaque
  }

  @Test func everyFieldComesIntoTheTask() throws {
    let task = try read(
      "x !low due:2026-01-01 sched:2026-01-02 start:2026-01-03 ➕ 2026-01-04 ✅ 2026-01-05 ❌ 2026-01-06 @c id:i "
        + "depends:d 🏁 keep every day"
    ).task
    var expected = NewTask(description: "x")
    expected.priority = .low
    expected.dates[day: .due] = CivilDate("2026-01-01")
    expected.dates[day: .scheduled] = CivilDate("2026-01-02")
    expected.dates[day: .start] = CivilDate("2026-01-03")
    expected.dates[day: .created] = CivilDate("2026-01-04")
    expected.dates[day: .done] = CivilDate("2026-01-05")
    expected.dates[day: .cancelled] = CivilDate("2026-01-06")
    expected.category = "c"
    expected.id = "i"
    expected.dependsOn = ["d"]
    expected.onCompletion = "keep"
    expected.recurrence = "every day"
    #expect(task == expected)
  }

  @Test(arguments: [
    ("Review every week of May", "every week"), ("Every day counts", "Every day"),
    ("every friday clean the kitchen", "every friday"), ("x every day. y", "every day"),
    ("x every week on Monday and tidy up", "every week on Monday"), ("x every day `y`", "every day"),
  ])
  func rulesBeforeWordsAreTextAndSaidToBe(_ text: String, _ rule: String) throws {
    let quick = try read(text)
    #expect(quick.task.description == text)
    #expect(quick.task.recurrence == nil)
    #expect(
      quick.hints == ["\"\(rule)\" is text here, because words follow it; put it at the end to make the task recur."])
  }

  @Test(arguments: [
    ("x every two weeks", "every two"), ("x every 5 minutes", "every 5"), ("x every weekend", "every weekend"),
    ("x Every mondya, y", "every mondya"), ("x every one of them", nil), ("every man and every person", nil),
    ("x every", nil), ("x `every weekend`", nil), ("x \\every weekend", nil),
  ])
  func whatBeginsNoRuleIsSaid(_ text: String, _ words: String?) throws {
    let quick = try read(text)
    #expect(quick.task.recurrence == nil)
    #expect(quick.hints.count == (words == nil ? 0 : 1))
    if let words { #expect(quick.hints.first?.hasPrefix("\"\(words)\" begins no rule and is text;") == true) }
  }

  /// The place, the message, and what may have been meant.
  @Test(
    arguments: [
      ("x due:someday soon", "someday", "\"someday\" is no day.", []),
      ("x due:next frday !low", "next frday", "\"next frday\" is no day.", ["next friday"]),
      ("Pay rent due:", "due:", "No day follows \"due:\".", []),
      ("x due: !high", "!high", "\"!high\" is no day.", []),
      ("x due:`y`", "due:", "No day follows \"due:\".", []),
      ("start: call Bob", "call", "\"call\" is no day.", []),
      ("x due:31 feb", "31 feb", "There is no day 31 in February.", []),
      (
        "x due:3/4", "3/4", "\"3/4\" is one day in some countries and another in others.", ["2026-04-03", "2026-03-04"]
      ),
      ("x due:2026-02-30", "2026-02-30", "There is no day 30 in February 2026: it has 28.", ["2026-02-28"]),
      ("x due:2026-01-05T10", "2026-01-05T10", "A date is a whole day.", ["2026-01-05"]),
      ("x due:9   janury", "9   janury", "\"9 janury\" is no day.", ["9 january"]),
      ("x 📅 2026-02-30", "2026-02-30", "There is no day 2026-02-30.", []),
      ("x 📅 3/4", "3/4", "\"3/4\" is one day in some countries and another in others.", ["2026-04-03", "2026-03-04"]),
      ("x 📅 2026-1-2", "2026-1-2", "Months, days and weeks have two digits.", ["2026-01-02"]),
      ("x 📅 12345", "12345", "\"12345\" is no date.", []),
      ("x [due:: tomorrow]", "[due::", "\"[due::\" looks like a field, and what follows cannot be read.", []),
      ("x 🏁 finish", "🏁", "\"🏁\" looks like a field, and what follows cannot be read.", []),
      ("x 🆔", "🆔", "\"🆔\" looks like a field, and what follows cannot be read.", []),
      ("x !hihg", "!hihg", "\"hihg\" is no priority.", ["!high"]),
      ("x !important y", "!important", "\"important\" is no priority.", []),
      ("x !none", "!none", "\"none\" is no priority.", []),
      ("x priority:urgent", "priority:urgent", "\"urgent\" is no priority.", []),
      ("x id:\u{E4}", "id:\u{E4}", "\"\u{E4}\" is no id.", []),
      ("x id:", "id:", "No value follows \"id:\".", []),
      ("x depends:,", "depends:", "No value follows \"depends:\".", []),
      ("x depends:a,ö", "depends:a,ö", "\"a,ö\" is no list of ids.", []),
      ("x onCompletion:later", "onCompletion:later", "\"later\" is no action.", []),
      ("x category:17", "category:17", "\"17\" is no category.", []),
      ("x repeat:weekly", "weekly", "\"weekly\" is no recurrence rule.", []),
      ("x 🔁 weekly", "weekly", "\"weekly\" is no recurrence rule.", []),
      (
        "x every week for 3 times", "every week for 3 times", "Recurrence \"for 3 times\" is not supported.", []
      ),
      ("x due:today 📅 2026-01-01", "📅 2026-01-01", "The text has two fields of one kind (due).", []),
      ("x !high (priority:: low)", "(priority:: low)", "The text has two fields of one kind (priority).", []),
      ("x repeat:every day every week", "every week", "The text has two fields of one kind (recurrence).", []),
      ("x @a category:b", "category:b", "The text has two fields of one kind (category).", []),
      ("@a and @b", "@a and @b", "\"@b\" would be a second category, and a task has one.", []),
      ("x ^abc", "^abc", "\"^abc\" at the end would be a block id, and a new task gets none.", []),
      ("x ^abc due:today", "x ^abc due:today", "What is left, \"x ^abc\", would end in a block id.", []),
      (
        "x 📅 due:friday 2026-01-01", "x 📅 due:friday 2026-01-01",
        "What is left, \"x 📅 2026-01-01\", would be read as a field (due).", []
      ),
      ("due:friday", "due:friday", "There is no text besides the fields.", []),
      ("due:friday every day, !low", "due:friday every day, !low", "There is no text besides the fields.", []),
      ("", "", "There is no text besides the fields.", []),
      ("   ", "   ", "There is no text besides the fields.", []),
      (
        "a\nb", "\n", "A task is one line, and the text has a line break or another control character.", []
      ),
      (
        "a\u{1B}[31mb", "\u{1B}", "A task is one line, and the text has a line break or another control character.", []
      ),
    ] as [(String, String, String, [String])])
  func refused(_ text: String, _ place: String, _ message: String, _ candidates: [String]) throws {
    let error = #expect(throws: QueryError.self) { try read(text) }
    let range = try #require(error?.range)
    #expect(error?.message == message)
    #expect(error?.candidates == candidates)
    #expect(error?.remedy != nil || !candidates.isEmpty)
    try #require(range.upperBound <= text.utf8.count)
    let shown = String(decoding: Array(text.utf8)[range], as: UTF8.self)
    // Whitespace between the words of a day are not counted.
    #expect(place.contains("  ") ? place.hasPrefix(shown) && !shown.isEmpty : shown == place)
  }

  @Test func remediesNameTheWayToKeepText() throws {
    let error = #expect(throws: QueryError.self) { try read("x due:next frday") }
    #expect(error?.remedy == "A backslash before it keeps it as text (\\due:).")
    #expect(
      error?.description
        == "\"next frday\" is no day. Did you mean next friday? A backslash before it keeps it as text (\\due:).")
    let other = #expect(throws: QueryError.self) { try read("x due:someday") }
    #expect(other?.remedy == DayPhrase.forms + " A backslash before it keeps it as text (\\due:).")
  }
}
