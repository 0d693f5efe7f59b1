/// The dates of a task, by the kind of their field.
package struct TaskDates: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  /// By `TaskFieldKind.index`: the day's number, or one of the two below.
  private var days = SIMD8<Int32>(repeating: absent)
  private static let absent = Int32.min
  private static let impossible = Int32.max

  package init() {}

  package init(dictionaryLiteral elements: (TaskFieldKind, TaskDate?)...) {
    for (kind, date) in elements { self[kind] = date }
  }

  /// Returns nil also for a kind that is no date.
  package subscript(kind: TaskFieldKind) -> TaskDate? {
    get {
      guard kind.isDate else { return nil }
      return switch days[kind.index] {
      case Self.absent: nil
      case Self.impossible: .impossible
      case let day: .date(CivilDate(dayNumber: Int(day)))
      }
    }
    set {
      guard kind.isDate else { return }
      days[kind.index] =
        switch newValue {
        case nil: Self.absent
        case .impossible: Self.impossible
        case .date(let day): day.dayNumber
        }
    }
  }

  /// The same as a day; nil also for an impossible date.
  package subscript(day kind: TaskFieldKind) -> CivilDate? {
    get { self[kind]?.date }
    set { self[kind] = newValue.map(TaskDate.date) }
  }

  /// Those that move on when the task recurs.
  package var recurring: TaskDates {
    var dates = TaskDates()
    for kind in TaskFieldKind.recurringDates { dates[kind] = self[kind] }
    return dates
  }

  /// The date that a rule counts from: due, else scheduled, else start.
  package var reference: (kind: TaskFieldKind, date: TaskDate)? { first(of: TaskFieldKind.recurringDates) }

  private func first(of kinds: [TaskFieldKind]) -> (kind: TaskFieldKind, date: TaskDate)? {
    kinds.lazy.compactMap { kind in self[kind].map { (kind, $0) } }.first
  }

  /// The dates of the next occurrence: the reference becomes the rule's first day after it, even if that is past, or
  /// with `when done` the first after `day`; the others keep their distance to it in days. Without any date there is
  /// none afterwards. An impossible date that is not the reference stays as it is.
  ///
  /// `keepsScheduled`: without it a scheduled date beside another is not repeated, and is the last to count from.
  package func next(
    _ rule: Recurrence, completedOn day: CivilDate, keepsScheduled: Bool = true
  ) throws(RecurrenceError) -> TaskDates {
    if let part = rule.unsupported { throw .unsupported(part) }
    guard let reference = keepsScheduled ? reference : first(of: [.due, .start, .scheduled]) else { return self }
    guard let date = reference.date.date else { throw .impossibleDate(reference.kind) }
    let origin = rule.whenDone ? day : date
    guard let next = rule.next(after: origin) else { throw .noFurtherDate(rule: rule.text, after: origin) }
    let distance = next.days(since: date)
    var dates = self
    if !keepsScheduled, reference.kind != .scheduled { dates[.scheduled] = nil }
    for kind in TaskFieldKind.recurringDates {
      guard let day = dates[kind]?.date else { continue }
      let moved = day.adding(days: distance)
      guard moved >= CivilCalendar.first, moved < CivilCalendar.end else { throw .outsideTheYears(kind) }
      dates[kind] = .date(moved)
    }
    return dates
  }

  /// The same for a rule as the note has it.
  package func next(
    _ rule: String, completedOn day: CivilDate, keepsScheduled: Bool = true
  ) throws(RecurrenceError) -> TaskDates {
    guard let parsed = Recurrence(rule) else { throw .unknownRule(rule) }
    return try next(parsed, completedOn: day, keepsScheduled: keepsScheduled)
  }
}
