import VaultCore

extension VaultEditor {
  /// Makes edits of one note's text, for whoever has found them itself. `path` is exact; `edits` gets the text as it is when
  /// the change is made, and may be called again.
  package func edit(
    _ path: NotePath, title: String, _ options: ChangeOptions = ChangeOptions(),
    _ edits: ([UInt8]) throws -> [TextEdit]
  ) throws -> ChangeOutcome {
    try change(title, options) { plan in
      if try plan.edit(path, edits) { plan.recordUpdate(path) }
    }
  }
}
