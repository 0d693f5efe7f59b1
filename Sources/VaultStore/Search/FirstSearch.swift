import VaultCore
import VaultPlatform

extension Vault {
  /// An index of fewer notes than these is made before anybody notices.
  static let fewNotes = 2_000

  /// Answers one search as `VaultReader.search` does; where there is no index yet, from the files that may match, if that
  /// is sooner than making the index.
  package func search(
    _ query: Query, options: SearchOptions = SearchOptions(), telling listener: VaultListener = VaultListener()
  ) throws -> SearchResult {
    if options.mayPrecedeIndex, let result = try searchBeforeIndex(query, options, listener) { return result }
    return try read(telling: listener) { try $0.search(query, options: options) }
  }

  /// Returns nil where there is an index, or where it had better be made first: few notes, a query that does not rule
  /// notes out, notes that may not be seen, nothing or too little found.
  func searchBeforeIndex(
    _ query: Query, _ options: SearchOptions, _ listener: VaultListener
  ) throws -> SearchResult? {
    guard case .all(let enough) = options.breadth, !options.asTyped, self.options.visible?.hidesNotes != true else {
      return nil
    }
    let texts = QueryTexts(query.root)
    guard let keeper = keeper(listener), !keeper.exists, let filter = TextPrefilter(texts)
    else { return nil }
    do {
      try keeper.file()
    } catch {
      // There can be no index, which is told where it is needed.
      return nil
    }
    try recoverIfNeeded(listener)
    let vault = try dated().withOverlaysOfNotes()
    let startedAt = Scanner.clock()
    let scan = try self.options.timing.measure(.scan) { () throws -> ScanResult in
      try self.scanner.scan(reading: (filter, self.configuration.maximumFileSize))
    }
    guard let notes = scan.prefiltered, scan.noteCount >= Self.fewNotes else { return nil }
    let finished = PendingScan(found: scan, at: startedAt)
    let reader = VaultReader(vault, progress: listener.progress, scan: finished) { _ in
      try vault.options.dates?.read()
      return try FileSnapshot(
        scan: scan, pipeline: vault.pipeline, patterns: texts.patterns, only: (notes, filter.patterns))
    }
    let attempt = LookAttempt(reader) { reader in
      try reader.result(of: reader.select(texts), reader.texts(of: query), query, options)
    }
    // Others than those with all words are not known from these files.
    let least = query.root?.withSomeWords == nil ? 1 : enough ?? 1
    if case .success(let found) = attempt.answer, found.total < least { return nil }
    if let notice = vault.options.dates?.takeNotice() { listener.notice(notice) }
    var first = try attempt.finish(listener, finished)
    first.precedesIndex = true
    return first
  }

  /// The paths of all notes, from the folders alone, by path. Nil where there is an index, which knows more.
  package func notesBeforeIndex() throws -> [NotePath]? {
    guard options.visible == nil, let keeper = keeper(VaultListener()), !keeper.exists else { return nil }
    return try scanner.scan().folders.flatMap { folder in folder.notes.map { folder.path(of: $0.name) } }.sorted()
  }

  /// True where there is an index, of whatever state.
  package var hasIndex: Bool { keeper(VaultListener())?.exists ?? false }

  /// True when somebody is making the index just now.
  package var isIndexBeingMade: Bool {
    keeper(VaultListener())?.isBeingMade ?? false
  }
}
