import VaultCore

/// A line is no longer what a change of it was meant for. Nothing was changed.
package struct OutdatedLineError: Failure {
  let line: Int

  package init(line: Int) { self.line = line }

  package var kind: FailureKind { .refused }
  package var message: Message { "line \(line) is not what it was any more; look at it again" }
}

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
