/// Takes the completion or cancelling of a task back: its mark, its date and the next occurrence that was put in.
package struct TaskReopening: Sendable {
  private let change: TaskStatusChange
  private let options: ParsingOptions

  package init(_ change: TaskStatusChange, options: ParsingOptions) {
    self.change = change
    self.options = options
  }

  /// - Parameter before: Where it is known, and the task's line is still what it became then: the line comes back byte
  ///   for byte, and nothing goes but what was put in then.
  /// - Returns: What is to change, and whether the task recurs and its next occurrence stays, since it is not beside it
  ///   as it was put in.
  package func reopening(
    _ task: TaskLine, in note: TaskNote, before: TaskPast?
  ) throws(TaskEditError) -> (change: TaskChange, leavesNext: Bool) {
    let type = task.item.status.type
    guard !type.isOpen else { return (.none, false) }
    var edited: TaskChange
    let mayHaveNext = type == .done && task.isTask && task.item.recurrence != nil
    let open: (note: TaskNote, task: TaskLine)?
    if let before {
      edited = TaskChange(edits: [
        TextEdit(task.content, in: note.bytes, with: Array(before.note.bytes[before.task.content]))
      ])
      open = (before.note, before.task)
    } else {
      edited = try change.entering(change.opened(from: task.item.status.symbol), task, in: note)
      open = mayHaveNext ? reread(note, edited, task) : nil
    }
    guard mayHaveNext, let open else { return (edited, false) }
    guard let next = next(of: open.task, in: open.note, completedAs: task.item) else { return (edited, false) }
    // It was completed without one.
    if let before, !before.wasPutIn(next) { return (edited, false) }
    guard let line = neighbour(of: task, in: note, like: next) else { return (edited, true) }
    edited.edits.append(TextEdit(line, in: note.bytes, with: ""))
    return (edited, false)
  }

  private func reread(_ note: TaskNote, _ change: TaskChange, _ task: TaskLine) -> (TaskNote, TaskLine)? {
    // Edits that do not fit are refused where they are made.
    guard let bytes = try? change.edits.applied(to: note.bytes) else { return nil }
    let new = TaskNote(bytes, path: note.path, options: options)
    return new.task(at: task.line.lowerBound).map { (new, $0) }
  }

  /// What completing put in; nil where it cannot have put in anything.
  private func next(of task: TaskLine, in note: TaskNote, completedAs item: TaskItem) -> [UInt8]? {
    var change = change
    if let day = item.dates[day: .done] { change.today = day }
    return try? change.nextOccurrence(of: task, in: note, completedAs: item.status.symbol)
  }

  /// The line above the task or below all of it that is just `text`, with its ending.
  private func neighbour(of task: TaskLine, in note: TaskNote, like text: [UInt8]) -> SourceRange? {
    let other = [note.task(above: task), note.task(at: task.block.upperBound)].lazy.compactMap { $0 }.first { other in
      let isBeside =
        other.block.upperBound == task.line.lowerBound || other.line.lowerBound == task.block.upperBound
      return isBeside && !other.hasMore && note.bytes[other.content].elementsEqual(text)
    }
    guard let other else { return nil }
    return other.removal(in: note.bytes).range
  }
}
