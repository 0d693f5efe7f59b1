extension TaskItem {
  /// The category of tasks whose line and note name none.
  package static let defaultCategory = "general"

  /// The category; nil where it says nothing, as that of tasks and notes without one.
  package var namedCategory: String? {
    ["", Self.defaultCategory, Note.defaultCategory].contains(category) ? nil : category
  }
}
