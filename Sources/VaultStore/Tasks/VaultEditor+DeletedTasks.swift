import VaultCore

/// A task that was deleted when it was done cannot be put back where it was. Nothing was changed.
package struct TaskReturnError: Failure {
  package let path: NotePath
  /// Its line.
  package let text: String

  package var kind: FailureKind { .changedMeanwhile }
  package var message: Message {
    "\(ShownName.path(path.text)): \"\(TaskNameError.cut(text.trimmingWhitespace))\" was deleted when it was done, and the place "
      + "where it stood is not what it was, so it was not put back; \(command: .undo) takes back the whole change, if it was "
      + "the last one, and \(command: .history) shows which it was"
  }
}

extension VaultEditor {
  /// Puts tasks back where they were and takes out the occurrences that were put in their place. Throws
  /// `TaskReturnError`.
  func putBack(_ deleted: [DeletedTask], _ lookup: TaskLookup, _ plan: ChangePlan) throws -> [ChangedTask] {
    var rest = deleted
    var changed: [ChangedTask] = []
    while let first = rest.first {
      // Neighbours that went together come back together.
      let group = rest.filter { $0.before.path == first.before.path && $0.before.bytes == first.before.bytes }
      rest.removeAll { $0.before.path == first.before.path && $0.before.bytes == first.before.bytes }
      changed += try putBack(together: group, lookup, plan)
    }
    return changed
  }

  private func putBack(
    together group: [DeletedTask], _ lookup: TaskLookup, _ plan: ChangePlan
  ) throws -> [ChangedTask] {
    let path = group[0].before.path
    guard let bytes = try restored(group, in: plan.text(path)) else {
      throw TaskReturnError(path: path, text: group[0].task.item.raw)
    }
    let note = TaskNote(bytes, path: path, options: parsingOptions)
    let changed = try group.map { gone in
      let alike = note.tasks.filter { $0.isTask && $0.item.raw == gone.task.item.raw }
      guard let task = alike.first(where: { $0.item.handle == gone.task.item.handle }) ?? alike.first else {
        throw TaskReturnError(path: path, text: gone.task.item.raw)
      }
      return ChangedTask(state: .restored, view: view(of: task.item, lookup))
    }
    try plan.replace(path, with: bytes)
    plan.recordUpdate(path)
    return changed
  }

  /// The note with the tasks in it again; nil where the place has changed since. What was done with other tasks then
  /// stays.
  private func restored(_ group: [DeletedTask], in now: [UInt8]) throws -> [UInt8]? {
    let before = group[0].before.bytes
    for repeats in [true, false] {
      let edits = group.flatMap { completion(of: $0, repeats: repeats)?.edits ?? [] }
      guard !edits.isEmpty else { continue }
      let without = try edits.applied(to: before)
      guard let bytes = ThreeWayMerge.merge(base: without, ours: before, theirs: now), bytes != now else { continue }
      return bytes
    }
    return nil
  }

  /// What may have been made of the note when the task was done, with or without a next occurrence.
  private func completion(of gone: DeletedTask, repeats: Bool) -> TaskChange? {
    var change = statusChange
    change.repeats = repeats
    change.today = gone.day
    do {
      return try change.entering(change.completed(from: gone.task.item.status.symbol), gone.task, in: gone.before)
    } catch {
      // So it was not done that way.
      return nil
    }
  }
}
