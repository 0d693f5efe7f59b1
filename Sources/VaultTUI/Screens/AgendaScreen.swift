import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

/// What is overdue, today, on the next days, and later.
enum AgendaScreen {
  private static let usualDays = 7

  static func answer(_ question: ListQuestion, _ reader: VaultReader) throws -> ListAnswer {
    let look = question.look
    let today = reader.vault.environment.today
    let query = try reader.vault.query(question.text)
    let agenda = try reader.agenda(query, days: question.place.days ?? usualDays, limit: question.limit)
    var answer = ListAnswer()
    answer.remarks = AgendaListing.remark(agenda).map { [$0] } ?? []
    let rows = TaskRowMaker(question, reader)
    var entries = agenda.entries[...]
    for part in agenda.parts {
      let own = entries.prefix { $0.entry.part == part }
      entries = entries.dropFirst(own.count)
      if case .day = part {} else if own.isEmpty { continue }
      let title = AgendaListing.title(of: part, today: today, isEmpty: own.isEmpty, look.theme)
      answer.rows.append(Row(nil, title))
      answer.rows += own.map { entry in
        rows.row(
          entry.view, id: .entry(handle: entry.view.task.handle, part: "\(part)"), date: date(of: entry.entry, today))
      }
    }
    answer.count = question.count(agenda.total, "entry", plural: "entries")
    answer.isComplete = agenda.entries.count >= min(agenda.total, query.limit ?? .max)
    answer.nothing = "Nothing has a date."
    return answer
  }

  /// What its title does not say: why a task stands there, and when that is.
  private static func date(of entry: Agenda.Entry, _ today: CivilDate) -> String {
    let when = entry.part == .day(entry.date) ? "" : RelativeTime.briefDay(entry.date, today: today)
    return switch entry.reason {
    case .overdue: when + " ago"
    case .due: when
    case .scheduled: when.isEmpty ? "scheduled" : "sched. " + when
    case .start: when.isEmpty ? "starts" : "starts " + when
    }
  }
}
