extension TaskNote {
  /// The task that `was` is now, where its handle cannot tell: of several tasks that are alike in all that a handle is
  /// made of, one was added or taken away, so that the handle may mean another one than it did. The rest of the line
  /// tells them apart. Nil where it does not, too.
  package func task(following was: TaskItem) -> TaskLine? {
    let alike = tasks.filter {
      $0.isTask && $0.item.description == was.description && $0.item.heading == was.heading
        && $0.item.parent == was.parent
    }
    let same = alike.filter { $0.item.raw == was.raw }
    if same.count == 1 { return same[0] }
    if same.count > 1 { return same.first { $0.item.handle == was.handle && $0.item.copies >= was.copies } }
    let similar = alike.filter { $0.item.saysTheSame(as: was) }
    return similar.count == 1 ? similar[0] : nil
  }
}

extension TaskItem {
  /// Whether the lines differ in nothing but the status and when it was done or cancelled.
  package func saysTheSame(as other: TaskItem) -> Bool { signature == other.signature }

  private var signature: TaskItem {
    var task = self
    task.handle = ""
    task.line = 0
    task.status = TaskStatus(symbol: " ", name: "", type: .todo)
    task.done = nil
    task.cancelled = nil
    task.parent = nil
    task.childCount = 0
    task.childrenDone = 0
    task.copies = 1
    task.raw = ""
    return task
  }
}
