/// Which tasks stand on which day: those that are due, and those that are scheduled or start then.
///
/// As in org-mode, what was scheduled for a day that has passed stays on today's list until it is done; a start that
/// has passed says no more than that the task can be worked on, and is on no list.
package struct Agenda: Sendable, Equatable {
  /// Why a task stands there.
  package enum Reason: String, Sendable, CaseIterable {
    case overdue, due, scheduled, start
  }

  package enum Part: Hashable, Sendable {
    case overdue
    case day(CivilDate)
    case later
  }

  package struct Entry: Sendable, Equatable {
    package var part: Part
    /// The place of the task among those given.
    package var task: Int
    package var reason: Reason
    /// The date that the task bears for that reason.
    package var date: CivilDate

    /// What entries are ordered by, before the order of their tasks: it means the same on every agenda of one day, however many
    /// days that has.
    package var order: [Int] {
      let rank = Reason.allCases.firstIndex(of: reason) ?? 0
      return switch part {
      case .overdue: [0, Int(date.dayNumber), 0, 0]
      case .day(let day): [1, Int(day.dayNumber), rank, Int(date.dayNumber)]
      case .later: [2, Int(date.dayNumber), 0, 0]
      }
    }

    /// The day that it is listed under; its date where it stands under none.
    package var day: CivilDate {
      if case .day(let day) = part { day } else { date }
    }
  }

  /// Overdue, every day from today on, later; also those without entries.
  package let parts: [Part]
  /// In the order of the parts. Of a day those that are due come first, then those scheduled for it, then those that
  /// start; otherwise by date, then in the order given.
  package let entries: [Entry]

  /// `days`: how many days after today have a part of their own. Tasks that are not open have no entry.
  package init(_ tasks: [TaskItem], today: CivilDate, days: Int) {
    let last = today.adding(days: max(days, 0))
    parts = [.overdue] + (0...max(days, 0)).map { .day(today.adding(days: $0)) } + [.later]
    var entries: [Entry] = []
    for place in tasks.indices where tasks[place].status.type.isOpen {
      let task = tasks[place]
      let (due, scheduled) = (task.due?.date, task.scheduled?.date)
      func add(_ part: Part, _ reason: Reason, _ date: CivilDate) {
        entries.append(Entry(part: part, task: place, reason: reason, date: date))
      }
      if let due, due < today { add(.overdue, .overdue, due) }
      if let scheduled, scheduled < today, due.map({ $0 > today }) ?? true { add(.day(today), .scheduled, scheduled) }
      let dates = [(Reason.due, due), (.scheduled, scheduled), (.start, task.start?.date)].compactMap { reason, date in
        date.map { (reason: reason, date: $0) }
      }
      // On one day each is listed once, for the first of its reasons.
      for (index, (reason, date)) in dates.enumerated()
      where date >= today && date <= last && !dates[..<index].contains(where: { $0.date == date }) {
        add(.day(date), reason, date)
      }
      // Later each is listed once.
      if let (reason, date) = dates.first, date > last { add(.later, reason, date) }
    }
    self.entries = entries.enumerated().sorted { a, b in
      let (x, y) = (a.element.order, b.element.order)
      return x == y ? a.offset < b.offset : x.lexicographicallyPrecedes(y)
    }.map(\.element)
  }
}
