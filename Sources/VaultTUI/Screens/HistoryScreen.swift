import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

/// What was changed, the latest first.
enum HistoryScreen {
  static func answer(_ question: ListQuestion, _ reader: VaultReader) throws -> ListAnswer {
    let look = question.look
    let entries = try reader.history()
    var answer = ListAnswer()
    answer.rows = question.filtered(
      entries.map { entry in
        let state = entry.isUndone ? "undone" : entry.isForeign ? "not done by you" : ""
        var row = Row(
          .change(entry.sequence), StyledText(entry.title, entry.isUndone ? look[.done] : .plain), name: entry.title)
        row.sign = StyledText(
          entry.isForeign ? look.glyphs.overdue : entry.isUndone ? look.glyphs.cancelled : look.glyphs.good,
          look[entry.isForeign ? .warning : entry.isUndone ? .done : .success])
        row.trail = [
          StyledText(question.count(entry.paths.count, "file"), look[.muted]), StyledText(state, look[.warning]),
          StyledText(RelativeTime.instant(entry.time, in: reader.vault.environment), look[.muted]),
        ]
        if entry.kind != .change {
          row.whyNot = "This takes a change back, or does it again; choose the change itself."
        } else if entry.isUndone {
          row.whyNot = "It is undone already."
        }
        row.below = StyledText(entry.paths.prefix(3).map(\.text).joined(separator: "  "), look[.path])
        return row
      })
    answer.count = question.count(answer.rows.count { $0.id != nil }, "change")
    answer.nothing = question.text.isEmpty ? "Nothing was changed yet." : "No change is called so."
    return answer
  }
}
