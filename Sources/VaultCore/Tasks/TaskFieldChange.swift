/// What is to become of a task's own words and fields. Values are checked against the format before any line is touched.
package struct TaskFieldChange: Sendable, Hashable {
  /// Nil takes the field away. Dates as `YYYY-MM-DD`.
  package private(set) var fields: [TaskFieldKind: String?] = [:]
  /// One line; nil keeps it.
  package var description: String?
  /// Without `#`.
  package var addedTags: [String] = []
  package var removedTags: [String] = []

  package init() {}

  package var isEmpty: Bool { fields.isEmpty && description == nil && addedTags.isEmpty && removedTags.isEmpty }

  package mutating func set(_ kind: TaskFieldKind, _ date: CivilDate?) {
    fields[kind] = .some(date?.description)
  }

  package mutating func set(_ priority: TaskPriority) {
    fields[.priority] = .some(priority == .none ? nil : priority.rawValue)
  }

  /// `value` is a rule, an id, ids joined by commas, `keep` or `delete`, or a category; nil takes the field away.
  package mutating func set(_ kind: TaskFieldKind, text value: String?) throws(TaskValueError) {
    guard var value else {
      fields[kind] = .some(nil)
      return
    }
    let isValid: Bool
    switch kind {
    case .recurrence:
      guard let rule = Recurrence(value) else { throw TaskValueError(field: kind, value: value) }
      if let part = rule.unsupported { throw TaskValueError(field: kind, value: value, unsupported: part) }
      value = rule.wording(typed: value)
      isValid = true
    case .id: isValid = value.isTaskID
    case .dependsOn:
      value = value.split(separator: ",", omittingEmptySubsequences: false).map { String($0).trimmingWhitespace }
        .joined(separator: ",")
      isValid = value.split(separator: ",", omittingEmptySubsequences: false).allSatisfy(\.isTaskID)
    case .onCompletion: isValid = ["keep", "delete"].contains(value)
    case .category:
      // As it is written in a line.
      if value.utf8.first == 0x40 { value.removeFirst() }
      isValid = !value.isEmpty && !value.utf8.contains { $0 < 0x20 || "[]()".utf8.contains($0) }
    case .due, .scheduled, .start, .created, .done, .cancelled, .priority: isValid = false
    }
    guard isValid else { throw TaskValueError(field: kind, value: value) }
    fields[kind] = .some(value)
  }

  /// - Throws: `plainCheckbox`, and `emptyDescription` for one without anything in it.
  package func applied(
    to task: TaskLine, in note: TaskNote, format: TaskFieldFormat
  ) throws(TaskEditError) -> TaskChange {
    guard task.isTask else { throw .plainCheckbox }
    let description = description?.trimmingWhitespace
    if description == "" { throw .emptyDescription }
    if description?.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) == true { throw .severalLines }
    var editor = TaskLineEditor(task, in: note, format: format)
    for (kind, value) in fields where task.text.values[kind] != value { editor.set(kind, value) }
    if let description, description != task.item.description { editor.set(description: description) }
    for tag in removedTags { editor.remove(tag: tag) }
    for tag in addedTags { editor.add(tag: tag) }
    return TaskChange(editor)
  }
}

extension TaskFieldChange {
  /// A task that is still to be written. Tags go to the end of its description.
  package func applied(to task: NewTask) -> NewTask {
    var task = task
    if let description { task.description = description.trimmingWhitespace }
    for tag in addedTags where !task.description.split(separator: " ").contains("#\(tag)") {
      task.description += (task.description.isEmpty ? "" : " ") + "#\(tag)"
    }
    for (kind, value) in fields { task.values[kind] = value }
    return task
  }
}

/// A value that a field cannot have.
package struct TaskValueError: Error, Hashable {
  package var field: TaskFieldKind
  package var value: String
  /// The part of a rule that is not followed.
  package var unsupported: String?

  package init(field: TaskFieldKind, value: String, unsupported: String? = nil) {
    self.field = field
    self.value = value
    self.unsupported = unsupported
  }
}

extension TaskValueError: Failure {
  package var kind: FailureKind { .badArgument }
  package var message: Message {
    let shown = ShownName.quoted(value)
    if let unsupported {
      return "the rule \"\(shown)\" says \"\(ShownName.quoted(unsupported))\", which is not supported; leave that out"
    }
    return switch field {
    case .recurrence:
      "\"\(shown)\" is no recurrence rule; write \(nearRule ?? "something like \"every week on Monday\"")"
    case .id: "\"\(shown)\" is no id; write letters, digits, - and _"
    case .dependsOn: "\"\(shown)\" is no list of ids; write letters, digits, - and _, joined by commas"
    case .onCompletion: "\"\(shown)\" is nothing to do on completion; write keep or delete"
    case .category: "\"\(shown)\" is no category; write a word, without brackets"
    case .priority: "\"\(shown)\" is no priority; write highest, high, medium, none, low or lowest"
    case .due, .scheduled, .start, .created, .done, .cancelled: "\"\(shown)\" is no date; write it as YYYY-MM-DD"
    }
  }

  private var nearRule: String? {
    let rules = ["day", "weekday", "week", "2 weeks", "month", "3 months", "year"].map { "every \($0)" }
    return Synonym.names(for: value, among: rules).first.map { "\"\($0)\"" }
  }
}
