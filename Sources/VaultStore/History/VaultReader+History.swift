import Foundation
import VaultCore

/// An operation that changed the vault, as the history shows it.
package struct HistoryEntry: Sendable, Hashable {
  package var sequence: Int
  package var time: Date
  package var title: String
  /// The program that made it, where no person did: `mcp` for an assistant.
  package var actor: String?
  /// Files that it made, changed, moved or deleted.
  package var paths: [NotePath]
  package var isUndone: Bool
  /// What became of things that it deleted and that are no longer in the trash, so that it cannot be undone; nil where
  /// nothing is missing.
  package var loss: Loss?
  /// The operation that it took back; nil for one that is no undo.
  package var undoes: Int?
  package var kind: Kind
  /// True for one that this user did not write here: it came with the folder, or was changed since.
  package var isForeign: Bool

  package enum Loss: String, Sendable, Hashable {
    case emptied, restored
  }

  package enum Kind: Sendable, Hashable {
    case change, undo, redo
  }
}

extension VaultReader {
  /// The latest first. Where notes are hidden, only operations of which all may be seen (`VisiblePast`).
  package func history() throws -> [HistoryEntry] {
    let past = try VisiblePast(self)
    guard let journal = try vault.journal(known: journalHeads) else { return [] }
    let heads = try journal.heads { notice(VaultNotice("\($0)")) }
    var undone: Set<Int> = []
    // What others say of the user's own changes does not count.
    var undoneByOthers: Set<Int> = []
    let tree = try VaultTree(root: location.root)
    // Later entries come first.
    var restored: [NotePath] = []
    let undoing = Set(heads.filter { $0.undoes != nil }.map(\.sequence))
    return try heads.compactMap { head in
      let isUndone = undone.contains(head.sequence) || head.isForeign && undoneByOthers.contains(head.sequence)
      if !isUndone, let other = head.undoes {
        if head.isForeign { undoneByOthers.insert(other) } else { undone.insert(other) }
      }
      let moves = head.steps.filter { $0.kind == .move }
      let deleted = moves.compactMap(\.target).filter(Trash.holds)
      let missing = try !isUndone && head.undoes == nil ? deleted.filter { try !tree.exists($0) } : []
      let isRestored = missing.allSatisfy { place in restored.contains { $0 == place || $0.isBelow(place) } }
      if !isUndone { restored += moves.map(\.path).filter(Trash.holds) }
      guard try past?.shows(head, in: journal) != false else { return nil }
      var seen: Set<NotePath> = []
      let paths = head.steps.compactMap { step -> NotePath? in
        switch step.kind {
        case .makeFolder, .removeFolder: nil
        case .move: step.target.map { Trash.holds($0) ? step.path : $0 }
        case .write, .create, .delete: step.path
        }
      }
      return HistoryEntry(
        sequence: head.sequence, time: Date(timeIntervalSince1970: Double(head.time) / 1_000), title: head.title,
        actor: head.actor,
        paths: paths.filter { seen.insert($0).inserted }, isUndone: isUndone,
        loss: missing.isEmpty ? nil : isRestored ? .restored : .emptied,
        undoes: head.undoes,
        kind: head.undoes.map { undoing.contains($0) ? .redo : .undo } ?? .change, isForeign: head.isForeign)
    }
  }

  /// The operation of that number, with what it did to the files. Throws `ChangeNumberError`.
  package func change(numbered number: Int) throws -> (entry: HistoryEntry, made: PlannedChange) {
    guard let entry = try history().first(where: { $0.sequence == number }), let journal = try vault.journal() else {
      throw ChangeNumberError.unknown(number)
    }
    return (entry, PlannedChange(try journal.entry(number, foreign: true)))
  }

  /// Returns nil where nothing was ever changed.
  func newestSequence() throws -> Int? {
    try vault.journal()?.sequences().last
  }
}
