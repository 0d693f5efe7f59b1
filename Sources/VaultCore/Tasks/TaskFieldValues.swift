/// What the fields of a task say: one that is read, one that is being changed, and one that is still to be written.
/// `TaskFieldKind` lists the kinds.
package struct TaskFieldValues: Hashable, Sendable {
  package var dates: TaskDates = [:]
  package var priority: TaskPriority = .none
  package var category: String?
  /// A rule's text, without its symbol.
  package var recurrence: String?
  package var id: String?
  package var dependsOn: [String] = []
  /// `keep` or `delete`, lower case.
  package var onCompletion: String?

  /// The value as `TaskLineEditor` takes it; nil where there is none. An impossible date is `impossible`.
  package subscript(kind: TaskFieldKind) -> String? {
    get {
      switch kind {
      case .priority: priority == .none ? nil : priority.rawValue
      case .category: category
      case .recurrence: recurrence
      case .id: id
      case .dependsOn: dependsOn.isEmpty ? nil : dependsOn.joined(separator: ",")
      case .onCompletion: onCompletion
      case .due, .scheduled, .start, .created, .done, .cancelled:
        dates[kind].map { $0.date?.description ?? "impossible" }
      }
    }
    set {
      switch kind {
      case .priority: priority = newValue.flatMap { TaskPriority(rawValue: $0) } ?? .none
      case .category: category = newValue
      case .recurrence: recurrence = newValue
      case .id: id = newValue
      case .dependsOn: dependsOn = newValue?.split(separator: ",").map { String($0).trimmingWhitespace } ?? []
      case .onCompletion: onCompletion = newValue?.lowercased()
      case .due, .scheduled, .start, .created, .done, .cancelled:
        dates[kind] = newValue.map { CivilDate($0).map(TaskDate.date) ?? .impossible }
      }
    }
  }
}
