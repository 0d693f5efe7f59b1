import VaultCore

/// Which part of a planned change is made here; an editor makes the rest.
package struct PlannedPart: Sendable, Hashable {
  /// The notes whose texts are left to the editor, which has them open.
  package var leftOut: Set<NotePath>
  package var movesFiles: Bool
  package var makesFiles: Bool

  package init(leavingOut leftOut: Set<NotePath>, movesFiles: Bool, makesFiles: Bool) {
    (self.leftOut, self.movesFiles, self.makesFiles) = (leftOut, movesFiles, makesFiles)
  }
}

extension VaultEditor {
  /// Makes a part of a change that was planned before, as one operation. Throws `PlannedTextError` where a text is no longer
  /// what it was planned for; then nothing is changed.
  package func carryOut(
    _ planned: PlannedChange, _ part: PlannedPart, title: String, _ options: ChangeOptions = ChangeOptions()
  ) throws -> ChangeOutcome {
    try change(title, options) { plan in
      for text in planned.texts {
        switch (text.from, text.to) {
        case (nil, let new?):
          guard part.makesFiles else { continue }
          try plan.create(new, text.after)
          plan.record(ChangeRecord(.created, new))
        case (let old?, let new?):
          if !part.leftOut.contains(old) {
            do { try plan.apply(planned.edits(of: text), to: old) } catch is TextEditError {
              throw PlannedTextError(path: old)
            }
            plan.recordUpdate(old)
          }
          if part.movesFiles, old != new { try move(old, to: new, plan) }
        default: break
        }
      }
      guard part.movesFiles else { return }
      for case (let old?, let new?) in planned.moves.map({ ($0.from, $0.to) }) { try move(old, to: new, plan) }
    }
  }

  private func move(_ old: NotePath, to new: NotePath, _ plan: ChangePlan) throws {
    try plan.move(old, to: new)
    plan.record(ChangeRecord(.updated, new, from: old))
  }
}

/// A note is no longer what a change of it was planned for. Nothing was changed.
package struct PlannedTextError: Failure {
  package let path: NotePath

  package var kind: FailureKind { .changedMeanwhile }
  package var message: Message { "\(ShownName.path(path.text)): has changed meanwhile; try again" }
}
