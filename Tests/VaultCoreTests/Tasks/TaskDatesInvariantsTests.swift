import Foundation
import Testing
import VaultTestSupport

/// Texts put together of the words that mean something; `VAULT_SOAK` tries a hundred times as many.
@Suite struct TaskDatesInvariantsTests {
  private static let runs = ProcessInfo.processInfo.environment["VAULT_SOAK"] == nil ? 1_500 : 150_000
  private static let words = [
    "every", "other", "2", "31st", "last", "Friday", "weekday", "day", "weeks", "month", "years", "February", "and",
    "on",
    "the", "when", "done", "for", "times", "until", "in", "next", "end", "of", "tomorrow", "weekend", "ago", "from",
    "now", "5", "jan", "15th", "2026-02-30", "9999-12-31", "0001-01-01", "3/4", "+2w", "-7d", "due:", "sched:",
    "start:",
    "priority:", "id:", "depends:", "repeat:", "onCompletion:", "category:", "!high", "!x", "@work", "#tag", "(A)",
    "\\",
    "`", "[[", "]]", "[due::", "]", "](a.md)", "^abc", "📅", "⏳", "🛫", "🔁", "🏁", "🆔", "⛔", "⏫", "\u{FE0F}", "\u{A0}",
    ",", "Buy", "milk", "ä", "delete", "-", "<!--", "-->", "https://a.org",
  ]

  @Test func hold() {
    var random = SeededGenerator(seed: 17)
    for _ in 0..<Self.runs {
      var bytes = (0..<4).map { _ in UInt8(random.below(256)) }
      for _ in 0...random.below(9) {
        bytes += Array(random.pick(Self.words).utf8)
        if random.below(4) > 0 { bytes.append(0x20) }
      }
      for violation in TaskDatesInvariants.violations(of: bytes) { Issue.record("\(violation)") }
    }
  }
}
