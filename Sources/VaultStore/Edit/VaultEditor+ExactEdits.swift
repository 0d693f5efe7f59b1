import VaultCore

extension VaultEditor {
  /// Replaces pieces of a note's body, all of them or none; its front matter stays, but for `updated`. Throws `ExactEditError`,
  /// and `EmptyTextError` where nothing would be left.
  package func replace(
    _ edits: [ExactEdit], in name: String, _ options: ChangeOptions = ChangeOptions()
  ) throws -> ChangeOutcome {
    try change("edit \(Self.list([name]))", options) { plan in
      let path = try plan.reader.resolve(name)
      let before = try plan.text(path)
      let body = try plan.note(path).bodyRange.clamped(to: 0..<before.count)
      let edits = try ExactEdit.edits(edits, in: before, body)
      guard try !edits.applied(to: before).isBlank else { throw EmptyTextError() }
      guard try plan.apply(edits, to: path) else { return }
      try touch(path, ifChangedFrom: before, plan)
      plan.record(ChangeRecord(.updated, path))
    }
  }
}
