import Foundation
import VaultCore

/// An operation that changed the vault, as the history shows it.
package struct HistoryEntry: Sendable, Hashable {
  package var sequence: Int
  package var time: Date
  package var title: String
  /// Files that it made, changed, moved or deleted.
  package var paths: [NotePath]
  package var isUndone: Bool
  /// What became of things that it deleted and that are no longer in the trash, so that it cannot be undone; nil where
  /// nothing is missing.
  package var loss: Loss?
  /// The operation that it took back; nil for one that is no undo.
  package var undoes: Int?
  package var kind: Kind

  package enum Loss: Sendable, Hashable {
    case emptied, restored
  }

  package enum Kind: Sendable, Hashable {
    case change, undo, redo
  }
}

/// There is nothing that could be undone, or redone.
package struct NothingToUndoError: Failure {
  package let isRedo: Bool

  package var kind: FailureKind { .notFound }
  package var message: Message {
    isRedo
      ? "nothing was undone that could be done again" : "the history holds no change that could be undone"
  }
}

extension Vault {
  /// The latest first.
  package func history() throws -> [HistoryEntry] {
    try recoverIfNeeded()
    guard let heads = try heads() else { return [] }
    var undone: Set<Int> = []
    let tree = try VaultTree(root: location.root)
    // Later entries come first.
    var restored: [NotePath] = []
    let undoing = Set(heads.filter { $0.undoes != nil }.map(\.sequence))
    return try heads.map { head in
      let isUndone = undone.contains(head.sequence)
      if !isUndone, let other = head.undoes { undone.insert(other) }
      let missing = try !isUndone && head.undoes == nil ? head.deleted.filter { try !tree.exists($0) } : []
      let isRestored = missing.allSatisfy { place in restored.contains { $0 == place || $0.isBelow(place) } }
      if !isUndone { restored += head.takenFromTrash }
      var seen: Set<NotePath> = []
      let paths = head.steps.compactMap { step -> NotePath? in
        switch step.kind {
        case .makeFolder, .removeFolder: nil
        case .move: step.target.map { Trash.holds($0.path) ? step.path.path : $0.path }
        case .write, .create, .delete: step.path.path
        }
      }
      return HistoryEntry(
        sequence: head.sequence, time: Date(timeIntervalSince1970: Double(head.time) / 1_000), title: head.title,
        paths: paths.filter { seen.insert($0).inserted }, isUndone: isUndone,
        loss: missing.isEmpty ? nil : isRestored ? .restored : .emptied,
        undoes: head.undoes,
        kind: head.undoes.map { undoing.contains($0) ? .redo : .undo } ?? .change)
    }
  }

  /// Nil where nothing was ever changed.
  private func newestSequence() throws -> Int? {
    let tree = try VaultTree(root: location.root)
    guard try tree.exists(Journal.path) else { return nil }
    return try Journal(tree).sequences().last
  }

  /// Nil where nothing was ever changed.
  private func heads() throws -> [JournalEntry.Head]? {
    let tree = try VaultTree(root: location.root)
    guard try tree.exists(Journal.path) else { return nil }
    return try Journal(tree, known: journalHeads).heads { notice(VaultNotice("\($0)")) }
  }

  /// The operation that `undo` or (`redo`) the next redo would take back. Throws `NothingToUndoError`.
  private static func nextToUndo(in history: [HistoryEntry], redo: Bool) throws -> HistoryEntry {
    // What was undone before the latest change is not done again.
    let live = history.filter { !$0.isUndone && $0.loss == nil && $0.kind != .redo }
    guard let entry = redo ? live.first : live.first(where: { $0.kind == .change }),
      entry.kind == (redo ? .undo : .change)
    else { throw NothingToUndoError(isRedo: redo) }
    return entry
  }

  /// Takes back the last operation that is not taken back yet or (`redo`) the last undo. Where a file has been changed
  /// since, only the operation's own change is taken back if the two are about different lines; if they are about the
  /// same, the file is left alone (`keepingChanged`) or nothing is done. Throws `NothingToUndoError` and
  /// `UndoConflictError`.
  package func undo(
    redo: Bool = false, keepingChanged: Bool = false, _ options: ChangeOptions = ChangeOptions()
  ) throws -> (outcome: ChangeOutcome, entry: HistoryEntry) {
    let newest = try newestSequence()
    let history = try history()
    let latest = history.prefix { redo || $0.kind != .change || $0.isUndone || $0.loss != nil }
    for passed in latest {
      guard let loss = passed.loss else { continue }
      let what = loss == .restored ? "restored" : "emptied"
      notice(VaultNotice("\"\(passed.title)\" is passed over: what it deleted was \(what) from the trash"))
    }
    let entry = try Self.nextToUndo(in: history, redo: redo)
    let title = redo && entry.title.hasPrefix("undo: ") ? "redo" + entry.title.dropFirst(4) : "undo: " + entry.title
    var conflicts: [UndoConflictError] = []
    let outcome = try change(title, options, undoes: entry.sequence) { plan in
      conflicts = []
      // Somebody else's change would be the one to take back.
      guard try newestSequence() == newest else { throw FileChangedError(path: Journal.path.text) }
      var undo = UndoPlan(plan.tree)
      try undo.takeBack(try Journal(plan.tree).entry(entry.sequence)) { conflict in
        guard keepingChanged else { throw conflict }
        conflicts.append(conflict)
      }
      plan.firstSteps = undo.steps
      for record in undo.records { plan.record(record) }
    }
    for conflict in conflicts { notice(VaultNotice("\(conflict.asNotice)")) }
    return (outcome, entry)
  }
}

extension JournalEntry.Head {
  /// What in the trash it moved out of it.
  fileprivate var takenFromTrash: [NotePath] {
    steps.compactMap { $0.kind == .move && Trash.holds($0.path.path) ? $0.path.path : nil }
  }

  /// Where in the trash it put things.
  fileprivate var deleted: [NotePath] {
    steps.compactMap { step in
      guard step.kind == .move, let target = step.target?.path, Trash.holds(target) else { return nil }
      return target
    }
  }
}
