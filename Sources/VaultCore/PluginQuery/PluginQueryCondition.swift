extension PluginQuery {
  /// What a filter asks of a task.
  package indirect enum Condition: Hashable, Sendable {
    case test(Test, text: String)
    case all([Condition])
    case any([Condition])
    case either(Condition, Condition)
    case not(Condition)
  }

  package enum Test: Hashable, Sendable {
    /// Done, cancelled and non-task; or the others.
    case isDone(Bool)
    case flag(Flag, Bool)
    case date(DateField, DateRelation, DateSpan)
    case hasDate(DateField, Bool)
    case dateIsInvalid(DateField)
    case priority(PriorityRelation, TaskPriority)
    case statusType(StatusType, Bool)
    case text(TextField, TextTest, Bool)
    /// Not indented in its note.
    case isTopLevel
    /// In just that folder, which ends with `/`.
    case folder(String)
  }

  package enum Flag: String, Hashable, Sendable, CaseIterable {
    case recurring, blocking, blocked, tags, id
    case dependsOn = "depends on"
  }

  package enum DateField: String, Hashable, Sendable, CaseIterable {
    case due, done, scheduled, start, created, cancelled
    /// The start, scheduled and due dates.
    case happens
  }

  package enum DateRelation: String, Hashable, Sendable, CaseIterable {
    case before, after, on
    case onOrBefore = "on or before"
    case onOrAfter = "on or after"
  }

  /// Days from one to another, both included.
  package struct DateSpan: Hashable, Sendable {
    package var first: CivilDate
    package var last: CivilDate

    package init(_ first: CivilDate, _ last: CivilDate) {
      self.first = min(first, last)
      self.last = max(first, last)
    }
  }

  package enum PriorityRelation: String, Hashable, Sendable, CaseIterable {
    case `is`, above, below, not
  }

  package enum TextField: String, Hashable, Sendable, CaseIterable {
    case description, path, root, folder, filename, heading, tag, recurrence, id
    case statusName = "status.name"
  }

  package enum TextTest: Hashable, Sendable {
    /// Without regard to case.
    case includes(CaselessSearch)
    case matches(JavaScriptPattern)
  }

  package enum SortKey: String, Hashable, Sendable, CaseIterable {
    case status, priority, urgency, due, scheduled, start, created, done, cancelled, happens, description, path
    case filename, heading, tag, recurring, id, random
    case statusName = "status.name"
    case statusType = "status.type"
  }

  package enum GroupKey: String, Hashable, Sendable, CaseIterable {
    case status, priority, urgency, due, scheduled, start, created, done, cancelled, happens, path, root, folder
    case filename, heading, backlink, tags, recurring, recurrence, id
    case statusName = "status.name"
    case statusType = "status.type"
  }
}
