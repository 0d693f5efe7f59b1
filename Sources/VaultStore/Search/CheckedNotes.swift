import VaultCore

/// What the own text of notes says to the checks of one query.
///
/// A note that passes one of them, and where any is negated every note, is asked for the others in the same reading: what
/// two of them say of a note, they say of one text, and never of two that an editor saved one after the other. (What an
/// index, or an earlier reading, says of its words may be of the text before.)
final class CheckedNotes {
  private typealias Answer = Result<PatternCounts?, PatternProblem>

  private let checks: [TextCheck]
  /// True when a note that does not pass the check it is read for may be a hit.
  private let hasNegated: Bool
  private let reader: VaultReader
  /// By note and check; nil for what was not asked.
  private var answers: [Int: [Answer?]] = [:]

  init(_ texts: QueryTexts?, _ reader: VaultReader) {
    checks = texts?.checks ?? []
    hasNegated = texts.map { texts in texts.checks.contains { !texts.positive.contains(.check($0)) } } ?? false
    self.reader = reader
  }

  /// The notes whose own text passes, how often it is found there, and how many were read for it. Throws `QueryError` for
  /// a regular expression that takes too long.
  func notes(
    passing check: TextCheck, among notes: IDSet, for term: Query.Term
  ) throws -> (counts: [Int: PatternCounts], read: Int) {
    guard let place = checks.firstIndex(of: check) else { preconditionFailure("a check of another query") }
    let ids = try reader.snapshot.candidates(check.requirement, among: notes).ids
    let unread = ids.filter { answers[$0]?[place] == nil }
    // In portions, since records are large: all of them would take as long to be freed as a question may take to be dropped.
    for start in stride(from: 0, to: unread.count, by: Self.portion) {
      try read(Array(unread[start..<min(start + Self.portion, unread.count)]), for: place, term)
    }
    var counts: [Int: PatternCounts] = [:]
    for id in ids {
      switch answers[id]?[place] {
      case .success(let found): counts[id] = found
      case .failure(let problem): throw QueryError(problem, of: term)
      case nil: break
      }
    }
    return (counts, unread.count)
  }

  private static let portion = 4_096

  private func read(_ ids: [Int], for place: Int, _ term: Query.Term) throws {
    let records = try reader.snapshot.records(of: ids)
    let read = Dictionary(records.map { ($0.path, $0) }) { first, _ in first }
    var next = 0
    try reader.pipeline.run(
      records.map { NoteJob(path: $0.path) }, worker: { TextFinder() },
      transform: { [checks, hasNegated] note, finder in
        Self.answers(checks, first: place, asksAll: hasNegated, in: note, read[note.job.path], &finder)
      },
      take: { found in
        defer { next += 1 }
        if case .failure(let problem)? = found[place] { throw QueryError(problem, of: term) }
        answers[ids[next]] = zip(answers[ids[next]] ?? found, found).map { $0 ?? $1 }
      })
  }

  private static func answers(
    _ checks: [TextCheck], first: Int, asksAll: Bool, in note: ReadNote, _ record: NoteRecord?,
    _ finder: inout TextFinder
  ) -> [Answer?] {
    var bytes: [UInt8] = []
    if case .bytes(let content) = note.content { bytes = content }
    return bytes.withUnsafeBufferPointer { bytes in
      var checked = CheckedNote(
        title: record?.title ?? "", name: note.job.path.stem, aliases: record?.aliases ?? [], tags: record?.tags ?? [],
        bytes: bytes)
      func answer(_ check: TextCheck) -> Answer {
        do throws(PatternProblem) { return .success(try check.counts(in: &checked, &finder)) } catch {
          return .failure(error)
        }
      }
      var answers = [Answer?](repeating: nil, count: checks.count)
      let own = answer(checks[first])
      answers[first] = own
      if !asksAll { guard case .success(_?) = own else { return answers } }
      for place in checks.indices where place != first { answers[place] = answer(checks[place]) }
      return answers
    }
  }
}
