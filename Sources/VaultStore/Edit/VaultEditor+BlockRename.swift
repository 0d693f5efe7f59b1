import VaultCore

/// A block that is not there, or cannot be told.
package struct BlockNameError: Failure {
  package let note: NotePath
  package let problem: BlockRenameError

  package var kind: FailureKind { problem.kind }
  package var message: Message { "\(note): \(problem)" }
}

extension VaultEditor {
  /// Renames the id of a block, and every link to it. `id` and `new` are without `^`; `line`, from 1, tells one of
  /// several blocks that have the id. Links lead to the first of those, and follow it alone.
  package func renameBlock(
    _ id: String, line: Int? = nil, of name: String, to new: String, _ options: ChangeOptions = ChangeOptions()
  ) throws -> ChangeOutcome {
    try change("block rename in \(name): \(id) to \(new)", options) { plan in
      let target = try plan.reader.resolve(name)
      let note = try plan.note(target)
      let block: BlockID
      do throws(BlockRenameError) { block = try BlockRename.block(id, line: line, in: note) } catch {
        throw BlockNameError(note: target, problem: error)
      }
      let own = try Self.changing(target) {
        try BlockRename.edits(of: block, to: new, in: plan.text(target), note: note)
      }
      let isLinked = BlockRename.isFirst(block, in: note)
      try changeAnchors(
        of: note, own: own,
        links: { source, text, resolver in
          guard isLinked else { return [] }
          return try BlockRename.linkEdits(
            for: source, in: text, target: target, from: block.id, to: new, resolver: resolver)
        }, plan)
    }
  }
}
