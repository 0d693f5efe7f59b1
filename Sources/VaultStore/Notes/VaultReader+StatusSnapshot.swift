import Foundation
import VaultCore

/// A glance at a vault: what a status bar or a widget shows.
package struct StatusSnapshot: Sendable {
  package var at: Date
  package var root: String
  package var today: CivilDate
  /// The note that stands for all: see `VaultReader.noteOnDisplay`.
  package var note: NoteRecord?
  package var notes: Int
  package var pinned: Int
  package var tasks: TaskCounts
  /// What can be worked on now, the most urgent first.
  package var next: [TaskView]
  /// What assistants and other apps were shown in the last days, the last first.
  package var referenced: [ReferencedNote]
  /// Why that is not known.
  package var problem: Message?
}

extension VaultReader {
  private static let tasksAtAGlance = 3
  private static let referencedAtAGlance = 5

  package func statusSnapshot() throws -> StatusSnapshot {
    let pinned = Query().adding(.isNote(.pinned))
    var (referenced, problem): ([ReferencedNote], Message?) = ([], nil)
    do { referenced = try referencedNotes(limit: Self.referencedAtAGlance).entries } catch let error
      as ReferencedNotesError
    {
      problem = error.message
    }
    return StatusSnapshot(
      at: environment.now, root: location.root, today: environment.today, note: try noteOnDisplay(),
      notes: try snapshot.noteCount, pinned: try count(pinned), tasks: try TaskCounts(self),
      next: try nextTasks(Query(), limit: Self.tasksAtAGlance).result.tasks,
      referenced: referenced, problem: problem)
  }

  /// The note that was pinned last, as the history has it; where that is not known, the pinned one that was updated last; where
  /// none is pinned, the one that was created last. Nil in a vault without notes.
  package func noteOnDisplay() throws -> NoteRecord? {
    let pinned = try list(
      Query().adding(.isNote(.pinned)), sort: [Query.SortKey(.updated, isReversed: true)]
    ).records
    if pinned.count > 1, let path = try lastPinned(of: pinned.map(\.path)) {
      return pinned.first { $0.path == path }
    }
    if let first = pinned.first { return first }
    return try list(Query(), sort: [Query.SortKey(.created, isReversed: true)], limit: 1).records.first
  }

  /// So many operations that have written one of the notes are looked at.
  private static let mostPins = 100

  /// The one of these pinned notes that an operation of the history made a pinned one last; nil where none did.
  private func lastPinned(of paths: [NotePath]) throws -> NotePath? {
    guard let journal = try vault.journal(known: journalHeads) else { return nil }
    var (found, looks): (NotePath?, Int) = (nil, 0)
    try forEachOperation(on: paths, journal.heads(unreadable: { _ in })) { head, names in
      guard head.steps.contains(where: { $0.kind != .move && names[$0.path] != nil }) else { return true }
      looks += 1
      guard looks <= Self.mostPins else { return false }
      found = try journal.entryIfThere(head.sequence).flatMap { pinned(by: $0, names) }
      return found == nil
    }
    return found
  }

  /// `names`: the notes of now by the paths that they have behind the operation.
  private func pinned(by entry: JournalEntry, _ names: [NotePath: NotePath]) -> NotePath? {
    for step in entry.steps {
      switch step {
      case .write(let path, let before, let after):
        if let name = names[path], isPinned(after, path), !isPinned(before, path) { return name }
      case .create(let path, let text, _):
        if let name = names[path], isPinned(text, path) { return name }
      case .delete, .move, .makeFolder, .removeFolder: break
      }
    }
    return nil
  }

  private func isPinned(_ text: [UInt8], _ path: NotePath) -> Bool {
    NoteRecord(NoteParser(options: parsingOptions).structure(of: text, path: path), hash: []).pinned
  }
}
