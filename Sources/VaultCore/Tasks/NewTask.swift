/// What a task that is to be written says. Where it stands is not part of it.
package struct NewTask: Hashable, Sendable {
  /// The scalar between the brackets.
  package var symbol: Unicode.Scalar = " "
  /// One line, with tags as they are to be written; it holds no fields.
  package var description: String
  package var priority = TaskPriority.none
  /// Nil: that of the note.
  package var category: String?
  package var due: CivilDate?
  package var scheduled: CivilDate?
  package var start: CivilDate?
  package var created: CivilDate?
  package var done: CivilDate?
  package var cancelled: CivilDate?
  /// A rule's text, without its sign.
  package var recurrence: String?
  package var id: String?
  package var dependsOn: [String] = []
  /// `keep` or `delete`
  package var onCompletion: String?

  package init(description: String) {
    self.description = description
  }
}
