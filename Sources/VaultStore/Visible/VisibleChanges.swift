import Synchronization
import VaultCore

/// What a session tells of changes where notes are hidden: those of visible notes, and notes that come into sight or go out
/// of it as such that come and go.
final class VisibleChanges: Sendable {
  private struct State {
    /// What was hidden when changes were told last; nil where that is not known.
    var hidden: HiddenNotes?
    /// What has happened and is not told yet.
    var changes = NoteChanges.none
    var isAsking = false
    var asksAgain = false
  }

  private let state = Mutex(State())

  /// Returns true where somebody has to call `tell` now; else whoever is at it goes on.
  func needsAsking(after changes: NoteChanges) -> Bool {
    state.withLock { state in
      // What was seen before it was known what is hidden is not known.
      let changes = state.hidden == nil && !changes.isEmpty ? .many : changes
      state.changes = state.changes.followed(by: changes)
      state.asksAgain = true
      defer { state.isAsking = true }
      return !state.isAsking
    }
  }

  /// Asks what is hidden by now, and tells what has changed for whoever sees the rest.
  func tell(asking ask: () throws -> HiddenNotes?, _ tell: (NoteChanges) -> Void) {
    while true {
      let (old, changes) = state.withLock { state in
        defer { (state.changes, state.asksAgain) = (.none, false) }
        return (state.hidden, state.changes)
      }
      let new: HiddenNotes?
      // Whoever asks a question gets the error.
      do { new = try ask() } catch { new = nil }
      let visible = new.flatMap { new in old.map { changes.visible(from: $0, to: new) } }
      let isFirst = old == nil && changes.isEmpty && new != nil
      let told = visible ?? (isFirst ? .none : .many)
      let isDone = state.withLock { state in
        state.hidden = new
        state.isAsking = state.asksAgain
        return !state.isAsking
      }
      if !told.isEmpty { tell(told) }
      if isDone { return }
    }
  }
}

extension NoteChanges {
  /// What of the changes may be told to whoever did not see what was hidden before, and does not see what is hidden now.
  ///
  /// Notes that come or go without having changed are not named: nobody can tell here whether they were there before.
  func visible(from old: HiddenNotes, to new: HiddenNotes) -> NoteChanges {
    guard case .some(let paths) = self else { return .many }
    let moves = paths.moved
    let touched = Set(paths.added + paths.changed + paths.removed + moves.map(\.from) + moves.map(\.to))
    guard old.notes.symmetricDifference(new.notes).isSubset(of: touched) else { return .many }
    var visible = Paths()
    visible.added = paths.added.filter { !new.hides($0) }
    visible.removed = paths.removed.filter { !old.hides($0) }
    for path in paths.changed {
      switch (old.hides(path), new.hides(path)) {
      case (false, false): visible.changed.append(path)
      case (true, false): visible.added.append(path)
      case (false, true): visible.removed.append(path)
      case (true, true): break
      }
    }
    for move in moves {
      switch (old.hides(move.from), new.hides(move.to)) {
      case (false, false): visible.moved.append(move)
      case (true, false): visible.added.append(move.to)
      case (false, true): visible.removed.append(move.from)
      case (true, true): break
      }
    }
    visible.added.sort()
    visible.removed.sort()
    return .some(visible)
  }
}
