import Foundation
import VaultCore
import VaultPlatform

extension Vault {
  /// Keeps that an assistant, or another app, is shown these notes now, of which the first counts as the last, in the user's own
  /// folder. Throws where that has no place, or cannot be written.
  package func reference(_ paths: [NotePath]) throws {
    guard !paths.isEmpty else { return }
    let now = Int64(environment.now.timeIntervalSince1970 * 1_000)
    try ReferencedNotes(of: location, environment.folders).append(
      paths.reversed().map { NoteReference(path: $0, milliseconds: now) })
  }

  /// What tells that the references have changed; nil where there are none.
  package var referencesStamp: FileStamp? {
    guard let state = environment.folders.state else { return nil }
    return status(of: "\(state)/\(location.name)/\(ReferencedNotes.fileName)").map { FileStamp($0) }
  }

  /// What was kept of notes follows them to where they were moved.
  func moveReferences(_ moves: PathMoves) throws {
    guard !moves.all.isEmpty, environment.folders.state != nil else { return }
    try ReferencedNotes(of: location, environment.folders).move(moves)
  }
}
