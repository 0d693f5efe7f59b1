import VaultCore

/// A whole text of a note, by somebody who knew another: the base.
package struct SavedText: Sendable {
  package var path: NotePath
  package var text: [UInt8]
  /// Nil where only its hash is known: then nothing can be merged.
  package var base: [UInt8]?
  /// The SHA-256 hashes of the texts that it may be an edit of; nil for the base's alone.
  package var states: [[UInt8]]?

  package init(_ text: [UInt8], of path: NotePath, base: [UInt8]?, states: [[UInt8]]? = nil) {
    (self.path, self.text, self.base, self.states) = (path, text, base, states)
  }
}

/// What became of a text that was to be saved.
package enum SavingOutcome: Sendable {
  /// `text`: what the note has now. `isMerged`: what others made of the base is in it as well.
  case saved(text: [UInt8], isMerged: Bool, ChangeOutcome)
  /// Others changed the same places, and nothing was written. `text`: what the note has.
  case conflict(text: [UInt8], [MergeRegion])
}

extension VaultEditor {
  /// Saves a text of a note as one operation, with `updated` brought up to date. What others made of its base meanwhile is
  /// merged into it. Throws `EmptyTextError` for a text of nothing but blanks: a note is deleted by other means.
  package func save(_ saved: SavedText, _ options: ChangeOptions = ChangeOptions()) throws -> SavingOutcome {
    guard !saved.text.isBlank else { throw EmptyTextError() }
    var conflict: (text: [UInt8], regions: [MergeRegion])?
    var (text, isMerged): ([UInt8], Bool) = ([], false)
    let outcome = try change("edit \(saved.path)", options) { plan in
      conflict = nil
      // A note that can be read: no other file, none that is ignored, and none that may not be seen.
      guard try plan.reader.isNote(saved.path) else { throw NoteNameError.notFound(saved.path.text, nearest: []) }
      let now = try plan.text(saved.path)
      let isKnown = saved.states?.contains(NoteHash.of(now)) == true
      guard let base = isKnown ? now : saved.base else {
        conflict = (now, [])
        return
      }
      switch vault.merge(base: base, ours: saved.text, theirs: now) {
      case .open(let regions): conflict = (now, regions)
      case .merged(let merged):
        isMerged = now != base && merged != saved.text
        if merged != now {
          _ = try plan.replace(saved.path, with: merged)
          try touchUnlessEdited(saved.path, from: now, to: merged, plan)
          plan.record(ChangeRecord(.updated, saved.path))
        }
        text = try plan.text(saved.path)
      }
    }
    if let conflict { return .conflict(text: conflict.text, conflict.regions) }
    return .saved(text: text, isMerged: isMerged, outcome)
  }
}

extension Vault {
  /// Two changes of a note put together, by the statuses that its tasks have here.
  package func merge(base: [UInt8], ours: [UInt8], theirs: [UInt8]) -> NoteMerge.Result {
    NoteMerge.merge(
      base: base, ours: ours, theirs: theirs, NoteMerge.Options(statuses: parsingOptions.statuses))
  }
}
