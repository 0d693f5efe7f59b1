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

/// The tasks that were deleted when they were done, the latest first. Entries of the journal are read once, as they are
/// asked for.
final class DeletedTasks {
  private let journal: Journal?
  private let options: ParsingOptions
  private let environment: VaultEnvironment
  private var unread: ArraySlice<HistoryEntry>
  /// What each note's changes took away.
  private var found: [[DeletedTask]] = []

  init(_ vault: Vault) throws {
    unread = try vault.history().filter { entry in
      !entry.isUndone && entry.kind == .change
        && (entry.title.hasPrefix("tasks done ") || entry.title.hasPrefix("tasks status "))
    }[...]
    journal = unread.isEmpty ? nil : try Journal(VaultTree(root: vault.location.root), known: vault.journalHeads)
    options = vault.parsingOptions
    environment = vault.environment
  }

  static func goesWhenDone(_ task: TaskItem) -> Bool { task.onCompletion == "delete" }

  /// The one that went last. Throws `TaskNameError` where one change took several away.
  func latest(_ name: String, where isMeant: (DeletedTask) -> Bool) throws -> DeletedTask? {
    var place = 0
    while true {
      if place == found.count {
        guard try readNext() else { return nil }
        continue
      }
      defer { place += 1 }
      let meant = found[place].filter(isMeant)
      if meant.count > 1 { throw TaskNameError.ambiguous(name, candidates: [], gone: meant.map(\.task.item)) }
      guard var task = meant.first else { continue }
      task.name = name
      return task
    }
  }

  /// False where there are no more.
  private func readNext() throws -> Bool {
    guard let journal, let change = unread.popFirst() else { return false }
    for case .write(let path, let before, let after) in try journal.entry(change.sequence).steps {
      let old = TaskNote(before, path: path, options: options)
      let going = old.tasks.filter { $0.isTask && $0.item.status.type.isOpen && Self.goesWhenDone($0.item) }
      guard !going.isEmpty else { continue }
      let new = TaskNote(after, path: path, options: options)
      let changes = LineChanges(from: before, to: after)
      let day = environment.day(of: change.time)
      found.append(
        going.filter { changes[Array($0.item.raw.utf8)[...]] < 0 }.map {
          DeletedTask(name: "", before: old, after: new, task: $0, day: day)
        })
    }
    return true
  }
}
