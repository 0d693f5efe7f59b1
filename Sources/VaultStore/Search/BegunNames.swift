import VaultCore

/// Names and tags of notes, folded, by the notes' numbers: what is looked through while the first letters of a word are
/// typed, at every key.
struct BegunNames: Sendable {
  /// Where a word begins with the letters; the greater the better.
  enum Place: UInt8, Sendable, CaseIterable {
    case tag = 1
    case alias, name, title
    /// The title itself begins with them.
    case titleBeginning
  }

  private struct Entry: Sendable {
    var note: Int32
    var place: Place
    /// Where its text ends.
    var end: Int
  }

  private var entries: [Entry] = []
  /// The words of all texts, folded, each after a blank: what a word is, `WordScanner` decides.
  private var bytes: [UInt8] = []

  var count: Int { entries.count }

  mutating func append(_ text: String, _ place: Place, of note: Int, _ scanner: inout WordScanner) {
    var (text, words, parts) = (text, [UInt8](), [UInt8]())
    _ = text.withUTF8 { scanner.append($0, to: &words, parts: &parts) }
    bytes.append(0x20)
    bytes += words
    entries.append(Entry(note: Int32(note), place: place, end: bytes.count))
  }

  mutating func append(_ head: NoteHead, _ scanner: inout WordScanner) {
    append(head.title, .title, of: head.id, &scanner)
    append(head.path.stem, .name, of: head.id, &scanner)
  }

  /// Puts the best place of each note into `best`, which is by number; 0 is none. Notes that are behind its end are left out.
  func find(_ letters: String, _ best: inout [UInt8]) {
    var folding = NameFolding()
    let letters = folding.folded(letters)
    guard !letters.isEmpty else { return }
    bytes.withUnsafeBufferPointer { bytes in
      var start = 0
      for entry in entries {
        defer { start = entry.end }
        let note = Int(entry.note)
        guard best.indices.contains(note), best[note] < entry.place.rawValue else { continue }
        for place in start..<entry.end where bytes[place] == 0x20 {
          guard bytes[(place + 1)..<entry.end].starts(with: letters) else { continue }
          best[note] = entry.place == .title && place == start ? Place.titleBeginning.rawValue : entry.place.rawValue
          break
        }
      }
    }
  }
}

extension VaultReader {
  /// The notes with a word in a name or a tag that begins with the letters, by their numbers; 0 is none, else a
  /// `BegunNames.Place`.
  func places(begunBy letters: String) throws -> [UInt8] {
    let (snapshot, universe) = (try snapshot, try snapshot.universe)
    var best = [UInt8](repeating: 0, count: (universe.ids.last ?? 0) + 1)
    if let kept = try (snapshot as? IndexSnapshot)?.keptNames {
      for names in kept { names.find(letters, &best) }
    } else {
      var (names, scanner) = (BegunNames(), WordScanner())
      for head in try snapshot.heads(of: universe) { names.append(head, &scanner) }
      try snapshot.forEachAlias { names.append($0, .alias, of: $1, &scanner) }
      for tag in try snapshot.tags() { for note in tag.notes.ids { names.append(tag.key, .tag, of: note, &scanner) } }
      names.find(letters, &best)
    }
    // Notes that are no more are kept, too.
    for note in best.indices where best[note] > 0 && !universe.contains(note) { best[note] = 0 }
    return best
  }

  /// What is found while nothing but the first letters of a word are typed: those whose title begins so first, and the newest
  /// of those that are equally good.
  func search(begunBy letters: String, _ query: Query, _ options: SearchOptions) throws -> SearchResult {
    let places = try places(begunBy: letters)
    let heads = try snapshot.heads(of: IDSet(places.indices.filter { places[$0] > 0 }))
    let newest = try listOrder(
      heads, [Double](repeating: 0, count: heads.count), by: [Query.SortKey(.updated, isReversed: true)])
    var byPlace = [[Int]](repeating: [], count: BegunNames.Place.allCases.count)
    for index in newest { byPlace[Int(places[heads[index].id]) - 1].append(index) }
    let limit = [options.limit, query.limit].compactMap { $0 }.min() ?? heads.count
    let chosen = byPlace.reversed().joined().prefix(max(limit, 0)).map { heads[$0] }
    let hits = zip(chosen, try snapshot.records(of: chosen.map(\.id))).map { head, record in
      SearchHit(record: record, score: Double(places[head.id]), missing: [], matches: [])
    }
    var result = SearchResult(hits: hits, total: heads.count)
    result.completeTotal = heads.count
    return result
  }
}
