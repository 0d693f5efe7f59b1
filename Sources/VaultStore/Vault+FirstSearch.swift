import VaultCore
import VaultPlatform

extension Vault {
  /// An index of fewer notes than these is made before anybody notices.
  static let fewNotes = 2_000

  /// Answers from the files, of which only those are parsed that may match; nil where there is an index, or where it had
  /// better be made first: few notes, a query that does not rule notes out, nothing found.
  func answerBeforeIndex(_ query: Query, _ texts: QueryTexts, _ options: SearchOptions) throws -> SearchResult? {
    guard heldSnapshot == nil, let keeper = keeper(), access(keeper.path, F_OK) != 0, let filter = TextPrefilter(texts)
    else { return nil }
    do {
      try keeper.prepareFolder()
    } catch {
      // There can be no index, which is told where it is needed.
      return nil
    }
    try recoverIfNeeded()
    let startedAt = Scanner.clock()
    let (scan, notes) = try self.options.timing.measure(.scan) { () throws -> (ScanResult, PrefilteredNotes) in
      try self.scanner.scan(reading: filter, limit: self.configuration.maximumFileSize)
    }
    guard scan.noteCount >= Self.fewNotes else { return nil }
    let snapshot = try self.options.timing.measure(.query) { () throws -> FileSnapshot in
      try FileSnapshot(
        scan: scan, pipeline: self.pipeline, patterns: texts.patterns, only: (notes, filter.patterns))
    }
    let answer = Result { try self.result(of: select(texts, in: snapshot), texts, query, options, in: snapshot) }
    if case .success(let found) = answer, found.total == 0 { return nil }
    try tellTroubles(snapshot, PendingScan(found: scan, at: startedAt), of: answer)
    var first = try answer.get()
    first.precedesIndex = true
    return first
  }

  /// Whether somebody is making the index.
  package var isIndexBeingMade: Bool {
    guard let path = keeper()?.path else { return false }
    do {
      return try FileLock.acquire(path + ".lock", .shared, patience: 0) == nil
    } catch {
      // Whoever makes it tells why it cannot be.
      return false
    }
  }
}
