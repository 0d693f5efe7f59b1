import Foundation
import VaultCore

/// A task that was deleted when it was done (🏁 delete), as the history holds it.
struct DeletedTask {
  /// As typed.
  var name: String
  /// The note before the task was done, and right after.
  var before: TaskNote
  var after: TaskNote
  /// In `before`.
  var task: TaskLine
  var day: CivilDate
}

/// A task that was deleted when it was done cannot be put back where it was. Nothing was changed.
package struct TaskReturnError: Error, CustomStringConvertible {
  package let path: NotePath
  /// Its line.
  package let text: String

  package var description: String {
    "\(ShownName.path(path.text)): “\(TaskNameError.cut(text.trimmingBlanks))” was deleted when it was done, and the place "
      + "where it stood is not what it was, so it was not put back; `vault undo` takes back the whole change, if it was "
      + "the last one, and `vault history` shows which it was"
  }
}

extension Vault {
  /// Which of the names mean tasks that were deleted when they were done. Throws, for one that means no task, what
  /// `lookUp` does.
  func deletedTasks(_ names: [String]) throws -> (present: [String], deleted: [DeletedTask]) {
    // One look at the folder for all of them.
    try withSnapshot { snapshot in try holding(snapshot) { try deletedTasks(among: names) } }
  }

  private func deletedTasks(among names: [String]) throws -> (present: [String], deleted: [DeletedTask]) {
    var present: [String] = []
    var deleted: [DeletedTask] = []
    func add(_ task: DeletedTask) {
      let isKnown = deleted.contains { $0.task.item == task.task.item && $0.before.bytes == task.before.bytes }
      if !isKnown { deleted.append(task) }
    }
    for name in names {
      do {
        let task = try lookUp(task: name).item
        // What was put in for it has its handle.
        if task.status.type.isOpen, Self.goesWhenDone(task), task.recurrence != nil,
          let gone = try deletedTask(name, where: { $0.handle == task.handle && $0.path == task.path }),
          gone.after.task(handle: task.handle)?.item.raw == task.raw
        {
          add(gone)
        } else {
          present.append(name)
        }
      } catch let error where error.meansNoTask {
        guard case .word(let word) = TaskName(name) else { throw error }
        let prefix = TaskHandle.normalized(word).flatMap { $0.utf8.count >= 3 ? $0 : nil }
        guard
          let gone = try deletedTask(
            name, where: { task in task.id == word || prefix.map { task.handle.hasPrefix($0) } ?? false })
        else { throw error }
        add(gone)
      }
    }
    return (present, deleted)
  }

  private static func goesWhenDone(_ task: TaskItem) -> Bool { task.onCompletion == "delete" }

  /// The one that went last.
  private func deletedTask(_ name: String, where isMeant: (TaskItem) -> Bool) throws -> DeletedTask? {
    let changes = try history().filter { !$0.isUndone && $0.kind == .change }
    guard !changes.isEmpty else { return nil }
    let journal = try Journal(VaultTree(root: location.root), known: journalHeads)
    let completions = changes.filter { $0.title.hasPrefix("tasks done ") || $0.title.hasPrefix("tasks status ") }
    for change in completions.prefix(100) {
      for case .write(let path, let before, let after) in try journal.entry(change.sequence).steps {
        let old = TaskNote(before, path: path, options: parsingOptions)
        let meant = old.tasks.filter {
          $0.isTask && $0.item.status.type.isOpen && Self.goesWhenDone($0.item) && isMeant($0.item)
        }
        guard !meant.isEmpty else { continue }
        let new = TaskNote(after, path: path, options: parsingOptions)
        let gone = meant.filter { new.task(handle: $0.item.handle)?.item.raw != $0.item.raw }
        if gone.count > 1 { throw TaskNameError.ambiguous(name, candidates: [], gone: gone.map(\.item)) }
        guard let task = gone.first else { continue }
        return DeletedTask(name: name, before: old, after: new, task: task, day: environment.day(of: change.time))
      }
    }
    return nil
  }

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
      guard let task = note.task(following: gone.task.item), task.item.raw == gone.task.item.raw else {
        throw TaskReturnError(path: path, text: gone.task.item.raw)
      }
      return ChangedTask(.restored, view(of: task.item, lookup))
    }
    try plan.replace(path, with: bytes)
    if !plan.records.contains(where: { $0.path == path }) { plan.record(ChangeRecord(.updated, path)) }
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

extension Error {
  fileprivate var meansNoTask: Bool {
    if let error = self as? TaskNameError, case .notFound = error { return true }
    return self is TaskChangedError
  }
}
