import VaultCore

extension VaultEditor {
  /// Makes an empty folder, with those above it. Throws `ChangeError` where the name is taken, or none for a folder.
  package func makeFolder(_ path: NotePath, _ options: ChangeOptions = ChangeOptions()) throws -> ChangeOutcome {
    try change("folder \(path)", options) { plan in
      try plan.createFolder(path)
      plan.record(ChangeRecord(.created, path))
    }
  }
}
