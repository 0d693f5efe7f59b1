import GRDB
import VaultCore

extension IndexSnapshot {
  func notes(with pattern: WordPattern) throws -> IDSet {
    steps?.begin()
    if pattern.isInside {
      var found = IDSet(capacity: try nextID)
      for id in try counts(inside: pattern).ids { found.insert(Int(id)) }
      return found
    }
    if ranked?.pattern == pattern {
      let counter = MatchCounter(candidates: try universe, patterns: [pattern])
      if let query = counter.fullTextQuery { try count(counter, query) }
      ranked?.counts = counter.counts
      return IDSet(counter.rows)
    }
    return try notes(matching: pattern.fullTextQuery)
  }

  /// Does nothing for a pattern of one field, since rows in which it stands elsewhere come besides.
  func willRank(by pattern: WordPattern) { if !pattern.isInside, pattern.field == nil { ranked = (pattern, nil) } }

  private func notes(matching fullTextQuery: String) throws -> IDSet {
    try selectAlive("SELECT rowid FROM words WHERE words MATCH ?1", fullTextQuery)
  }

  // MARK: Counting

  func counts(of patterns: [WordPattern], in candidates: IDSet) throws -> CountedNotes {
    guard !patterns.isEmpty, !candidates.isEmpty else { return CountedNotes(patternCount: patterns.count) }
    if patterns.count == 1, patterns[0].isInside { return try counts(inside: patterns[0]) }
    if let ranked, patterns == [ranked.pattern], let counts = ranked.counts {
      return candidates.count < counts.count ? counts.among(candidates) : counts
    }
    let counter = MatchCounter(candidates: candidates, patterns: patterns)
    if let query = counter.fullTextQuery { try count(counter, query) }
    let inside = try patterns.map { $0.isInside ? try self.counts(inside: $0) : nil }
    guard inside.contains(where: { $0 != nil }) else { return counter.counts }
    var counts = CountedNotes(patternCount: patterns.count)
    let none = NoteCounts(patterns: Array(repeating: PatternCounts(), count: patterns.count))
    for id in candidates.ids {
      let whole = counter.counts[id]
      let pieces = inside.map { $0?.first(of: id) }
      guard whole != nil || pieces.contains(where: { $0 != nil }) else { continue }
      counts.append(id, zip(pieces, (whole ?? none).patterns).map { $0 ?? $1 })
    }
    return counts
  }

  private func count(_ counter: MatchCounter, _ query: String) throws {
    counters.current = counter
    defer { counters.current = nil }
    let statement = try IndexStatement(db, "SELECT match_counts(words) FROM words WHERE words MATCH ?1", query)
    while try statement.step() {}
    if counter.isOutOfOrder { throw Self.damage("the list of words is") }
  }

  // MARK: Pieces of words

  /// All notes in which a word holds the piece.
  private func counts(inside pattern: WordPattern) throws -> CountedNotes {
    if let known = insideCounts[pattern] { return known }
    steps?.begin()
    let list = try wordList()
    var alive = try universe
    alive.subtract(IDSet(list.nextID..<max(try nextID, list.nextID)))
    // Those of like size are merged, so that no note is copied for every chunk.
    var parts: [CountedNotes] = []
    for words in Self.chunks(list.words(holding: WordPart(pattern.bytes, startsWord: false, endsWord: false))) {
      let counter = MatchCounter(candidates: alive, words: words, of: pattern)
      guard let query = counter.fullTextQuery else { continue }
      try count(counter, query)
      var part = counter.counts
      while let last = parts.last, last.count <= 2 * part.count {
        part = parts.removeLast().merged(with: part, &+)
      }
      parts.append(part)
    }
    let found = parts.reversed().reduce(CountedNotes(patternCount: 1)) { $0.merged(with: $1, &+) }
    let counts = found.merged(with: try countsByReading(inside: pattern, list)) { $1 }
    insideCounts[pattern] = counts
    return counts
  }

  /// Newer notes may have words that the list does not know, and long words may hold the piece where they are cut. These
  /// are read, once for all patterns that are to be asked for: what changes meanwhile does not pass with two texts.
  private func countsByReading(inside pattern: WordPattern, _ list: WordList) throws -> CountedNotes {
    if let known = readCounts[pattern] { return known }
    var rest = try select("SELECT id FROM note WHERE flags & \(NoteFlags.hasCutWords)")
    rest.formUnion(IDSet(list.nextID..<max(try nextID, list.nextID)))
    rest.formIntersection(try universe)
    let patterns = [pattern] + expectedPatterns.filter { $0 != pattern && readCounts[$0] == nil }
    var read = patterns.map { _ in CountedNotes(patternCount: 1) }
    try readNotes(
      rest, transform: { text in patterns.map { $0.counts(in: text) } },
      take: { id, found in
        for (place, counts) in found.enumerated() {
          if let counts { read[place].append(id, CollectionOfOne(counts)) }
        }
      })
    for (pattern, counts) in zip(patterns, read) { readCounts[pattern] = counts }
    return read[0]
  }

  func prepare(_ patterns: [WordPattern]) { expectedPatterns.formUnion(patterns.filter(\.isInside)) }

  private static func chunks(_ words: [[UInt8]]) -> [[[UInt8]]] {
    stride(from: 0, to: words.count, by: 64).map { Array(words[$0..<min($0 + 64, words.count)]) }
  }

  private func readNotes<Found: Sendable>(
    _ notes: IDSet, transform: @escaping @Sendable (SearchableText) -> Found, take: (Int, Found) -> Void
  ) throws {
    let heads = try heads(of: notes)
    guard !heads.isEmpty else { return }
    var next = 0
    try pipeline.run(
      heads.map { NoteJob(path: $0.path) },
      transform: { note, parser in transform(note.parsed(with: &parser)?.text ?? note.withoutContent().text) },
      take: { found in
        take(heads[next].id, found)
        next += 1
      })
  }

  // MARK: What may hold a text

  /// More words than this are in so many notes that looking for them gains nothing.
  private static let mostWords = 2_000

  /// Words of so many letters are mostly in so many notes that reading a few costs less than looking for them.
  private static let shortWord = 4

  func candidates(_ requirement: IndexRequirement, among notes: IDSet) throws -> IDSet {
    var found = notes
    switch requirement {
    case .anything: break
    case .words(let pattern): found.formIntersection(try self.notes(with: pattern))
    case .part(let part):
      if let holding = try self.notes(with: part) { found.formIntersection(holding) }
    case .all(let parts):
      let few = try universe.count / 16
      // The longest first, since fewer notes have it.
      for part in parts.sorted(by: { $0.letters > $1.letters })
      where part.letters > Self.shortWord || found.count > few {
        found = try candidates(part, among: found)
      }
    case .any(let parts):
      var all = IDSet()
      for part in parts { all.formUnion(try candidates(part, among: notes)) }
      found = all
    }
    return found
  }

  /// The notes that may have a word with the piece; nil where there would be too many.
  private func notes(with part: WordPart) throws -> IDSet? {
    let text = String(decoding: part.bytes, as: UTF8.self)
    if part.startsWord { return try notes(matching: "\"\(text)\"" + (part.endsWord ? "" : " *")) }
    let list = try wordList()
    let words = list.words(holding: part)
    guard words.count <= Self.mostWords else { return nil }
    // A word that was cut may go on with it.
    var found = try select("SELECT id FROM note WHERE flags & \(NoteFlags.hasCutWords)")
    for words in Self.chunks(words) {
      let query = words.map { "\"" + String(decoding: $0, as: UTF8.self) + "\"" }.joined(separator: " OR ")
      found.formUnion(try notes(matching: query))
    }
    found.formUnion(IDSet(list.nextID..<max(try nextID, list.nextID)))
    return found
  }

  // MARK: The word list

  /// So many notes may be newer than the list: reading them costs less than making it anew.
  private static let mostNewerNotes = 100

  /// Nearly all words: those of `mostNewerNotes` may be missing.
  func wordList() throws -> WordList {
    if let knownWords { return knownWords }
    let statement = try IndexStatement(db, "SELECT next_id, words FROM word_list")
    if try statement.step() {
      guard let words = try check.content(statement.bytes(1), .wordList, statement.int(0)) else {
        throw Self.damage("the list of words is")
      }
      let list = WordList(nextID: statement.int(0), words: Array(words))
      guard (1...(try nextID)).contains(list.nextID) else { throw Self.damage("the list of words is") }
      if try nextID - list.nextID <= Self.mostNewerNotes {
        knownWords = list
        return list
      }
    }
    return try newestWordList()
  }

  /// All words of the notes, and of some that are no more.
  func newestWordList() throws -> WordList {
    if let knownWords, knownWords.nextID == (try nextID) { return knownWords }
    try db.execute(
      sql: "CREATE VIRTUAL TABLE IF NOT EXISTS temp.word USING fts5vocab(main, words, row)")
    var words: [UInt8] = [0x20]
    let statement = try IndexStatement(db, "SELECT term FROM temp.word")
    while try statement.step() {
      words += statement.bytes(0)
      words.append(0x20)
    }
    let list = WordList(nextID: try nextID, words: words)
    knownWords = list
    newWordList = list
    return list
  }
}

extension WordPattern {
  /// In FTS5's query language: quoted, with a column filter where a field is asked for.
  var fullTextQuery: String { columnFilter + quoted + (isPrefix ? " *" : "") }

  /// The full-text query's prefix that names the fields to look into; empty for all.
  var columnFilter: String {
    field == nil ? "" : "{\(fields.map(\.column).joined(separator: " "))} : "
  }

  /// Folded words hold neither quotes nor blanks.
  var quoted: String { "\"" + String(decoding: bytes.dropFirst(), as: UTF8.self) + "\"" }
}

extension SearchableText.Field {
  var column: String {
    switch self {
    case .title: "title"
    case .alias: "alias"
    case .heading: "heading"
    case .tag: "tag"
    case .body: "body"
    case .part: "part"
    case .name: "name"
    case .property: "property"
    case .link: "link"
    }
  }
}
