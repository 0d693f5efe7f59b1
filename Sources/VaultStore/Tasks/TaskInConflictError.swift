import VaultCore

/// A task that stands within the marks of a merge. Which of the two sides holds is for a person to say, and nothing was
/// changed.
package struct TaskInConflictError: Failure, Hashable {
  package let task: TaskItem
  /// Counted from 1.
  package let lines: ClosedRange<Int>

  init(task: TaskItem, _ conflict: LeftConflict) {
    self.task = task
    lines = conflict.start + 1...conflict.end + 1
  }

  package var kind: FailureKind { .changedMeanwhile }

  package var message: Message {
    """
    \(ShownName.path(task.path.text)):\(task.line): the task stands in a conflict that a merge left in lines \(lines.lowerBound) \
    to \(lines.upperBound); make one text of both sides and take the marks out first
    """
  }
}
