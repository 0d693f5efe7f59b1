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
    var rows = TaskRowMaker(question, reader)
    var entries = agenda.entries[...]
    for part in agenda.parts {
      let own = entries.prefix { $0.entry.part == part }
      entries = entries.dropFirst(own.count)
      if case .day = part {} else if own.isEmpty { continue }
      let title = AgendaListing.title(of: part, today: today, isEmpty: own.isEmpty, look.theme)
      answer.rows.append(Row(nil, title))
      answer.rows += own.map { entry in
        let date = AgendaListing.date(of: entry.entry, today: today, isRelative: true)
        return rows.row(
          entry.view, id: .entry(handle: entry.view.task.handle, part: "\(part)"), date: date == "due" ? "" : date)
      }
    }
    answer.count = question.count(agenda.total, "entry").replacing("entrys", with: "entries")
    answer.isComplete = agenda.entries.count >= agenda.total
    answer.nothing = "Nothing has a date."
    return answer
  }
}
