/// Why a task has no next occurrence.
package enum RecurrenceError: Error, Hashable, Sendable {
  /// The text is no rule.
  case unknownRule(String)
  /// The part of the rule that is kept but not followed.
  case unsupported(String)
  /// The date that the rule counts from is none that the calendar has.
  case impossibleDate(TaskFieldKind)
  /// `rule` has no day after this one up to the year 9999.
  case noFurtherDate(rule: String, after: CivilDate)
  /// The date of this kind would leave the years 0001 to 9999.
  case outsideTheYears(TaskFieldKind)
}

extension RecurrenceError: Failure {
  package var kind: FailureKind { .refused }
  /// Cause and remedy, without the place.
  package var message: Message {
    switch self {
    case .unknownRule(let text):
      "\"\(QueryExcerpt.quoted(text))\" is no recurrence rule. Write something like \"every week on Monday\", or \(way)"
    case .unsupported(let part):
      "The rule says \"\(QueryExcerpt.quoted(part))\", which is not supported. Take that part out, or \(way)"
    case .impossibleDate(let kind):
      "The rule counts from the \(kind.rawValue) date, and that day does not exist. Correct it, or \(way)"
    case .noFurtherDate(let rule, let day):
      "The rule \"\(QueryExcerpt.quoted(rule))\" has no day after \(day). Change it, or \(way)"
    case .outsideTheYears(let kind):
      "The next \(kind.rawValue) date would be outside the years 0001 to 9999. Change the dates or the rule, or \(way)"
    }
  }

  private var way: Message { "complete the task without a next occurrence (\(option: .withoutNext))" }
}
