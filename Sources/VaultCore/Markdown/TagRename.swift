/// Why a tag cannot be renamed. Nothing was changed.
package enum TagRenameError: Error, Hashable {
  case invalidTag(String)
  /// `a//b`, `/a` or `a/`: a level without a name.
  case emptyLevel(String)
  /// The tag is part of a reference link's label, whose definition would no longer be found.
  case breaksLink(line: Int)
  /// The new tag ends with `_`, which would close emphasis there and be no part of the tag.
  case closesEmphasis(line: Int)
}

extension TagRenameError: Failure {
  package var kind: FailureKind { .badArgument }
  package var message: Message {
    switch self {
    case .invalidTag(let tag):
      "\"\(tag)\" is no tag: a tag has letters, digits, - _ /, no blanks, and at least one character that is no digit"
    case .emptyLevel(let tag):
      "\"\(tag)\" has a level without a name; write a/b, without / at the ends or twice in a row"
    case .breaksLink(let line):
      "line \(line): the tag is part of a link's label, so the link would no longer find its definition; change both by hand, then try again"
    case .closesEmphasis(let line):
      "line \(line): the tag stands in emphasis that its last _ would end; choose a tag without it, or change the line by hand"
    }
  }
}

/// Renames a tag and the tags below it (`old/x` becomes `new/x`).
package enum TagRename {
  /// Checks what a tag shall be called, without `#`. One that notes have already (`isNew` false) may be `a/`, too, and of
  /// several words.
  package static func check(_ tag: String, isNew: Bool = true) throws(TagRenameError) {
    guard isNew ? TagGrammar.isTag(tag) : TagGrammar.isTagOfWords(tag) else { throw .invalidTag(tag) }
    guard !isNew || !levels(tag).contains(where: \.isEmpty) else { throw .emptyLevel(tag) }
  }

  /// What `tag` is called afterwards: what is below `from` keeps its spelling. Nil for a tag that is neither `from` nor
  /// below it, in any case. All without `#`.
  package static func renamed(_ tag: String, from: String, to: String) -> String? {
    let own = levels(tag)
    let old = levels(from)
    guard own.count >= old.count, zip(own, old).allSatisfy({ LinkResolver.key($0) == LinkResolver.key($1) }) else {
      return nil
    }
    return ([to] + own[old.count...]).joined(separator: "/")
  }

  /// The edits of the tags in the text; those of the front matter are its editor's.
  package static func edits(
    in note: Note, bytes: [UInt8], from old: String, to new: String, options: ParsingOptions = ParsingOptions()
  ) throws(TagRenameError) -> [TextEdit] {
    try check(new)
    var edits: [TextEdit] = []
    var lines: LineTable?
    for occurrence in note.tagOccurrences {
      guard let tag = renamed(occurrence.tag, from: old, to: new) else { continue }
      let table = lines ?? bytes.withUnsafeBufferPointer { LineTable($0, from: 0) }
      lines = table
      guard let range = range(of: occurrence, in: bytes, table) else { continue }
      edits.append(TextEdit(range, in: bytes, with: tag))
    }
    edits.removeAll(where: \.changesNothing)
    if let line = lineOfBrokenLink(edits, note, bytes) { throw .breaksLink(line: line) }
    if new.utf8.last == 0x5F, let first = note.tagOccurrences.first {
      // Edits that cannot be applied cannot be looked at either, and are refused like those that do harm.
      guard let changed = try? edits.applied(to: bytes) else { throw .closesEmphasis(line: first.location.line) }
      let read = NoteParser(options: options).structure(of: changed, path: note.path).tagOccurrences
      for (was, now) in zip(note.tagOccurrences, read)
      where now.tag != renamed(was.tag, from: old, to: new) ?? was.tag {
        throw .closesEmphasis(line: was.location.line)
      }
    }
    return edits
  }

  /// The parts between its slashes, empty ones included.
  package static func levels(_ tag: String) -> [String] {
    tag.utf8.split(separator: 0x2F, omittingEmptySubsequences: false).map { String(Substring($0)) }
  }

  /// Without its `#`.
  private static func range(of occurrence: TagOccurrence, in bytes: [UInt8], _ table: LineTable) -> SourceRange? {
    guard (1...max(table.count, 1)).contains(occurrence.location.line), table.count > 0 else { return nil }
    var start = table.starts[occurrence.location.line - 1] + occurrence.location.column
    if occurrence.location.line == 1, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { start += 3 }
    let end = start + occurrence.tag.utf8.count
    guard end <= bytes.count, bytes[start..<end].elementsEqual(occurrence.tag.utf8) else { return nil }
    return start..<end
  }

  /// A label may hold a tag, and names its definition by its text. Only notes with definitions are read again.
  private static func lineOfBrokenLink(_ edits: [TextEdit], _ note: Note, _ bytes: [UInt8]) -> Int? {
    guard !edits.isEmpty, bytes.indices.dropFirst().contains(where: { bytes[$0] == 0x3A && bytes[$0 - 1] == 0x5D })
    else { return nil }
    guard let changed = try? edits.applied(to: bytes) else { return note.links.first?.location.line }
    let links = LinkEditCheck.links(in: changed)
    for (index, link) in note.links.enumerated() where index >= links.count || links[index].target != link.target {
      return link.location.line
    }
    return nil
  }
}
