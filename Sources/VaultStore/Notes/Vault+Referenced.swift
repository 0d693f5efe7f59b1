import Foundation
import VaultCore

extension Vault {
  /// Keeps that an assistant, or another app, is shown these notes now, in the user's own folder. Throws where that has no
  /// place, or cannot be written.
  package func reference(_ paths: [NotePath]) throws {
    guard !paths.isEmpty else { return }
    let now = Int64(environment.now.timeIntervalSince1970 * 1_000)
    try ReferencedNotes(of: location, environment.folders).append(
      paths.map { NoteReference(path: $0, milliseconds: now) })
  }

  /// What was kept of notes follows them to where they were moved.
  func moveReferences(_ moves: PathMoves) throws {
    guard !moves.all.isEmpty, environment.folders.state != nil else { return }
    try ReferencedNotes(of: location, environment.folders).move(moves)
  }
}
