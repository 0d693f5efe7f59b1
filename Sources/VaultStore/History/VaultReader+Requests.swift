import VaultCore

/// An operation of the history that was asked for by a name of its own.
package struct RequestedChange: Sendable {
  /// Its number in the history.
  package var sequence: Int
  /// What `ChangeOptions.request` was.
  package var request: String
  /// Nil where it may not be seen.
  package var made: PlannedChange?
}

extension VaultReader {
  /// The latest change of this user's that was asked for by a name that begins with `prefix`; nil where the history has
  /// none. One that may not be seen was made all the same.
  package func change(requestedAs prefix: String) throws -> RequestedChange? {
    let past = try VisiblePast(self)
    guard let journal = try vault.journal(known: journalHeads) else { return nil }
    let heads = try journal.heads { notice(VaultNotice("\($0)")) }
    for head in heads where !head.isForeign {
      guard let request = head.request, request.hasPrefix(prefix) else { continue }
      let isShown = try past?.shows(head, in: journal) != false
      let entry = try isShown ? journal.entryIfThere(head.sequence) : nil
      return RequestedChange(sequence: head.sequence, request: request, made: entry.map(PlannedChange.init))
    }
    return nil
  }
}

extension VaultReader {
  /// The tasks that an operation made, changed, moved or took away, as it left them.
  package func tasks(changedBy change: PlannedChange) throws -> [ChangedTask] {
    var (gone, come): ([TaskItem], [TaskItem]) = ([], [])
    for text in change.texts {
      let old = text.from.map { items(of: text.before, at: $0) } ?? []
      let new = text.to.map { items(of: text.after, at: $0) } ?? []
      var (oldLines, newLines) = (Self.counts(old), Self.counts(new))
      gone += old.filter { Self.isLeft($0, &newLines) }
      come += new.filter { Self.isLeft($0, &oldLines) }
    }
    let views = try views(of: gone + come)
    let (goneViews, comeViews) = (views[..<gone.count], views[gone.count...])
    var rest = Array(goneViews)
    // The task that was done is what was changed, and not its next occurrence, which stands before it.
    let closedFirst = comeViews.filter { !$0.task.status.type.isOpen } + comeViews.filter { $0.task.status.type.isOpen }
    var changed = closedFirst.map { view -> ChangedTask in
      // One that moved is the same line in another note; else the next of this note is the one that was changed.
      let moved = rest.firstIndex { $0.task.raw == view.task.raw && $0.task.path != view.task.path }
      guard let place = moved ?? rest.firstIndex(where: { $0.task.path == view.task.path }) else {
        return ChangedTask(state: .created, view: view)
      }
      let before = rest.remove(at: place)
      return ChangedTask(state: .updated, view: view, from: moved == nil ? nil : before.task.path, before: before.task)
    }
    changed += rest.map { ChangedTask(state: .deleted, view: $0) }
    return changed
  }

  private func items(of text: [UInt8], at path: NotePath) -> [TaskItem] {
    path.isNote ? TaskNote(text, path: path, options: vault.parsingOptions).items : []
  }

  private static func counts(_ tasks: [TaskItem]) -> [String: Int] {
    tasks.reduce(into: [:]) { $0[$1.raw, default: 0] += 1 }
  }

  /// True for a task that the other text does not have; each line of it stands for one task.
  private static func isLeft(_ task: TaskItem, _ others: inout [String: Int]) -> Bool {
    guard let count = others[task.raw], count > 0 else { return true }
    others[task.raw] = count - 1
    return false
  }
}
