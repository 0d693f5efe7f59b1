/// The dates of a task that move on when it recurs.
package struct TaskDates: Hashable, Sendable {
  package var due: TaskDate?
  package var scheduled: TaskDate?
  package var start: TaskDate?

  package init(due: TaskDate? = nil, scheduled: TaskDate? = nil, start: TaskDate? = nil) {
    self.due = due
    self.scheduled = scheduled
    self.start = start
  }

  /// The date that a rule counts from: due, else scheduled, else start.
  package var reference: (kind: TaskFieldKind, date: TaskDate)? {
    if let due { return (.due, due) }
    if let scheduled { return (.scheduled, scheduled) }
    return start.map { (.start, $0) }
  }

  /// The dates of the next occurrence: the reference becomes the rule's first day after it, even if that is past, or
  /// with `when done` the first after `day`; the others keep their distance to it in days. Without any date there is
  /// none afterwards. An impossible date that is not the reference stays as it is.
  package func next(_ rule: Recurrence, completedOn day: CivilDate) throws(RecurrenceError) -> TaskDates {
    if let part = rule.unsupported { throw .unsupported(part) }
    guard let reference else { return self }
    guard let date = reference.date.date else { throw .impossibleDate(reference.kind) }
    let origin = rule.whenDone ? day : date
    guard let next = rule.next(after: origin) else { throw .noFurtherDate(rule: rule.text, after: origin) }
    let distance = next.days(since: date)
    return TaskDates(
      due: try Self.moved(due, by: distance, .due), scheduled: try Self.moved(scheduled, by: distance, .scheduled),
      start: try Self.moved(start, by: distance, .start))
  }

  /// The same for a rule as the note has it.
  package func next(_ rule: String, completedOn day: CivilDate) throws(RecurrenceError) -> TaskDates {
    guard let parsed = Recurrence(rule) else { throw .unknownRule(rule) }
    return try next(parsed, completedOn: day)
  }

  private static func moved(
    _ date: TaskDate?, by days: Int, _ kind: TaskFieldKind
  ) throws(RecurrenceError) -> TaskDate? {
    guard let day = date?.date else { return date }
    let moved = day.adding(days: days)
    guard moved >= CivilCalendar.first, moved < CivilCalendar.end else { throw .outsideTheYears(kind) }
    return .date(moved)
  }
}
