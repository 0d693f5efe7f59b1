/// What the text of a task says, and where.
package struct TaskText: Hashable, Sendable {
  package struct Problem: Hashable, Sendable {
    /// In bytes from the beginning of the text.
    package var offset: Int
    package var code: Diagnostic.Code
    /// One sentence: the cause and the remedy.
    package var message: String

    package init(offset: Int, code: Diagnostic.Code, message: String) {
      self.offset = offset
      self.code = code
      self.message = message
    }
  }

  /// The text without recognised fields and block id, trimmed; blanks are joined only where a field was. Tags stay.
  package var description = ""
  package var priority = TaskPriority.none
  /// As the line gives it; nil where it gives none.
  package var category: String?
  package var due: TaskDate?
  package var scheduled: TaskDate?
  package var start: TaskDate?
  package var created: TaskDate?
  package var done: TaskDate?
  package var cancelled: TaskDate?
  /// As written, whether it is a rule or not: `Recurrence(_:)` tells.
  package var recurrence: String?
  package var id: String?
  package var dependsOn: [String] = []
  /// `keep` or `delete`, lower case.
  package var onCompletion: String?
  package var blockID: String?
  /// `^id`, without the blanks before it.
  package var blockIDRange: Range<Int>?
  /// In source order, none overlapping another. Of several of one kind the first is the one that counts.
  package var fields: [TaskField] = []
  /// The format that the line's own fields have: that of the first one that has an emoji form; nil when there is none.
  package var format: TaskFieldFormat?
  /// In the order of their places.
  package var problems: [Problem] = []

  package init() {}

  /// What the line says, as `TaskLineEditor` takes it; an impossible date is `impossible`.
  package func value(of kind: TaskFieldKind) -> String? {
    switch kind {
    case .priority: priority == .none ? nil : priority.rawValue
    case .recurrence: recurrence
    case .onCompletion: onCompletion
    case .id: id
    case .dependsOn: dependsOn.isEmpty ? nil : dependsOn.joined(separator: ",")
    case .category: category
    case .due, .scheduled, .start, .created, .done, .cancelled:
      date(kind).map { $0.date?.description ?? "impossible" }
    }
  }

  /// Nil for what is no date.
  package func date(_ kind: TaskFieldKind) -> TaskDate? {
    switch kind {
    case .due: due
    case .scheduled: scheduled
    case .start: start
    case .created: created
    case .done: done
    case .cancelled: cancelled
    default: nil
    }
  }

  /// The field that counts for `kind`.
  package func field(_ kind: TaskFieldKind) -> TaskField? {
    fields.first { $0.kind == kind }
  }
}

extension Diagnostic.Code {
  /// A date field whose day does not exist.
  package static let taskDateImpossible = Self("task-date-impossible")
  /// A second field of the same kind.
  package static let taskFieldDuplicate = Self("task-field-duplicate")
  /// A sign or key followed by something that looks meant as its value and is none, or by nothing, or a key in the wrong
  /// case. It stays in the description.
  package static let taskFieldMalformed = Self("task-field-malformed")
  /// A field that Obsidian Tasks passes over.
  package static let taskFieldUnreadByPlugin = Self("task-field-unread-by-plugin")
  /// Text after 🔁 that begins no rule.
  package static let taskRecurrenceUnknown = Self("task-recurrence-unknown")
  /// A rule with a part that is kept but not followed.
  package static let taskRecurrenceUnsupported = Self("task-recurrence-unsupported")
  /// A rule that Obsidian Tasks understands differently or not at all.
  package static let taskRecurrenceDiffers = Self("task-recurrence-differs")
  /// Text after a rule that Obsidian Tasks takes for part of it and drops.
  package static let taskRecurrenceText = Self("task-recurrence-text")
}
