import VaultCore
import VaultPlatform

/// There is nothing that could be undone, or redone.
package struct NothingToUndoError: Failure {
  package let isRedo: Bool

  package var kind: FailureKind { .notFound }
  package var message: Message {
    isRedo
      ? "nothing was undone that could be done again" : "the history holds no change that could be undone"
  }
}

/// What would be undone was not written here by this user, who was not asked. Nothing was changed.
package struct ForeignEntryError: Failure {
  let title: String
  let place: NotePath

  package var kind: FailureKind { .foreign }
  package var message: Message {
    "\"\(ShownName.quoted(title))\" was not done here by you, so it is undone only where you can be asked, after a look at what "
      + "that changes; or move \(place) away"
  }
}

extension VaultEditor {
  /// Takes back the last operation that is not taken back yet or (`redo`) the last undo. Where a file has been changed
  /// since, only the operation's own change is taken back if the two are about different lines; if they are about the
  /// same, the file is left alone (`keepingChanged`) or nothing is done. Throws `NothingToUndoError` and
  /// `UndoConflictError`.
  ///
  /// `number`: of the operation in the history that is to be taken back, whatever was done since. Throws
  /// `ChangeNumberError`, also where it cannot be taken back since later changes are about the same lines or files.
  ///
  /// `actor`: only a change of that program is taken back, and only the latest of those that are not yet. Throws
  /// `ChangeNumberError` for another.
  ///
  /// `confirmForeign`: asked, with all that is planned, about an operation that this user did not write here. Where it is
  /// nil, such a one throws `ForeignEntryError`.
  package func undo(
    redo: Bool = false, number: Int? = nil, keepingChanged: Bool = false, of actor: String? = nil,
    _ options: ChangeOptions = ChangeOptions(),
    confirmForeign: ((HistoryEntry, PlannedChange) throws -> Bool)? = nil
  ) throws -> (outcome: ChangeOutcome, entry: HistoryEntry) {
    let (newest, history) = try read { reader in (try reader.newestSequence(), try reader.history()) }
    let latest = number != nil ? [] : history.prefix { redo || $0.kind != .change || $0.isUndone || $0.loss != nil }
    for passed in latest {
      guard let loss = passed.loss else { continue }
      let what = loss == .restored ? "restored" : "emptied"
      listener.notice(VaultNotice("\"\(passed.title)\" is passed over: what it deleted was \(what) from the trash"))
    }
    let named = try number.map { try Self.change(numbered: $0, in: history) }
    if let named, let actor {
      guard named.actor == actor else { throw ChangeNumberError.ofOthers(named.sequence) }
      let latest = history.next(redo: false).first { $0.actor == actor }
      if let latest, latest.sequence != named.sequence {
        throw ChangeNumberError.notTheLatest(named.sequence, latest: latest.sequence)
      }
    }
    guard let entry = named ?? history.next(redo: redo).first else { throw NothingToUndoError(isRedo: redo) }
    let title = redo && entry.title.hasPrefix("undo: ") ? "redo" + entry.title.dropFirst(4) : "undo: " + entry.title
    var options = options
    if entry.isForeign, !options.dryRun {
      guard let confirmForeign else {
        throw ForeignEntryError(title: entry.title, place: Journal.path(entry.sequence))
      }
      options.confirm = { try confirmForeign(entry, $0) }
      options.confirmsInFull = true
    }
    var conflicts: [UndoConflictError] = []
    let outcome = try change(title, options, undoes: entry.sequence) { plan in
      conflicts = []
      // Somebody else's change would be the one to take back.
      guard try plan.reader.newestSequence() == newest else { throw FileChangedError(path: Journal.path.text) }
      try plan.takeBack(entry.sequence, foreign: entry.isForeign) { conflict in
        guard keepingChanged else {
          let later = named.map { Self.changes(after: $0, in: history) } ?? []
          throw later.isEmpty ? conflict as any Error : ChangeNumberError.touchedSince(entry, by: later)
        }
        conflicts.append(conflict)
      }
      // It would count as undone, and could never be taken back.
      if let named, !conflicts.isEmpty, plan.firstSteps.isEmpty { throw ChangeNumberError.nothingLeft(named.sequence) }
    }
    for conflict in conflicts { listener.notice(VaultNotice("\(conflict.asNotice)")) }
    return (outcome, entry)
  }
}

extension [HistoryEntry] {
  /// The changes that are taken back (`redo`: the undos that are) one after the other, the next first. The history
  /// begins with the latest entry.
  package func next(redo: Bool) -> [HistoryEntry] {
    let live = filter { !$0.isUndone && $0.loss == nil && $0.kind != .redo }
    // What was undone before the latest change is not done again.
    return redo ? Array(live.prefix { $0.kind == .undo }) : live.filter { $0.kind == .change }
  }
}

extension VaultEditor {
  /// The change of that number, where it can be taken back on its own.
  private static func change(
    numbered number: Int, in history: [HistoryEntry]
  ) throws(ChangeNumberError) -> HistoryEntry {
    guard let entry = history.first(where: { $0.sequence == number }) else { throw .unknown(number) }
    guard entry.kind == .change else { throw .notAChange(number) }
    if entry.isUndone { throw .undone(number) }
    if let loss = entry.loss { throw .lost(number, loss) }
    return entry
  }

  /// The changes that touched its files after it, the latest first.
  private static func changes(after entry: HistoryEntry, in history: [HistoryEntry]) -> [HistoryEntry] {
    history.filter {
      $0.sequence > entry.sequence && $0.kind == .change && !$0.isUndone
        && !Set($0.paths).isDisjoint(with: entry.paths)
    }
  }
}

/// Why a change of the history is not shown, or not taken back by its number. Nothing was changed.
package enum ChangeNumberError: Failure, Hashable {
  case unknown(Int)
  /// An undo or redo.
  case notAChange(Int)
  case undone(Int)
  case lost(Int, HistoryEntry.Loss)
  /// Somebody else made it than whoever asks.
  case ofOthers(Int)
  /// Whoever asks has made another since, which is to be taken back first.
  case notTheLatest(Int, latest: Int)
  /// Later changes are about all that it did.
  case nothingLeft(Int)
  /// By later changes of the same files, the latest first.
  case touchedSince(HistoryEntry, by: [HistoryEntry])

  package var kind: FailureKind {
    switch self {
    case .unknown, .notAChange, .undone: .notFound
    case .lost, .ofOthers, .notTheLatest: .refused
    case .touchedSince, .nothingLeft: .changedMeanwhile
    }
  }

  package var message: Message {
    switch self {
    case .unknown(let number): "the history holds no change \(number); \(command: .history) shows all"
    case .notAChange(let number):
      "\(number) is no change but takes one back or does one again; give the number of the change itself"
    case .ofOthers(let number): "change \(number) was not made here, and whoever made it takes it back"
    case .notTheLatest(let number, let latest):
      "change \(latest) was made after change \(number); take back that one first"
    case .undone(let number): "change \(number) is undone already"
    case .lost(let number, let loss):
      "change \(number) cannot be undone: what it deleted was \(loss == .restored ? "restored" : "emptied") from the trash"
    case .nothingLeft(let number):
      "nothing of change \(number) is as it left it, so nothing was undone; undo later changes of the same lines first"
    case .touchedSince(let entry, let later): Self.touched(entry, later)
    }
  }

  private static func touched(_ entry: HistoryEntry, _ later: [HistoryEntry]) -> Message {
    let paths = Set(entry.paths)
    let shown = later.prefix(5).map { change in
      let path = change.paths.first(where: paths.contains).map { ShownName.path($0.text) } ?? ""
      return "  \(change.sequence)  \(ShownName.quoted(change.title)): \(path)"
    }
    let more = later.count > 5 ? ["  and \(later.count - 5) more"] : []
    let remedy: Message =
      paths.count > 1 ? ", or take back what they left of it with \(option: .keepingChanged)" : ""
    return
      "later changes are about the same lines or files as change \(entry.sequence), so nothing was undone; undo those first"
      + remedy + ":\n\((shown + more).joined(separator: "\n"))"
  }
}

extension ChangePlan {
  /// Plans to take back the operation of this number. What others have changed since, `conflict` is told, as by `UndoPlan`.
  /// `foreign`: also one that this user did not write here.
  func takeBack(
    _ sequence: Int, foreign: Bool = false, conflict: (UndoConflictError) throws -> Void
  ) throws {
    guard let journal = try reader.vault.journal() else { throw FileChangedError(path: Journal.path.text) }
    var undo = UndoPlan(tree)
    try undo.takeBack(try journal.entry(sequence, foreign: foreign), conflict: conflict)
    if foreign {
      for case .move(let from, let to) in undo.steps where Trash.holds(from) {
        try tree.checkComingBack(from, as: to, mayHide: false)
      }
    }
    firstSteps = undo.steps
    for each in undo.records { record(each) }
  }
}
