import VaultCore

/// A task that was deleted when it was done (🏁 delete), as the history holds it.
struct DeletedTask {
  /// The note before the task was done, and right after.
  var before: TaskNote
  var after: TaskNote
  /// In `before`.
  var task: TaskLine
  var day: CivilDate
}

/// The tasks that were deleted when they were done, the latest first. Entries of the journal are read once, as they are
/// asked for.
final class DeletedTasks {
  private let journal: Journal?
  private let options: ParsingOptions
  private let environment: VaultEnvironment
  private var unread: ArraySlice<HistoryEntry>
  /// What each note's changes took away.
  private var found: [[DeletedTask]] = []

  init(_ reader: VaultReader) throws {
    unread = try reader.history().filter { entry in
      !entry.isForeign && !entry.isUndone && entry.kind == .change
        && (entry.title.hasPrefix("tasks done ") || entry.title.hasPrefix("tasks status "))
    }[...]
    journal = unread.isEmpty ? nil : try reader.vault.journal(known: reader.journalHeads)
    options = reader.parsingOptions
    environment = reader.environment
  }

  static func goesWhenDone(_ task: TaskItem) -> Bool { task.onCompletion == "delete" }

  /// The one that went last. Throws `TaskNameError` where one change took several away.
  func latest(_ name: String, where isMeant: (DeletedTask) -> Bool) throws -> DeletedTask? {
    var place = 0
    while try place < found.count || readNext() {
      // There may have been nothing in what was read.
      guard place < found.count else { continue }
      defer { place += 1 }
      let meant = found[place].filter(isMeant)
      if meant.count > 1 { throw TaskNameError.ambiguous(name, candidates: [], gone: meant.map(\.task.item)) }
      if let task = meant.first { return task }
    }
    return nil
  }

  /// False where there are no more.
  private func readNext() throws -> Bool {
    guard let journal, let change = unread.popFirst() else { return false }
    for case .write(let path, let before, let after) in try journal.entryIfThere(change.sequence)?.steps ?? [] {
      let old = TaskNote(before, path: path, options: options)
      let going = old.tasks.filter { $0.isTask && $0.item.status.type.isOpen && Self.goesWhenDone($0.item) }
      guard !going.isEmpty else { continue }
      let new = TaskNote(after, path: path, options: options)
      let changes = LineChanges(from: before, to: after)
      let day = environment.day(of: change.time)
      found.append(
        going.filter { changes[Array($0.item.raw.utf8)[...]] < 0 }.map {
          DeletedTask(before: old, after: new, task: $0, day: day)
        })
    }
    return true
  }
}

extension VaultReader {
  /// Which of the names mean tasks that were deleted when they were done. Throws, for one that means no task, what
  /// `lookUp` does.
  func deletedTasks(_ names: [String]) throws -> (present: [String], deleted: [DeletedTask]) {
    let all = try DeletedTasks(self)
    var present: [String] = []
    var deleted: [DeletedTask] = []
    var seen: [NotePath: Set<[UInt8]>] = [:]
    func add(_ task: DeletedTask) {
      let place = task.before.bytes.count - task.task.line.lowerBound
      let mark = Array("\(task.day) \(place) \(task.task.item.raw)".utf8)
      if seen[task.before.path, default: []].insert(mark).inserted { deleted.append(task) }
    }
    for name in names {
      do {
        let task = try lookUp(task: name).item
        // What was put in for an undated one has its handle.
        if task.status.type.isOpen, DeletedTasks.goesWhenDone(task), task.recurrence != nil,
          let gone = try all.latest(name, where: { Self.isWhatWasPutIn(task, for: $0) })
        {
          add(gone)
        } else {
          present.append(name)
        }
      } catch let error where error.meansNoTask {
        guard case .word(let word) = TaskName(name) else { throw error }
        let prefix = TaskHandle.normalized(word).flatMap { $0.utf8.count >= 3 ? $0 : nil }
        let gone = try all.latest(name) { deleted in
          let task = deleted.task.item
          return task.id == word || prefix.map { task.handle.hasPrefix($0) } ?? false
        }
        guard let gone else { throw error }
        add(gone)
      }
    }
    return (present, deleted)
  }

  private static func isWhatWasPutIn(_ task: TaskItem, for gone: DeletedTask) -> Bool {
    gone.task.item.handle == task.handle && gone.task.item.path == task.path
      && gone.after.task(handle: task.handle)?.item.raw == task.raw
  }
}

extension Error {
  fileprivate var meansNoTask: Bool {
    switch self as? TaskNameError {
    case .notFound, .vanished: true
    default: self is TaskChangedError
    }
  }
}
