import VaultCore

extension VaultEditor {
  /// Puts a file that is no note into the vault, as somebody sends it, with the folders above it. Never overwrites: throws
  /// `ChangeError` where the name is taken, or none for a file, and for a note's.
  package func addFile(
    _ path: NotePath, _ bytes: [UInt8], _ options: ChangeOptions = ChangeOptions()
  ) throws -> ChangeOutcome {
    try change("file \(path)", options) { plan in
      if path.isNote {
        throw ChangeError(path, .refused("would be a note, which is made as one; take another extension"))
      }
      try plan.create(path, bytes)
      plan.record(ChangeRecord(.created, path))
    }
  }
}
