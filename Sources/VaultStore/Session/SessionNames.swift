import Synchronization
import VaultCore

/// The names of all notes, made once in the background, and mended after each change.
final class SessionNames: Sendable {
  private struct State {
    var table: NameTable?
    /// What has changed and is not in the table yet.
    var changes = NoteChanges.many
    var isMending = false
  }

  private let state = Mutex(State())

  /// Nil until they are made.
  var table: NameTable? { state.withLock { $0.table } }

  /// Returns true where somebody has to call `mend` now; else whoever is at it goes on.
  func needsMending(after changes: NoteChanges) -> Bool {
    state.withLock { state in
      state.changes = state.changes.followed(by: changes)
      defer { state.isMending = true }
      return !state.isMending
    }
  }

  /// Brings the table up to date. Whatever changes meanwhile is told later, and mended then.
  func mend(_ ask: (_ body: @escaping @Sendable (VaultReader) throws -> NameTable) throws -> NameTable) {
    while true {
      let (table, changes) = state.withLock { state in
        defer { state.changes = .none }
        return (state.table, state.changes)
      }
      do {
        let mended = try ask { reader in
          guard var table else { return try NameTable(reader) }
          try table.mend(changes, reader)
          return table
        }
        let isDone = state.withLock { state in
          state.table = mended
          state.isMending = !state.changes.isEmpty
          return !state.isMending
        }
        if isDone { return }
      } catch {
        // The vault is gone, or the session ends: the next change tries again, from all notes.
        return state.withLock { state in
          state.changes = .many
          state.isMending = false
        }
      }
    }
  }
}
