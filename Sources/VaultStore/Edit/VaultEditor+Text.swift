import VaultCore
import VaultPlatform

/// No text where some is needed.
package struct EmptyTextError: Failure {
  package init() {}

  package var kind: FailureKind { .badArgument }
  package var message: Message { "there is no text to write; give some as an argument, or on standard input with -" }
}

/// The text was edited, and meanwhile another program changed the note in the same lines, or took it away.
package struct EditConflictError: Failure {
  package let path: NotePath
  package let isGone: Bool
  /// Absolute; holds what was edited.
  package let copy: String

  package var kind: FailureKind { .changedMeanwhile }
  package var message: Message {
    isGone
      ? "\(path): was moved or deleted by another program meanwhile, so nothing is written. What you wrote is in \(copy)"
      : "\(path): was changed by another program in the same lines meanwhile, so it stays as that left it. "
        + "What you wrote is in \(copy)"
  }
}

extension VaultEditor {
  /// Puts text at the end or the beginning of notes, or of the section under a heading of theirs, which is made with
  /// `creating` where it is missing.
  package func insert(
    _ text: [UInt8], _ place: SectionInsertion.Place, under heading: String?, line: Int? = nil, creating: Bool = false,
    in names: [String], _ options: ChangeOptions = ChangeOptions()
  ) throws -> ChangeOutcome {
    guard !String(decoding: text, as: UTF8.self).trimmingWhitespace.isEmpty else { throw EmptyTextError() }
    return try change("\(place == .append ? "append" : "prepend") to \(Self.list(names))", options) { plan in
      for path in try plan.reader.notes(named: names) {
        try insert(text, place, under: heading, line: line, creating: creating, in: path, plan)
        plan.record(ChangeRecord(.updated, path))
      }
    }
  }

  func insert(
    _ text: [UInt8], _ place: SectionInsertion.Place, under heading: String?, line: Int? = nil, creating: Bool,
    in path: NotePath, _ plan: ChangePlan
  ) throws {
    let before = try plan.text(path)
    try plan.edit(path) {
      try SectionInsertion.edits(inserting: text, place, under: heading, line: line, creating: creating, in: $0)
    }
    try touch(path, ifChangedFrom: before, plan)
  }

  /// Brings `updated` up to date after an edit of a note's text, as the configuration wants it.
  func touch(_ path: NotePath, ifChangedFrom before: [UInt8], _ plan: ChangePlan) throws {
    let text = try plan.text(path)
    guard text != before, configuration.timestamps != .never else { return }
    let now = environment.civilTime
    let change: FrontMatterChange
    if let known = TimestampStyle.updating(text, now: now) {
      change = known
    } else {
      let frontMatter = text.withUnsafeBufferPointer { FrontMatterParser.parse($0) }
      guard configuration.timestamps == .always,
        frontMatter.key(TimestampStyle.updatedKeys) == nil
      else { return }
      change = .set(key: TimestampStyle.updatedKeys[0], TimestampStyle.created(now: now))
    }
    do {
      try plan.changeFrontMatter(path, [change])
    } catch let error as ChangeError {
      // What was written is kept even where the date cannot be.
      guard case .refused(let reason) = error.cause else { throw error }
      plan.notice("\(ShownName.path(path.text)): \"\(change.key)\" stays as it is: \(reason)")
    }
  }

  // MARK: In an editor

  /// Takes over what came back from an editor. What others changed meanwhile in other lines stays. Throws
  /// `EditConflictError` where they changed the same ones, or the note is gone; `copy` is where the edited text is.
  package func finishEditing(
    _ path: NotePath, from original: [UInt8], to edited: [UInt8], copy: String
  ) throws -> ChangeOutcome {
    // Where the vault is gone, the note is.
    guard access(location.root, F_OK) == 0 else { throw EditConflictError(path: path, isGone: true, copy: copy) }
    return try change("edit \(path)") { plan in
      guard try plan.exists(path) else { throw EditConflictError(path: path, isGone: true, copy: copy) }
      let current = try plan.text(path)
      guard edited != original else { return }
      guard
        let merged = current == original
          ? edited : ThreeWayMerge.merge(base: original, ours: edited, theirs: current)
      else { throw EditConflictError(path: path, isGone: false, copy: copy) }
      if current != original {
        plan.notice("\(path): was changed by another program meanwhile; both changes are in it")
      }
      try plan.replace(path, with: merged)
      try touchUnlessEdited(path, before: current, original: original, edited: edited, plan)
      plan.record(ChangeRecord(.updated, path))
    }
  }

  /// A date that the person wrote is not written over.
  private func touchUnlessEdited(
    _ path: NotePath, before: [UInt8], original: [UInt8], edited: [UInt8], _ plan: ChangePlan
  ) throws {
    func updated(_ bytes: [UInt8]) -> [PropertyValue] {
      let frontMatter = bytes.withUnsafeBufferPointer { FrontMatterParser.parse($0) }
      return TimestampStyle.updatedKeys.compactMap { frontMatter[$0]?.value }
    }
    guard updated(original) == updated(edited), edited.withoutFrontMatter != original.withoutFrontMatter else { return }
    try touch(path, ifChangedFrom: before, plan)
  }
}

extension [UInt8] {
  var withoutFrontMatter: ArraySlice<UInt8> {
    self[withUnsafeBufferPointer { FrontMatterFence.find(in: $0).range.upperBound }...]
  }
}
