import VaultCore

extension VaultEditor {
  /// Makes links of the places that name a note without a link: those of one note, of one place in it, or of all notes.
  /// - Parameters:
  ///   - target: exact.
  ///   - source: exact; nil for all notes but the target itself.
  ///   - place: where one mention begins.
  package func linkMentions(
    of target: NotePath, in source: NotePath? = nil, at place: SourceLocation? = nil,
    _ options: ChangeOptions = ChangeOptions()
  ) throws -> ChangeOutcome {
    try change("link mentions of \(target)\(source.map { " in \($0)" } ?? "")", options) { plan in
      let reader = plan.reader
      guard let names = try reader.mentionNames(of: target), let name = try reader.linkText(to: target) else { return }
      let links = MentionLinks(to: target, named: name, try reader.linkResolver, parsingOptions)
      let sources = try source.map { [$0] } ?? Set(reader.mentions(of: target.text).mentions.map(\.source)).sorted()
      var parser = NoteParser(options: parsingOptions)
      for path in sources {
        let isChanged = try plan.edit(path) { bytes in
          let mentions = bytes.withUnsafeBufferPointer { parser.mentions(of: names, in: $0) }
          return links.edits(of: mentions.filter { place == nil || $0.location == place }, in: path, bytes)
        }
        if isChanged { plan.recordUpdate(path) }
      }
    }
  }
}

extension VaultReader {
  /// What a note may be called in others' texts. `path` is exact; nil for one that is not there.
  func mentionNames(of path: NotePath) throws -> MentionNames? {
    guard let id = try snapshot.note(at: path), let record = try snapshot.records(of: [id]).first else { return nil }
    return MentionNames(title: record.title, path: path, aliases: record.aliases)
  }

  /// The longest name of another note that stands around a place of a text, without a link; nil where there is none.
  /// - Parameters:
  ///   - offset: in the text's bytes.
  ///   - path: exact; the note that the text is of, which is not looked for.
  ///   - table: the names of all notes.
  package func mention(
    around offset: Int, of bytes: [UInt8], in path: NotePath, _ table: NameTable
  ) throws -> (note: NotePath, place: SourceLocation, count: Int)? {
    for note in table.notes(calledBy: WordWindows(around: offset, in: bytes)) where note != path {
      guard let names = try mentionNames(of: note) else { continue }
      var parser = NoteParser(options: parsingOptions)
      let mentions = bytes.withUnsafeBufferPointer { parser.mentions(of: names, in: $0) }
      let here = mentions.first { $0.place.lowerBound <= offset && offset <= $0.place.upperBound }
      if let here { return (note, here.location, mentions.count) }
    }
    return nil
  }
}
