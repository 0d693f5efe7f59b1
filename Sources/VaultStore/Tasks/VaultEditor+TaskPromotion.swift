import VaultCore

extension VaultEditor {
  private static let actionItemsKey = "action_items"

  /// Makes tasks of a note's `action_items`, at its end or that of a section, and takes them out of the front matter
  /// unless they are to stay (`keeping`). Fields in their texts become the tasks'. What the note has as a task already is
  /// not made again. Throws `ActionItemError`.
  package func promoteActionItems(
    of name: String, under section: SectionChoice?, keeping: Bool = false, _ options: ChangeOptions = ChangeOptions()
  ) throws -> TaskChangeOutcome {
    let path = try read { try $0.resolve(name) }
    return try addTasks(
      to: path.text, under: section, title: "tasks promote \(path)", options
    ) { plan, path in
      let note = try plan.taskNote(path)
      let items = try actionItems(of: note)
      if !keeping, !items.isEmpty { try plan.changeFrontMatter(path, [.unset(key: Self.actionItemsKey)]) }
      var seen: Set<String> = []
      return try items.compactMap { item in
        guard seen.insert(item.text).inserted else { return nil }
        return try line(of: item, in: note)
      }
    }
  }

  /// Without what is empty.
  private func actionItems(of note: TaskNote) throws -> [(text: String, line: Int)] {
    let property = note.bytes.withUnsafeBufferPointer { FrontMatterParser.parse($0)[Self.actionItemsKey] }
    guard let property else { return [] }
    var values = [property.value]
    if case .list(let items) = property.value { values = items }
    let places = property.itemLocations.count == values.count ? property.itemLocations : []
    var items: [(text: String, line: Int)] = []
    for (index, value) in values.enumerated() {
      let line = (places.isEmpty ? property.valueLocation : places[index]).line
      guard let type = value.typeName else { continue }
      guard let text = value.text else {
        throw ActionItemError(
          path: note.path, line: line,
          problem: "this action item is a \(type), and only plain text becomes a task; make it one line of "
            + "text, or take it out of the list")
      }
      if !text.trimmingWhitespace.isEmpty { items.append((text.trimmingWhitespace, line)) }
    }
    return items
  }

  /// Returns nil where the note has a task that says what the item says.
  private func line(of item: (text: String, line: Int), in note: TaskNote) throws -> [UInt8]? {
    func refusal(_ problem: Message) -> ActionItemError {
      ActionItemError(path: note.path, line: item.line, problem: problem)
    }
    let line = "- [ ] \(item.text)"
    guard let (task, alone) = newTask(line) else {
      throw refusal(
        "the action item \"\(ShownName.quoted(TaskNameError.cut(item.text)))\" would not be read as one task; make it one "
          + "line of text, or take it out of the list")
    }
    guard task.isTask else {
      throw refusal(
        "the vault's filter (`tasks.filter`, or Obsidian's plugin Tasks) makes tasks of items with "
          + "\"\(ShownName.quoted(configuration.taskFilter ?? ""))\" only; put that into this action item")
    }
    if note.tasks.contains(where: { $0.says(task) }) { return nil }
    guard configuration.writesCreatedDates, task.text.field(.created) == nil else { return alone.bytes }
    var editor = TaskLineEditor(task, in: alone, format: vault.taskFormat)
    editor.set(.created, environment.today.description)
    return try editor.edits.applied(to: alone.bytes)
  }
}

extension TaskLine {
  /// Returns true when it has the description of another and each of its fields.
  fileprivate func says(_ other: TaskLine) -> Bool {
    item.description == other.item.description
      && other.text.fields.allSatisfy { text.values[$0.kind] == other.text.values[$0.kind] }
  }
}

/// An action item that cannot become a task. Nothing was changed.
package struct ActionItemError: Failure {
  let path: NotePath
  let line: Int
  let problem: Message

  package var kind: FailureKind { .refused }
  package var message: Message { "\(ShownName.path(path.text)):\(line): \(problem). Nothing was promoted" }
}
