import VaultCore

/// There is nothing that could be undone, or redone.
package struct NothingToUndoError: Failure {
  package let isRedo: Bool

  package var kind: FailureKind { .notFound }
  package var message: Message {
    isRedo
      ? "nothing was undone that could be done again" : "the history holds no change that could be undone"
  }
}

extension VaultEditor {
  /// Takes back the last operation that is not taken back yet or (`redo`) the last undo. Where a file has been changed
  /// since, only the operation's own change is taken back if the two are about different lines; if they are about the
  /// same, the file is left alone (`keepingChanged`) or nothing is done. Throws `NothingToUndoError` and
  /// `UndoConflictError`.
  package func undo(
    redo: Bool = false, keepingChanged: Bool = false, _ options: ChangeOptions = ChangeOptions()
  ) throws -> (outcome: ChangeOutcome, entry: HistoryEntry) {
    let (newest, history) = try read { reader in (try reader.newestSequence(), try reader.history()) }
    let latest = history.prefix { redo || $0.kind != .change || $0.isUndone || $0.loss != nil }
    for passed in latest {
      guard let loss = passed.loss else { continue }
      let what = loss == .restored ? "restored" : "emptied"
      listener.notice(VaultNotice("\"\(passed.title)\" is passed over: what it deleted was \(what) from the trash"))
    }
    // What was undone before the latest change is not done again.
    let live = history.filter { !$0.isUndone && $0.loss == nil && $0.kind != .redo }
    guard let entry = redo ? live.first : live.first(where: { $0.kind == .change }),
      entry.kind == (redo ? .undo : .change)
    else { throw NothingToUndoError(isRedo: redo) }
    let title = redo && entry.title.hasPrefix("undo: ") ? "redo" + entry.title.dropFirst(4) : "undo: " + entry.title
    var conflicts: [UndoConflictError] = []
    let outcome = try change(title, options, undoes: entry.sequence) { plan in
      conflicts = []
      // Somebody else's change would be the one to take back.
      guard try plan.reader.newestSequence() == newest else { throw FileChangedError(path: Journal.path.text) }
      try plan.takeBack(entry.sequence) { conflict in
        guard keepingChanged else { throw conflict }
        conflicts.append(conflict)
      }
    }
    for conflict in conflicts { listener.notice(VaultNotice("\(conflict.asNotice)")) }
    return (outcome, entry)
  }
}

extension ChangePlan {
  /// Plans to take back the operation of this number. What others have changed since, `conflict` is told, as by `UndoPlan`.
  func takeBack(_ sequence: Int, conflict: (UndoConflictError) throws -> Void) throws {
    var undo = UndoPlan(tree)
    try undo.takeBack(try Journal(tree).entry(sequence), conflict: conflict)
    firstSteps = undo.steps
    for each in undo.records { record(each) }
  }
}
