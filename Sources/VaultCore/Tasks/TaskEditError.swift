/// Why a task's line cannot be changed so. Nothing was changed.
package enum TaskEditError: Error, Hashable {
  /// A box that the global filter leaves out has no fields.
  case plainCheckbox
  /// The line would say something else than it was told to: its text hides the field, or holds what is read as one.
  case misread(TaskFieldKind)
  case misreadDescription
  /// Fields or tags came or went, and what else is in the line would be read as something else.
  case misreadLine
  /// Without `#`.
  case misreadTag(String)
  case emptyDescription
  case severalLines
  /// Another line would become something else.
  case wouldChange(line: Int)
  case recurrence(RecurrenceError)
  /// The item has lines below its first, which would go or be left alone.
  case hasMore(deletedOnCompletion: Bool)
  /// A task that goes when it is done, and whose next occurrence would be the very same line.
  case recursUnchanged
  /// Tabs and blanks are mixed so that what is nested would not be nested the same elsewhere.
  case mixedIndentation
  /// The status's symbol cannot stand in a box.
  case badSymbol(String)
  /// The configuration has made something else of every symbol of that type.
  case noSuchStatus(StatusType)
}

extension TaskEditError: Failure {
  package var kind: FailureKind { .refused }
  package var message: Message {
    switch self {
    case .plainCheckbox:
      "this is a plain checkbox, since it lacks the text that `tasks.filter` asks for: it can be toggled, and has no "
        + "fields"
    case .misread(let kind):
      "the \(kind.rawValue) field would not be read back as it was given; look for an open ` or bracket in the line, "
        + "or other text in it that is read as one, or give another value"
    case .misreadDescription:
      "the description would not be read back as it was given, because part of it looks like a field; give fields by "
        + "their options"
    case .misreadLine:
      "the rest of the line would be read as something else by it; look for an open ` or bracket in the line, or edit it "
        + "by hand, with \(command: .edit)"
    case .misreadTag(let tag):
      "#\(tag) would not be added or taken away as a tag; look for an open ` or bracket in the line, or edit it by hand"
    case .emptyDescription: "a task needs a description"
    case .severalLines: "a task's description is one line; leave the line break out"
    case .wouldChange(let line):
      "line \(line) would become something else by it; change the note by hand, with \(command: .edit)"
    case .recurrence(let error): error.message
    case .hasMore(deletedOnCompletion: true):
      "the task is to be deleted when it is done (🏁 delete), and has lines below it that would be left alone; take "
        + "them or 🏁 away first"
    case .hasMore(deletedOnCompletion: false):
      "the task has lines below it; say \(option: .nested) to take them along"
    case .recursUnchanged:
      "the task has no date, so that deleting it (🏁 delete) and putting in its next occurrence would change nothing; "
        + "give it a due date, or take 🏁 or 🔁 away"
    case .mixedIndentation:
      "what is nested below the task would be nested otherwise at its new place, since it is indented in another way; "
        + "indent it as the task is, with tabs or with blanks, or move it by hand"
    case .noSuchStatus(let type):
      "no status is of the type \(type.rawValue); give one in `tasks.statuses` of the configuration"
    case .badSymbol(let symbol):
      "\"\(symbol)\" cannot be a status; give the one character that stands between the brackets, such as / or x"
    }
  }
}
