/// How notes are to be read; everything here changes what is found in the same bytes.
package struct ParsingOptions: Sendable, Hashable {
  package var statuses: StatusRegistry
  /// The global filter: only items that contain it are tasks.
  package var taskFilter: String?
  /// Nil where names of files schedule no tasks.
  package var fileNameDates: FileNameDates?
  /// What a notebook of zk has besides; nil for what is none.
  package var notebook: NotebookFormat?

  package init(
    statuses: StatusRegistry = .default, taskFilter: String? = nil, fileNameDates: FileNameDates? = nil,
    notebook: NotebookFormat? = nil
  ) {
    self.statuses = statuses
    self.taskFilter = taskFilter
    self.fileNameDates = fileNameDates
    self.notebook = notebook
  }
}

/// A note with the words it is found by.
package struct ParsedNote: Sendable {
  package var note: Note
  package var text: SearchableText
}

/// Reads notes. Pure apart from its memory of foldings: use one per thread, for any number of notes.
package struct NoteParser {
  package let options: ParsingOptions
  var words = WordScanner()

  package init(options: ParsingOptions = ParsingOptions()) {
    self.options = options
  }

  /// - Parameters:
  ///   - bytes: The file as it is, byte order mark and front matter included.
  ///   - modified: When it was changed, in milliseconds since 1970, for notes that give no date themselves.
  ///   - created: When it was made; nil where that is not known apart.
  package mutating func parse(
    _ bytes: UnsafeBufferPointer<UInt8>, path: NotePath, modified: Int64, created: Int64? = nil
  ) -> ParsedNote {
    var (note, document, inlines) = read(bytes, path: path, modified: modified, created: created)
    var tasks = TaskReader(options: options, document: document, inlines: inlines, note: note)
    note.tasks = tasks.read(bytes)
    note.diagnostics += tasks.diagnostics
    if String(validating: bytes, as: UTF8.self) == nil {
      note.diagnostics.append(
        Diagnostic(
          "not-utf8", at: Self.firstInvalid(bytes),
          "the text is not UTF-8; it is searched with replacement characters and never written. Convert it, for example with iconv."
        ))
    }
    note.diagnostics.sort { $0.location < $1.location }

    let text = searchableText(of: &note, bytes)
    return ParsedNote(note: note, text: text)
  }

  /// A note without its tasks, words and their diagnostics: what edits of front matter, links, headings and tags need.
  package func structure(of bytes: [UInt8], path: NotePath) -> Note {
    bytes.withUnsafeBufferPointer { read($0, path: path, modified: 0).note }
  }

  func read(
    _ bytes: UnsafeBufferPointer<UInt8>, path: NotePath, modified: Int64, created: Int64? = nil
  ) -> (note: Note, document: MarkdownDocument, inlines: InlineContent) {
    let frontMatter = FrontMatterParser.parse(bytes)
    let bodyStart = frontMatter.range.upperBound
    let document = MarkdownDocument(bytes, bodyStart: bodyStart)
    let inlines = InlineContent(
      bytes, document: document, frontMatter: frontMatter, notebook: options.notebook)

    var reader = FrontMatterReader(frontMatter: frontMatter)
    let title =
      reader.text("title") ?? TitleHeading(bytes, document, notebook: options.notebook).text ?? path.stem
    reader.checkKeys()
    var tags = reader.tags(inNotebook: options.notebook != nil)
    var seen = Set(tags.map { $0.lowercased() })
    for occurrence in inlines.tags where seen.insert(occurrence.tag.lowercased()).inserted {
      tags.append(occurrence.tag)
    }
    let created =
      reader.date("created", "date", "created_at", "createdAt") ?? NoteDate(fileName: path.stem)
      ?? .instant(created ?? modified)
    let updated = reader.date("updated", "modified", "lastmod", "updated_at", "updatedAt") ?? .instant(modified)
    var note = Note(
      path: path, frontMatter: frontMatter, title: title, id: reader.text("id"), tags: tags,
      aliases: reader.list(FrontMatterReader.aliasKeys), category: reader.text("category"),
      source: reader.text("source"),
      pinned: reader.checkbox("pin", "pinned"), favorite: reader.checkbox("favorite"), created: created,
      updated: updated, summary: reader.text("summary"), actionItems: reader.list("action_items"),
      headings: document.noteHeadings, links: inlines.links, tagOccurrences: inlines.tags,
      blockIDs: inlines.blockIDs, bodyRange: bodyStart..<bytes.count, snippet: Snippet.make(bytes, from: bodyStart))

    let conflicts = LeftConflict.all(in: bytes, of: document)
    // Front matter with a conflict in it is no YAML, which is told once.
    let isTorn = conflicts.contains { $0.start < document.lineOffset }
    note.diagnostics =
      (isTorn ? [] : frontMatter.diagnostics + reader.diagnostics) + inlines.diagnostics
      + conflicts.map(\.diagnostic)
    return (note, document, inlines)
  }

  private mutating func searchableText(of note: inout Note, _ bytes: UnsafeBufferPointer<UInt8>) -> SearchableText {
    var text = SearchableText()
    let body = UnsafeBufferPointer(rebasing: bytes[note.bodyRange])
    words.longWords = []
    note.words = words.append(body, to: &text.body, parts: &text.part)
    // Headings are part of the body, their compound words' parts too.
    var ignored: [UInt8] = []
    for heading in note.headings { words.append(value: heading.text, to: &text.heading, parts: &ignored) }
    words.append(value: note.title, to: &text.title, parts: &text.part)
    for alias in note.aliases { words.append(value: alias, to: &text.alias, parts: &text.part) }
    for tag in note.tags { words.append(value: tag, to: &text.tag, parts: &text.part) }
    words.append(name: note.path.stem, to: &text)
    for value in note.frontMatter.otherTexts(title: note.title, aliases: note.aliases, tags: note.tags) {
      words.append(value: value, to: &text.property, parts: &text.part)
    }
    for link in note.links where link.callsItsTarget { words.append(link: link.text, to: &text.link) }
    text.longWords = words.longWords
    return text
  }

  private static func firstInvalid(_ bytes: UnsafeBufferPointer<UInt8>) -> SourceLocation {
    var i = 0
    while i < bytes.count {
      let (value, length) = decodeScalar(bytes, at: i)
      if value == 0xFFFD, length == 1 { break }
      i += length
    }
    return LineTable(bytes, from: 0).location(of: i)
  }
}
