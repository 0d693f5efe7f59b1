/// What a task that is to be written says. Where it stands is not part of it.
@dynamicMemberLookup
package struct NewTask: Hashable, Sendable {
  /// The scalar between the brackets.
  package var symbol: Unicode.Scalar = " "
  /// One line, with tags as they are to be written; it holds no fields.
  package var description: String
  /// Without a category it has that of the note.
  package var values = TaskFieldValues()

  package init(description: String) {
    self.description = description
  }

  package subscript<Value>(dynamicMember path: WritableKeyPath<TaskFieldValues, Value>) -> Value {
    get { values[keyPath: path] }
    set { values[keyPath: path] = newValue }
  }
}
