/// What is to become of one task, as edits of its note.
package struct TaskChange: Sendable {
  package var edits: [TextEdit]
  /// Where the task's line will be gone.
  package var isRemoved = false
  /// Where a new task's line is inserted: which edit does it, and where the line begins in what that inserts.
  package var created: (edit: Int, offset: Int)?
  /// What is wrong with the task as it is read again.
  package var problem: (@Sendable (TaskLine) -> TaskEditError?)?

  package init(edits: [TextEdit], isRemoved: Bool = false, created: (edit: Int, offset: Int)? = nil) {
    self.edits = edits
    self.isRemoved = isRemoved
    self.created = created
  }

  package init(_ editor: TaskLineEditor) {
    edits = editor.edits
    problem = { editor.problem(in: $0) }
  }

  package static let none = TaskChange(edits: [])

  package var isEmpty: Bool { edits.allSatisfy(\.changesNothing) }
}
