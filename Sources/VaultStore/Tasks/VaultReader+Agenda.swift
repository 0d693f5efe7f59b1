import VaultCore

/// A task on the agenda, as often as it has a reason to be there.
package struct AgendaEntry: Sendable {
  package var view: TaskView
  package var entry: Agenda.Entry
}

package struct AgendaResult: Sendable {
  /// Overdue, every day from today on, later; also those without entries.
  package var parts: [Agenda.Part]
  package var entries: [AgendaEntry]
  /// How many entries there are, whatever the limit.
  package var total: Int
  /// How many tasks match that are due on a day that does not exist: it is no entry's.
  package var impossible: Int
}

extension VaultReader {
  /// The open tasks that match, on the days that their dates name: what is overdue, today, each of the next `days` days,
  /// and later. Within a day as `sort:` in the query says.
  package func agenda(_ query: Query, days: Int, limit: Int? = nil) throws -> AgendaResult {
    var unlimited = query
    unlimited.limit = nil
    let tasks = try tasks(unlimited, scope: .open).tasks
    let agenda = Agenda(tasks.map(\.task), today: environment.today, days: days)
    let limit = [limit, query.limit].compactMap { $0 }.min() ?? agenda.entries.count
    return AgendaResult(
      parts: agenda.parts,
      entries: agenda.entries.prefix(max(limit, 0)).map { AgendaEntry(view: tasks[$0.task], entry: $0) },
      total: agenda.entries.count, impossible: tasks.count { $0.task.due == .impossible })
  }
}
