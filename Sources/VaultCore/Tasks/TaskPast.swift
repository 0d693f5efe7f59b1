/// A task as it was right before it was done or cancelled.
package struct TaskPast {
  package let note: TaskNote
  package let task: TaskLine
  private let lineChanges: LineChanges

  package init(note: TaskNote, task: TaskLine, lineChanges: LineChanges) {
    self.note = note
    self.task = task
    self.lineChanges = lineChanges
  }

  /// Returns true when a line like this one was put in then, the task's own line being another one afterwards.
  func wasPutIn(_ line: [UInt8]) -> Bool {
    lineChanges[line[...]] + (note.bytes[task.content].elementsEqual(line) ? 1 : 0) > 0
  }
}
