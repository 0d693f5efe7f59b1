/// What the text of a task says, and where.
@dynamicMemberLookup
package struct TaskText: Hashable, Sendable {
  package struct Problem: Hashable, Sendable {
    /// In bytes from the beginning of the text.
    package var offset: Int
    package var code: Diagnostic.Code
    /// One sentence: the cause and the remedy.
    package var message: String
  }

  /// The text without recognised fields and block id, trimmed; blanks are joined only where a field was. Tags stay.
  package var description = ""
  /// As the line gives them. The recurrence is what is written, whether it is a rule or not: `Recurrence(_:)` tells.
  package var values = TaskFieldValues()
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

  package subscript<Value>(dynamicMember path: WritableKeyPath<TaskFieldValues, Value>) -> Value {
    get { values[keyPath: path] }
    set { values[keyPath: path] = newValue }
  }

  /// The field that counts for `kind`.
  package func field(_ kind: TaskFieldKind) -> TaskField? {
    fields.first { $0.kind == kind }
  }
}

extension Diagnostic.Code {
  /// A sign or key followed by something that looks meant as its value and is none, or by nothing, or a key in the wrong
  /// case. It stays in the description.
  package static let taskFieldMalformed = Self("task-field-malformed")
}
