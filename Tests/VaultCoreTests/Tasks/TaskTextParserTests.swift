import Testing
import VaultTestSupport

@testable import VaultCore

/// Each case is a task's text and what it says, in the words of `summary`.
@Suite struct TaskTextParserTests {
  @Test(
    arguments: [
      ("", ""),
      ("  \t ", ""),
      ("Buy milk", "Buy milk"),
      ("  Buy  milk \t", "Buy  milk"),
      ("1. text", "1. text"),
      ("Buy #milk (big) [a](b) !now d@x ^", "Buy #milk (big) [a](b) !now d@x ^"),
      ("Buy 📅 2026-02-01", "Buy|due=2026-02-01|emoji"),
      ("Buy 📆 2026-02-01", "Buy|due=2026-02-01|emoji"),
      ("Buy 🗓 2026-02-01", "Buy|due=2026-02-01|emoji"),
      ("Buy 🗓\u{FE0F} 2026-02-01", "Buy|due=2026-02-01|emoji"),
      ("Buy 📅2026-02-01", "Buy|due=2026-02-01|emoji"),
      ("Buy 📅   2026-02-01", "Buy|due=2026-02-01|emoji"),
      ("⏳ 2026-02-01", "|scheduled=2026-02-01|emoji"),
      ("⌛ 2026-02-01", "|scheduled=2026-02-01|emoji"),
      ("🛫 2026-02-01 ➕ 2026-01-01", "|start=2026-02-01|created=2026-01-01|emoji"),
      ("A ✅ 2026-02-01 ❌\u{FE0F} 2026-02-02", "A|done=2026-02-01|cancelled=2026-02-02|emoji"),
      ("A 🔺", "A|highest|emoji"),
      ("A ⏫\u{FE0F}", "A|high|emoji"),
      ("A 🔼", "A|medium|emoji"),
      ("A 🔽", "A|low|emoji"),
      ("A ⏬", "A|lowest|emoji"),
      ("A 🔁 every day", "A|recurrence=every day|emoji"),
      ("A 🔁every week on Monday, Friday when done", "A|recurrence=every week on Monday, Friday when done|emoji"),
      ("A 🔁 every day 📅 2026-02-01", "A|due=2026-02-01|recurrence=every day|emoji"),
      ("A 🏁 Delete", "A|onCompletion=delete|emoji"),
      ("A 🏁 keep", "A|onCompletion=keep|emoji"),
      ("A 🆔 a_1-B", "A|id=a_1-B|emoji"),
      ("A ⛔ a,b , c", "A|dependsOn=a;b;c|emoji"),
      ("A ⛔\u{FE0F} a", "A|dependsOn=a|emoji"),
      ("A [due:: 2026-02-01]", "A|due=2026-02-01|inline"),
      ("A (due:: 2026-02-01)", "A|due=2026-02-01|inline"),
      ("A [ due::2026-02-01 ]", "A|due=2026-02-01|inline"),
      ("A [due:: 2026-02-01], [start:: 2026-01-01],", "A|due=2026-02-01|start=2026-01-01|inline"),
      ("A  [scheduled:: 2026-02-01]  [created:: 2026-01-01]", "A|scheduled=2026-02-01|created=2026-01-01|inline"),
      ("A [completion:: 2026-02-01] [cancelled:: 2026-01-01]", "A|done=2026-02-01|cancelled=2026-01-01|inline"),
      ("A [priority:: high] [repeat:: every week]", "A|high|recurrence=every week|inline"),
      ("A [onCompletion:: delete] [id:: x] [dependsOn:: y, z]", "A|id=x|dependsOn=y;z|onCompletion=delete|inline"),
      ("A [category:: deep work]", "A|category=deep work"),
      ("A [category:: x] 📅 2026-02-01", "A|category=x|due=2026-02-01|emoji"),
      ("A [Due: 2026-02-01] [due: 2026-02-01] [Due::", "A [Due: 2026-02-01] [due: 2026-02-01] [Due::"),
      ("A [done:: 2026-02-01] (recurrence:: every day)", "A [done:: 2026-02-01] (recurrence:: every day)"),
      ("A [due:: 2026-02-01) [due:: 2026-02-01", "A [due:: 2026-02-01) [due:: 2026-02-01"),
      ("A due:2026-02-01", "A|due=2026-02-01"),
      ("due:2026-02-01 A", "A|due=2026-02-01"),
      ("A overdue:2026-02-01", "A overdue:2026-02-01"),
      ("(A) Call", "Call|high"),
      ("(B)", "|medium"),
      ("(C) x", "x|low"),
      ("(D) x", "(D) x"),
      ("(A)x", "(A)x"),
      ("x (A) y", "x (A) y"),
      ("x !high y", "x y|high"),
      ("!medium, then", ", then|medium"),
      ("x !low", "x|low"),
      ("x !highest x!high", "x !highest x!high"),
      ("x @work y", "x y|category=work"),
      ("@büro/küche, now", ", now|category=büro/küche"),
      ("x @work @home", "x @home|category=work"),
      ("mail a@work.com @ 5 @5 @", "mail a@work.com @ 5 @5 @"),
      ("x @work📅 2026-02-01", "x|category=work|due=2026-02-01|emoji"),
      ("x @work—now", "x —now|category=work"),
      ("x ^id-1", "x|^id-1"),
      ("x ^id  ", "x|^id"),
      ("^id", "|^id"),
      ("x^id", "x^id"),
      ("x ^id y", "x ^id y"),
      ("x ^i_d", "x ^i_d"),
      ("x 📅 2026-02-01 ^id", "x|due=2026-02-01|emoji|^id"),
      ("📅 2026-02-01", "|due=2026-02-01|emoji"),
      ("x ✅ y ❌ z ➕ w", "x ✅ y ❌ z ➕ w"),
      ("All 📅 and ✅ today is the day", "All 📅 and ✅ today is the day"),
      ("Signs: 🛫 ⏳ 📅 are dates 🔁 – is none", "Signs: 🛫 ⏳ 📅 are dates 🔁 – is none"),
      ("Ask the 📅 #team ✅ tomorrow's", "Ask the 📅 #team ✅ tomorrow's"),
      ("due d du dependsOn", "due d du dependsOn"),
      ("日本語 📅 2026-02-01 #タグ", "日本語 #タグ|due=2026-02-01|emoji"),
      ("⏫ [due:: 2026-02-01]", "|high|due=2026-02-01|emoji"),
      ("[due:: 2026-02-01] ⏫", "|high|due=2026-02-01|inline"),
      ("a\u{E3}\u{9F}\u{93}\u{85} 2026-02-01", "a\u{E3}\u{9F}\u{93}\u{85} 2026-02-01"),
    ] as [(String, String)])
  func reads(_ text: String, _ expected: String) {
    let result = read(text)
    #expect(summary(result) == expected)
    #expect(result.problems == [])
  }

  @Test(
    arguments: [
      ("📅 2026-02-01 pay rent", "pay rent|due=2026-02-01|emoji", [(0, "unread-by-plugin")]),
      ("Pay 📅 2026-02-01 the ⏫ rent", "Pay the rent|high|due=2026-02-01|emoji", [(4, "unread-by-plugin")]),
      ("Pay ⏫ the 📅 2026-02-01", "Pay the|high|due=2026-02-01|emoji", [(4, "unread-by-plugin")]),
      ("Pay 📅 2026-02-01 #a #b/c ⏫ #d ^x", "Pay #a #b/c #d|high|due=2026-02-01|emoji|^x", []),
      ("Pay 📅 2026-02-01, then", "Pay, then|due=2026-02-01|emoji", [(4, "unread-by-plugin")]),
      ("Pay 📅 2026-02-01.", "Pay.|due=2026-02-01|emoji", [(4, "unread-by-plugin")]),
      ("Pay 📅\u{A0}2026-02-01", "Pay|due=2026-02-01|emoji", [(4, "unread-by-plugin")]),
      ("Pay 📅\t2026-02-01 ⏫", "Pay|high|due=2026-02-01|emoji", [(4, "unread-by-plugin")]),
      (
        "Pay ⏫ 📅\u{202F}2026-02-01", "Pay|high|due=2026-02-01|emoji",
        [(4, "unread-by-plugin"), (8, "unread-by-plugin")]
      ),
      ("Pay ⏫\u{A0}📅 2026-02-01\u{A0}", "Pay|high|due=2026-02-01|emoji", []),
      ("Pay 📅 2026-02-01 due:2026-03-01", "Pay|due=2026-02-01|emoji", [(4, "unread-by-plugin"), (20, "duplicate")]),
      ("Pay 📅 2026-02-01 @work", "Pay|category=work|due=2026-02-01|emoji", [(4, "unread-by-plugin")]),
      ("[due:: 2026-02-01] pay", "pay|due=2026-02-01|inline", [(0, "unread-by-plugin")]),
      ("Pay [priority:: High]", "Pay|high|inline", [(4, "unread-by-plugin")]),
      ("Pay [due:: \u{A0}2026-02-01]", "Pay|due=2026-02-01|inline", [(4, "unread-by-plugin")]),
      ("Pay 📅 2026-02-30", "Pay|due=impossible|emoji", [(9, "date-impossible")]),
      ("Pay [start:: 2026-13-01]", "Pay|start=impossible|inline", [(13, "date-impossible")]),
      ("due:0000-01-01", "|due=impossible", [(4, "date-impossible")]),
      ("Pay 📅 2026-2-3", "Pay 📅 2026-2-3", [(4, "malformed")]),
      ("Pay 📅 2026-02-011", "Pay 📅 2026-02-011", [(4, "malformed")]),
      ("Pay due:2026-2-3", "Pay due:2026-2-3", [(4, "malformed")]),
      ("Pay [due:: tomorrow]", "Pay [due:: tomorrow]", [(4, "malformed")]),
      ("Pay [due:: ] [priority:: A]", "Pay [due:: ] [priority:: A]", [(4, "malformed"), (13, "malformed")]),
      ("Pay [id:: a b] [dependsOn:: ,]", "Pay [id:: a b] [dependsOn:: ,]", [(4, "malformed"), (15, "malformed")]),
      ("Pay 🏁 burn", "Pay 🏁 burn", [(4, "malformed")]), ("Win the 🏁", "Win the 🏁", []),
      ("🏁 done the race", "🏁 done the race", []),
      ("x 🏁 line 🏁 keeper", "x 🏁 line 🏁 keeper", [(2, "malformed"), (12, "malformed")]),
      ("x 🆔 🆔", "x 🆔 🆔", [(2, "malformed"), (7, "malformed")]),
      ("Pay 🆔 📅", "Pay 🆔 📅", [(4, "malformed"), (9, "malformed")]),
      ("Pay 📅 tomorrow", "Pay 📅 tomorrow", [(4, "malformed")]),
      ("Pay ✅ today ^x", "Pay ✅ today|^x", [(4, "malformed")]),
      ("Pay ⏳ Next  Monday #rent ⏫", "Pay ⏳ Next  Monday #rent|high|emoji", [(4, "malformed")]),
      ("Pay 🛫\u{FE0F} in 3 days🔼", "Pay 🛫\u{FE0F} in 3 days|medium|emoji", [(4, "malformed")]),
      ("Pay 📅", "Pay 📅", [(4, "malformed")]), ("Pay ✅ ^x", "Pay ✅|^x", [(4, "malformed")]),
      ("Pay 🔁", "Pay 🔁", [(4, "malformed")]), ("Pay 🔁 ⏫", "Pay 🔁|high|emoji", [(4, "malformed")]),
      ("🔁 📅 2026-02-01", "🔁|due=2026-02-01|emoji", [(0, "malformed")]),
      (
        "Pay ⏳ 🛫 📅 [id:: x]", "Pay ⏳ 🛫 📅|id=x|inline",
        [(4, "malformed"), (8, "malformed"), (13, "malformed")]
      ),
      (
        "A [Due:: 2026-02-01] (ONCOMPLETION:: x)", "A [Due:: 2026-02-01] (ONCOMPLETION:: x)",
        [(2, "malformed"), (21, "malformed")]
      ),
      ("Pay 🆔 a 🆔", "Pay 🆔|id=a|emoji", [(4, "unread-by-plugin"), (11, "malformed")]),
      ("Pay ⛔ a,,b", "Pay,,b|dependsOn=a|emoji", [(4, "unread-by-plugin"), (9, "malformed")]),
      ("Pay ⛔ a ,", "Pay ,|dependsOn=a|emoji", [(4, "unread-by-plugin"), (9, "malformed")]),
      ("Pay ⛔", "Pay ⛔", [(4, "malformed")]), ("Pay 🆔 a 🆔 b", "Pay|id=a|emoji", [(11, "duplicate")]),
      ("Pay \\[due:: 2026-02-01] \\(due:: soon)", "Pay \\[due:: 2026-02-01] \\(due:: soon)", []),
      ("Pay \\\\[due:: soon]", "Pay \\\\[due:: soon]", [(6, "malformed")]),
      ("Pay [onCompletion:: burn]", "Pay [onCompletion:: burn]", [(4, "malformed")]),
      ("Pay 📅 2026-02-01 📆 2026-03-01", "Pay|due=2026-02-01|emoji", [(20, "duplicate")]),
      ("Pay 📅 2026-02-30 📅 2026-03-01", "Pay|due=impossible|emoji", [(9, "date-impossible"), (20, "duplicate")]),
      ("(A) Pay ⏬", "Pay|high|emoji", [(8, "duplicate")]),
      ("@a [category:: b]", "|category=a", [(3, "duplicate")]),
      ("Pay 🆔 abc now", "Pay now|id=abc|emoji", [(4, "unread-by-plugin")]),
      ("Pay ⛔ a, b now", "Pay now|dependsOn=a;b|emoji", [(4, "unread-by-plugin")]),
      (
        "A 🔁 Sync contacts 📅 2026-02-01", "A|due=2026-02-01|recurrence=Sync contacts|emoji", [(7, "recurrence-unknown")]
      ),
      ("A 🔁 often !high", "A|high|recurrence=often|emoji", [(2, "recurrence-text"), (7, "recurrence-unknown")]),
      (
        "A 🔁 often due:2026-02-01", "A|due=2026-02-01|recurrence=often|emoji",
        [(2, "unread-by-plugin"), (7, "recurrence-unknown")]
      ),
      ("A [repeat:: every day or so]", "A|recurrence=every day or so|inline", [(12, "recurrence-unknown")]),
      ("A 🔁 every day buy milk", "A buy milk|recurrence=every day|emoji", [(2, "recurrence-text")]),
      (
        "⏫ A 🔁 every day buy 📅 2026-02-01", "A buy|high|due=2026-02-01|recurrence=every day|emoji",
        [(0, "unread-by-plugin"), (6, "recurrence-text")]
      ),
      ("A 🔁 every day for 3 times", "A|recurrence=every day for 3 times|emoji", [(7, "recurrence-unsupported")]),
      (
        "A 🔁 every day until 2026-03-01 ⏫", "A|high|recurrence=every day until 2026-03-01|emoji",
        [(2, "unread-by-plugin"), (7, "recurrence-unsupported")]
      ),
      ("A 🔁 every other day", "A|recurrence=every other day|emoji", [(7, "recurrence-differs")]),
      ("A 🔁\u{A0}every day", "A|recurrence=every day|emoji", [(2, "unread-by-plugin")]),
    ] as [(String, String, [(Int, String)])])
  func warns(_ text: String, _ expected: String, _ problems: [(Int, String)]) {
    let result = read(text)
    #expect(summary(result) == expected)
    let found = result.problems.map { problem in
      let code = problem.code.rawValue
      return "\(problem.offset) " + (code.hasPrefix("task-field-") ? code.dropFirst(11) : code.dropFirst(5))
    }
    #expect(found == problems.map { "\($0) \($1)" })
    #expect(result.problems.allSatisfy { $0.message.hasSuffix(".") })
  }

  /// Backquotes and angle brackets mark what is opaque.
  @Test(
    arguments: [
      ("A `📅 2026-02-01` b", "A `📅 2026-02-01` b"),
      ("`a` 📅 2026-02-01 `[due:: 2026-03-01]`", "`a` `[due:: 2026-03-01]`|due=2026-02-01|emoji"),
      ("[a]<📅 2026-02-01> ⏫", "[a]<📅 2026-02-01>|high|emoji"),
      ("A <!-- due:2026-02-01 @x -->", "A <!-- due:2026-02-01 @x -->"),
      ("[category:: `]` x] y", "y|category=`]` x"),
      ("A `b ^id`", "A `b ^id`"),
      ("A ` ^id", "A ` ^id"),
    ] as [(String, String)])
  func opaqueRangesHoldNoFields(_ text: String, _ expected: String) {
    var ranges: [Range<Int>] = []
    var open: Int?
    for (i, byte) in text.utf8.enumerated() {
      if let begin = open, byte == 0x60 || byte == 0x3E {
        ranges.append(begin..<(i + 1))
        open = nil
      } else if open == nil, byte == 0x60 || byte == 0x3C {
        open = i
      }
    }
    if let open { ranges.append(open..<text.utf8.count) }
    #expect(summary(TaskTextParser().parse(text, opaque: ranges)) == expected)
  }

  @Test func rangesCoverFieldsAndValues() {
    let text = "(A) b 🗓\u{FE0F} 2026-02-01 [id:: x ] , 🔁 every day c ⏫\u{FE0F} @w ^q"
    let bytes = Array(text.utf8)
    let result = read(text)
    let parts = result.fields.map { field in
      [field.range, field.valueRange].map { String(decoding: bytes[$0], as: UTF8.self) }
    }
    #expect(
      parts == [
        ["(A)", "A"], ["🗓\u{FE0F} 2026-02-01", "2026-02-01"], ["[id:: x ] ,", "x"], ["🔁 every day", "every day"],
        ["⏫\u{FE0F}", "⏫"], ["@w", "w"],
      ])
    #expect(result.blockIDRange.map { String(decoding: bytes[$0], as: UTF8.self) } == "^q")
    #expect(result.field(.priority)?.format == .plain)
    #expect(result.field(.due)?.format == .emoji)
    #expect(result.field(.start) == nil)
  }

  @Test func unreadFieldsAreNamedTogether() {
    let result = read("⏫ 📅 2026-02-01 [id:: x] pay")
    #expect(
      result.problems.map(\.message) == [
        "Obsidian Tasks does not read ⏫, 📅 and id:: here, because other text follows; move them to the end of the line."
      ])
  }

  @Test func slipsAreToldWithTheirRemedy() {
    #expect(
      read("A [Due:: 2026-02-01] 📅 tomorrow 🔁 ⏳").problems.map(\.message) == [
        "The key Due:: is not read, because upper and lower case matter; write due::.",
        "What follows 📅 is no date and stays in the description; write it as YYYY-MM-DD.",
        "No rule follows 🔁, so it stays in the description; write something like \"every week on Monday\".",
        "No date follows ⏳, so it stays in the description; write one as YYYY-MM-DD.",
      ])
  }

  @Test func unclosedBracketsTakeNoLongerEach() {
    let text = String(repeating: "[due:: ", count: 50_000)
    #expect(read(text).fields == [])
  }

  @Test func randomTextsNeverTrap() {
    var random = SeededGenerator(seed: 3)
    let pieces: [[UInt8]] =
      [
        "📅", "⏳", "🛫", "➕", "✅", "❌", "🔁", "🏁", "🆔", "⛔", "🔺", "⏬", "\u{FE0F}", "\u{A0}", "\u{202F}", " ", " ", " ",
        "2026-02-01", "2026-02-30", "every", "week", "on", "Monday", "the", "1st", "last", "and", ",", "for 3", "until",
        "when done", "[due::", "(repeat::", "[category::", "]", ")", "due:", "@work", "!high", "(A)", "^id", "^",
        "#tag",
        "keep", "a", "日", "`", "\r", "-", "é",
      ].map { Array($0.utf8) } + [[0xE2], [0xF0, 0x9F], [0xC2], [0xA0], [0xE3, 0x9F, 0x93, 0x85], [0xFF], [0]]
    for run in 0..<20_000 {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 0...24, using: &random) {
        if run % 3 == 0 {
          bytes.append(.random(in: 0...255, using: &random))
        } else {
          bytes += pieces.randomElement(using: &random) ?? []
        }
      }
      let opaque = (0..<Int.random(in: 0...2, using: &random)).map { _ in
        let low = Int.random(in: -2...(bytes.count + 2), using: &random)
        return low..<(low + Int.random(in: 0...8, using: &random))
      }
      check(bytes, opaque: opaque)
    }
  }

  /// What holds for every text.
  private func check(_ bytes: [UInt8], opaque: [Range<Int>]) {
    let result = bytes.withUnsafeBufferPointer { TaskTextParser().parse($0, opaque: opaque) }
    var last = 0
    for field in result.fields {
      #expect(last <= field.range.lowerBound && !field.range.isEmpty)
      #expect(field.range.lowerBound <= field.valueRange.lowerBound)
      #expect(field.valueRange.upperBound <= field.range.upperBound && !field.valueRange.isEmpty)
      last = field.range.upperBound
    }
    if let range = result.blockIDRange {
      #expect(last <= range.lowerBound)
      last = range.upperBound
    }
    #expect(last <= bytes.count)
    #expect(result.problems.allSatisfy { $0.offset >= 0 && $0.offset < bytes.count })
    #expect(result.problems.map(\.offset) == result.problems.map(\.offset).sorted())
    #expect(result.description.utf8.count <= bytes.count * 3)
    #expect(result.blockID == nil || result.blockID?.isEmpty == false)
  }

  private func read(_ text: String) -> TaskText {
    TaskTextParser().parse(text)
  }

  private func summary(_ text: TaskText) -> String {
    var parts = [text.description]
    if text.priority != .none { parts.append(text.priority.rawValue) }
    if let category = text.category { parts.append("category=" + category) }
    for kind in TaskFieldKind.dates {
      if let date = text.values[kind] { parts.append(kind.rawValue + "=" + date) }
    }
    if let recurrence = text.recurrence { parts.append("recurrence=" + recurrence) }
    if let id = text.id { parts.append("id=" + id) }
    if !text.dependsOn.isEmpty { parts.append("dependsOn=" + text.dependsOn.joined(separator: ";")) }
    if let onCompletion = text.onCompletion { parts.append("onCompletion=" + onCompletion) }
    if let format = text.format { parts.append(format.rawValue) }
    if let blockID = text.blockID { parts.append("^" + blockID) }
    return parts.joined(separator: "|")
  }
}
