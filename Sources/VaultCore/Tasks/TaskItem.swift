/// What a status symbol means.
package enum StatusType: String, Sendable, CaseIterable {
  case todo
  case inProgress = "in-progress"
  case onHold = "on-hold"
  case done, cancelled
  case nonTask = "non-task"

  /// Todo, in progress or on hold: what `is:todo` finds.
  package var isOpen: Bool { self == .todo || self == .inProgress || self == .onHold }

  /// Returns true for its name, and for that which Obsidian Tasks has for it (`IN_PROGRESS`), in any case.
  func isCalled(_ word: String) -> Bool {
    rawValue.caseInsensitiveEquals(word) || pluginName.caseInsensitiveEquals(word)
  }
}

package struct TaskStatus: Hashable, Sendable {
  /// The scalar between the brackets.
  package var symbol: Unicode.Scalar
  package var name: String
  package var type: StatusType

  package init(symbol: Unicode.Scalar, name: String, type: StatusType) {
    self.symbol = symbol
    self.name = name
    self.type = type
  }

  /// Returns true for its symbol, and for its name and its type in any case.
  func isCalled(_ word: String) -> Bool {
    word.unicodeScalars.elementsEqual([symbol]) || type.isCalled(word)
      || LinkResolver.key(name) == LinkResolver.key(word)
  }
}

/// Ordered by importance: `highest` is the greatest, `none` stands between medium and low.
package enum TaskPriority: String, Sendable, CaseIterable, Comparable {
  case lowest, low, none, medium, high, highest

  package var rank: Int {
    switch self {
    case .lowest: 0
    case .low: 1
    case .none: 2
    case .medium: 3
    case .high: 4
    case .highest: 5
    }
  }

  package static func < (a: Self, b: Self) -> Bool { a.rank < b.rank }
}

/// A date field that is there. An impossible one (`2026-02-30`) is neither a date nor absent.
package enum TaskDate: Hashable, Sendable {
  case date(CivilDate)
  case impossible

  package var date: CivilDate? {
    if case .date(let date) = self { date } else { nil }
  }
}

/// A task of a note: the fields that its line holds, and where it stands.
package struct TaskItem: Hashable, Sendable {
  /// The whole handle: 13 characters of `0-9a-z` without `i l o u`. See `TaskHandle`.
  package var handle: String
  package var path: NotePath
  package var line: Int
  package var status: TaskStatus
  /// The text without recognised fields and block id, trimmed. Tags stay in it.
  package var description: String
  /// The category is that of the line, else the note's; nil where that is `general`. A task without start, scheduled and
  /// due date may have its scheduled date from the name of its file (`FileNameDates`).
  package var values: TaskFieldValues = TaskFieldValues()
  /// Without `#`, in the order written.
  package var tags: [String] = []
  /// The nearest heading above it; nil above the first one. Headings inside callouts do not count.
  package var heading: String?
  /// The handle of the nearest enclosing task.
  package var parent: String?
  package var blockID: String?
  /// How many tasks stand directly below it, those that are non-tasks by their status left out.
  package var childCount = 0
  /// How many of these are done or cancelled.
  package var childrenDone = 0
  /// The line as it stands, without its line ending.
  package var raw: String

  // What is asked for in many places has a name.

  package var dates: TaskDates {
    get { values.dates }
    set { values.dates = newValue }
  }
  package var due: TaskDate? { values.dates[.due] }
  package var scheduled: TaskDate? { values.dates[.scheduled] }
  package var start: TaskDate? { values.dates[.start] }
  /// The earliest of start, scheduled and due that the calendar has; nil for a task without one.
  package var happens: TaskDate? {
    TaskFieldKind.recurringDates.compactMap { values.dates[day: $0] }.min().map { .date($0) }
  }
  package var priority: TaskPriority { values.priority }
  package var category: String { values.category ?? Self.defaultCategory }
  package var recurrence: String? { values.recurrence }
  package var id: String? { values.id }
  package var dependsOn: [String] { values.dependsOn }
  package var onCompletion: String? { values.onCompletion }

  /// Neither done, cancelled nor non-task, and due before `today`.
  package func isOverdue(on today: CivilDate) -> Bool {
    guard status.type.isOpen, let due = due?.date else { return false }
    return due < today
  }
}
