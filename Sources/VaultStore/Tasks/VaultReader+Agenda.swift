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
  /// Where the entries behind the last one begin; nil where there are none.
  package var next: ListPlace?
}

extension VaultReader {
  /// The open tasks that match, on the days that their dates name: what is overdue, today, each of the next `days` days,
  /// and later. Within a day as `sort:` in the query says. `after`: only what stands behind that place.
  package func agenda(
    _ query: Query, days: Int, limit: Int? = nil, after place: ListPlace? = nil
  ) throws -> AgendaResult {
    var unlimited = query
    unlimited.limit = nil
    let tasks = try tasks(unlimited, scope: .open).tasks
    let agenda = Agenda(tasks.map(\.task), today: environment.today, days: days)
    let order = AgendaOrder(tasks: TaskOrder(keys: query.sort, today: environment.today))
    var entries = agenda.entries[...]
    if let place {
      entries = entries[try entries.partitioningIndex { try order.isBehind($0, tasks[$0.task].task, place) }...]
    }
    let limit = [limit, query.limit].compactMap { $0 }.min() ?? entries.count
    let chosen = entries.prefix(max(limit, 0))
    return AgendaResult(
      parts: agenda.parts, entries: chosen.map { AgendaEntry(view: tasks[$0.task], entry: $0) },
      total: agenda.entries.count, impossible: tasks.count { $0.task.due == .impossible },
      next: chosen.count < entries.count ? chosen.last.map { order.place(of: $0, tasks[$0.task].task) } : nil)
  }
}

/// The order of an agenda: that of its entries, then that of their tasks.
private struct AgendaOrder {
  let tasks: TaskOrder

  func place(of entry: Agenda.Entry, _ task: TaskItem) -> ListPlace {
    var place = tasks.place(of: task)
    place.values = entry.order.map { .integer(Int64($0)) } + place.values
    return place
  }

  /// True for an entry that comes behind the place. Throws for a place in another order.
  func isBehind(_ entry: Agenda.Entry, _ task: TaskItem, _ place: ListPlace) throws(ListPlaceError) -> Bool {
    let own = entry.order
    guard place.values.count >= own.count else { throw ListPlaceError() }
    for (number, value) in zip(own, place.values) {
      guard case .integer(let other) = value else { throw ListPlaceError() }
      if Int64(number) != other { return Int64(number) > other }
    }
    var rest = place
    rest.values.removeFirst(own.count)
    return try tasks.isBehind(task, rest)
  }
}
