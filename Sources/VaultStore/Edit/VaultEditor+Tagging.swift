import VaultCore

extension VaultEditor {
  /// The keys of front matter whose tags are read.
  private var tagKeys: [String] { FrontMatterReader.tagKeys(inNotebook: vault.notebook != nil) }

  /// Adds a tag to the front matter of notes that do not have it yet, there or in their text.
  /// - Parameter evenWhereTextHasIt: true to look at the front matter alone.
  package func addTag(
    _ tag: String, to names: [String], evenWhereTextHasIt: Bool = false, _ options: ChangeOptions = ChangeOptions()
  ) throws -> ChangeOutcome {
    let tag = try Self.checked(tag)
    return try changeFrontMatter("tag add \(tag) \(Self.list(names))", names, options) { note, _ in
      let isThere = note.tags.contains { LinkResolver.key($0) == LinkResolver.key(tag) }
      if isThere, !evenWhereTextHasIt { return [] }
      return [
        .append(key: note.frontMatter.key(tagKeys) ?? "tags", [tag], comparing: .tag)
      ]
    }
  }

  /// Takes a tag out of notes' front matter. Those that have it in their text as well are told: it stays there.
  package func removeTag(
    _ tag: String, from names: [String], _ options: ChangeOptions = ChangeOptions()
  ) throws -> ChangeOutcome {
    let tag = try Self.checked(tag, isNew: false)
    return try changeFrontMatter("tag remove \(tag) \(Self.list(names))", names, options) { note, plan in
      if let place = note.tagOccurrences.first(where: { LinkResolver.key($0.tag) == LinkResolver.key(tag) }) {
        plan.notice(
          "\(note.path):\(place.location.line): the text has \(vault.notebook == nil ? "#" : "the tag ")\(place.tag) as well, which stays"
        )
      }
      return tagKeys.filter { note.frontMatter[$0] != nil }.map { .remove(key: $0, [tag], comparing: .tag) }
    }
  }

  /// Renames a tag and those below it in every note: in front matter and in the text. A tag of that name that is there
  /// already becomes one with it. A note whose text cannot be changed keeps the tag, and is told.
  package func renameTag(
    _ old: String, to new: String, _ options: ChangeOptions = ChangeOptions()
  ) throws -> ChangeOutcome {
    let old = try Self.checked(old, isNew: false)
    let new = try Self.checked(new)
    return try change("tag rename \(old) \(new)", options) { plan in
      let snapshot = try plan.reader.snapshot
      var notes = IDSet()
      for tag in try snapshot.tags() where TagRename.renamed(tag.name, from: old, to: new) != nil {
        notes.formUnion(tag.notes)
      }
      let paths = try snapshot.heads(of: notes).map(\.path).sorted()
      // The tags of TOML are known.
      for note in try plan.reader.partlyRead(.tag(old)) where note.cause != .toml {
        plan.notice(note.notice("it keeps the tag \"\(old)\" if it has it there"))
      }
      guard !paths.isEmpty else { throw NoSuchTagError(tag: old) }
      // One note that cannot be edited is no reason to leave the tag as it is in all others; for one that may not be written
      // there is a remedy.
      var (refused, unwritable) = (UnchangeableNotes(), UnchangeableNotes())
      func refuse(_ error: ChangeError) throws {
        if error.isAboutText { try refused.add(error) } else { try unwritable.add(error) }
      }
      try plan.forEachNote(paths, refused: refuse) { path, note in
        try plan.changingAllOrNothing(path) {
          if try renameTag(old, to: new, in: note, plan) { plan.record(ChangeRecord(.updated, path)) }
          try plan.checkWritable(path)
        }
      }
      if unwritable.errors.isEmpty, plan.isEmpty { try refused.check(.none, count: refused.errors.count) }
      try plan.leaveOut(unwritable, of: paths.count - refused.errors.count, options)
      for error in refused.errors {
        plan.reader.notice(VaultNotice("\(error); it keeps the tag \"\(old)\"", isOfWhatWasAsked: true))
      }
    }
  }

  private func renameTag(_ old: String, to new: String, in note: Note, _ plan: ChangePlan) throws -> Bool {
    let path = note.path
    var map: [String: String] = [:]
    for tag in note.tags {
      if let renamed = TagRename.renamed(tag, from: old, to: new), renamed != tag { map[tag] = renamed }
    }
    let changes = tagKeys.filter { note.frontMatter[$0] != nil && !map.isEmpty }
      .map { FrontMatterChange.replace(key: $0, map, comparing: .tag) }
    // The front matter first, which may be refused: then the text stays as well. The tags in the text are where they are
    // after that.
    let inFrontMatter = try !changes.isEmpty && plan.changeFrontMatter(path, changes)
    let moved = inFrontMatter ? try plan.note(path) : note
    return try plan.edit(path) {
      try TagRename.edits(in: moved, bytes: $0, from: old, to: new, options: parsingOptions)
    } || inFrontMatter
  }

  private static func checked(_ tag: String, isNew: Bool = true) throws -> String {
    let tag = TagGrammar.bare(tag)
    try TagRename.check(tag, isNew: isNew)
    return tag
  }
}

package struct NoSuchTagError: Failure {
  package let tag: String

  package var kind: FailureKind { .notFound }
  package var message: Message { "no note has the tag \"\(tag)\"; \(command: .listTags) shows all" }
}
