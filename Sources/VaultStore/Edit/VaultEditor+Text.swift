import VaultCore

/// No text where some is needed.
package struct EmptyTextError: Failure {
  package init() {}

  package var kind: FailureKind { .badArgument }
  package var message: Message { "there is no text to write; give some as an argument, or on standard input with -" }
}

extension VaultEditor {
  /// Puts text at the end or the beginning of notes, or of a section of theirs.
  package func insert(
    _ text: [UInt8], _ place: SectionInsertion.Place, under section: SectionChoice?,
    in names: [String], _ options: ChangeOptions = ChangeOptions()
  ) throws -> ChangeOutcome {
    guard !String(decoding: text, as: UTF8.self).trimmingWhitespace.isEmpty else { throw EmptyTextError() }
    return try change("\(place == .append ? "append" : "prepend") to \(Self.list(names))", options) { plan in
      try plan.changeEach(plan.reader.notes(named: names), options) { path in
        try insert(text, place, under: section, in: path, plan)
        plan.record(ChangeRecord(.updated, path))
      }
    }
  }

  func insert(
    _ text: [UInt8], _ place: SectionInsertion.Place, under section: SectionChoice?, in path: NotePath,
    _ plan: ChangePlan
  ) throws {
    let before = try plan.text(path)
    try plan.edit(path) { try SectionInsertion.edits(inserting: text, place, under: section, in: $0) }
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
}

extension VaultEditor {
  /// Gives a note another body; its front matter and its line ends stay. Throws `EmptyTextError` for nothing but blanks where
  /// the note has no front matter.
  package func replaceBody(
    of name: String, with body: [UInt8], _ options: ChangeOptions = ChangeOptions()
  ) throws -> ChangeOutcome {
    try change("edit \(Self.list([name]))", options) { plan in
      let path = try plan.reader.resolve(name)
      let before = try plan.text(path)
      let range = try plan.note(path).bodyRange.clamped(to: 0..<before.count)
      let body = LineEnding.restored(in: body, from: Array(before[range]))
      guard !(before[..<range.lowerBound] + body).isBlank else { throw EmptyTextError() }
      guard body != Array(before[range]) else { return }
      try plan.replace(
        path, with: FrontMatterFence.text(before[..<range.lowerBound], body: body) + before[range.upperBound...])
      try touch(path, ifChangedFrom: before, plan)
      plan.record(ChangeRecord(.updated, path))
    }
  }
}
