import VaultCore

extension VaultReader {
  /// Finds what links lead to. It remembers what it has found: made once for all links of a question.
  package var linkResolver: LinkResolver { get throws { LinkResolver(try snapshot.directory) } }

  /// The text of a note as this look sees it: an editor's before the file's. Nil where it cannot be read, may not be seen,
  /// or is no note of the vault.
  package func bytes(ofNoteAt path: NotePath) throws -> [UInt8]? {
    guard try isNote(path), case .bytes(let bytes) = try NoteReader(pipeline).read(path).content else { return nil }
    return bytes
  }

  /// What `transform` makes of the texts of notes, which are read on all cores; those that cannot be read are left out.
  package func mapTexts<Result: Sendable>(
    of paths: [NotePath], _ transform: @escaping @Sendable (NotePath, [UInt8]) -> Result
  ) throws -> [(NotePath, Result)] {
    let paths = try paths.filter { try isNote($0) }
    var results: [(NotePath, Result)] = []
    var next = 0
    try pipeline.run(
      paths.map { NoteJob(path: $0) },
      transform: { note, _ -> Result? in
        guard case .bytes(let bytes) = note.content else { return nil }
        return transform(note.job.path, bytes)
      },
      take: { result in
        if let result { results.append((paths[next], result)) }
        next += 1
      })
    return results
  }

  /// The links that lead to a note from other notes, by path and place. `path` is exact.
  package func backlinks(ofNoteAt path: NotePath) throws -> [NoteLink] {
    try backlinks(to: path, snapshot.note(at: path))
  }

  /// The links of a note that lead to the note itself, by place.
  package func links(within path: NotePath) throws -> [NoteLink] {
    guard let id = try snapshot.note(at: path) else { return [] }
    return try links(of: IDSet([id])) { $0.resolved == path }
  }

  /// The places of a tag and of those below it in all notes, by path: in the text, and in front matter where it is written
  /// without escapes.
  package func mapPlaces<Result: Sendable>(
    ofTag tag: String, _ transform: @escaping @Sendable (NotePath, [UInt8], [NoteSpans.TagSpan]) -> Result
  ) throws -> [Result] {
    var notes = IDSet()
    for known in try snapshot.tags() where TagRename.renamed(known.name, from: tag, to: tag) != nil {
      notes.formUnion(known.notes)
    }
    let options = parsingOptions
    return try mapTexts(of: snapshot.heads(of: notes).map(\.path).sorted()) { path, bytes in
      let spans = NoteSpans(bytes, options: options)
      let tags = (spans.frontMatterTags + spans.tags).filter { TagRename.renamed($0.tag, from: tag, to: tag) != nil }
      return transform(path, bytes, tags)
    }.map(\.1)
  }

  /// What `transform` makes of the notes with headings in which all words begin a word, and of those headings; the notes that
  /// match best first. Without words, of all headings of the notes that were changed last.
  package func mapHeadings<Result: Sendable>(
    beginning words: [String], notes most: Int,
    _ transform: @escaping @Sendable (NotePath, [UInt8], [NoteSpans.HeadingSpan]) -> Result
  ) throws -> [Result] {
    let query = words.reduce(Query()) { $0.adding(.text(.heading, Query.TextMatch($1, .prefix))) }
    let notes =
      words.isEmpty
      ? try list(query, sort: [Query.SortKey(.updated, isReversed: true)], limit: most).records.map(\.path)
      : try search(query, options: SearchOptions(limit: most, linesPerHit: 0)).hits.map(\.record.path)
    let options = parsingOptions
    return try mapTexts(of: notes) { path, bytes in
      let spans = NoteSpans(bytes, options: options).headings
      return transform(
        path, bytes, spans.filter { span in words.allSatisfy { span.heading.text.hasWord(beginning: $0) } })
    }.map(\.1)
  }

  /// The titles of those of the files that are notes.
  package func titles(ofNotesAt paths: Set<NotePath>) throws -> [NotePath: String] {
    let ids = IDSet(try paths.compactMap { try snapshot.note(at: $0) })
    return Dictionary(try snapshot.heads(of: ids).map { ($0.path, $0.title) }) { first, _ in first }
  }

  /// True for a file of the vault, a note or any other; `path` is exact.
  package func isFile(at path: NotePath) throws -> Bool {
    try snapshot.directory.exact(foldedPath: LinkResolver.key(path.text)).contains(path)
  }

  /// True for a note of the vault; `path` is exact.
  package func isNote(at path: NotePath) throws -> Bool { try snapshot.note(at: path) != nil }

  /// The other names of a note, by which links find it. `path` is exact.
  package func aliases(ofNoteAt path: NotePath) throws -> [String] {
    try snapshot.note(at: path).flatMap { try snapshot.records(of: [$0]).first?.aliases } ?? []
  }

  /// All tags that notes have, by key: as the first note writes them that has them, by path, and which that is.
  package func firstPlacesOfTags() throws -> [(tag: String, note: NotePath, count: Int)] {
    try snapshot.tags().map { (tag: $0.name, note: $0.first, count: $0.notes.count) }
  }

  /// All tasks with an id of their own.
  package func tasksBearingIDs() throws -> [TaskItem] { try taskGraph().tasks.filter { $0.id != nil }.inOrder }

  /// Those that bear just that id.
  package func tasks(bearing id: String) throws -> [TaskItem] { try snapshot.tasks(id: id).inOrder }

  /// The first task, by its place, that bears each of the ids.
  package func firstTasks(bearingAnyOf ids: Set<String>) throws -> [String: TaskItem] {
    // So many are sooner looked for one by one than in all tasks.
    if ids.count <= 20 { return try ids.flatMap { try tasks(bearing: $0).prefix(1) }.firstByID }
    return try taskGraph().tasks.filter { $0.id.map(ids.contains) == true }.inOrder.firstByID
  }

  /// The tasks that wait for one that bears an id.
  package func tasks(waitingFor id: String) throws -> [TaskItem] {
    try taskGraph().tasks.filter { $0.dependsOn.contains(id) }.inOrder
  }
}

extension [TaskItem] {
  /// By their places, however they were found.
  fileprivate var inOrder: Self { sorted { ($0.path, $0.line) < ($1.path, $1.line) } }

  /// The first of them that bears each id.
  package var firstByID: [String: TaskItem] {
    Dictionary(lazy.compactMap { task in task.id.map { ($0, task) } }) { first, _ in first }
  }
}

extension String {
  /// How many bytes of a folded word are looked for.
  private static let longestWord = 200

  /// True where a word of the text begins so, without regard to case and accents.
  fileprivate func hasWord(beginning word: String) -> Bool {
    var folding = NameFolding()
    // No word that people look for is longer; a character is at least one byte.
    let wanted = folding.folded(word).prefix(Self.longestWord)
    var isStart = true
    return indices.contains { place in
      defer { isStart = !self[place].isOfWord }
      return isStart && folding.folded(String(self[place...].prefix(wanted.count))).starts(with: wanted)
    }
  }
}

extension Character {
  fileprivate var isOfWord: Bool { isLetter || isNumber }
}
