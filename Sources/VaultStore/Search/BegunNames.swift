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
  /// The folded texts, one after the other.
  private var bytes: [UInt8] = []

  var count: Int { entries.count }

  mutating func append(_ text: String, _ place: Place, of note: Int, _ folding: inout NameFolding) {
    // To fold to the end of all would move them for each.
    bytes += folding.folded(text)
    entries.append(Entry(note: Int32(note), place: place, end: bytes.count))
  }

  mutating func append(_ head: NoteHead, _ folding: inout NameFolding) {
    append(head.title, .title, of: head.id, &folding)
    append(head.path.stem, .name, of: head.id, &folding)
  }

  /// Puts the best place of each note into `best`, which is by number; 0 is none. Notes that are behind its end are left out.
  func find(_ letters: String, _ best: inout [UInt8]) {
    var folding = NameFolding()
    let letters = folding.folded(letters)
    guard let first = letters.first else { return }
    bytes.withUnsafeBufferPointer { bytes in
      var start = 0
      for entry in entries {
        defer { start = entry.end }
        let note = Int(entry.note)
        guard best.indices.contains(note), best[note] < entry.place.rawValue else { continue }
        var isInWord = false
        for place in start..<entry.end {
          let byte = bytes[place]
          if !isInWord, byte == first, bytes[place..<entry.end].starts(with: letters) {
            best[note] = entry.place == .title && place == start ? Place.titleBeginning.rawValue : entry.place.rawValue
            break
          }
          // Letters of other scripts take several bytes, all of them from 0x80 on.
          isInWord = byte >= 0x80 || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte)
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
      var (names, folding) = (BegunNames(), NameFolding())
      for head in try snapshot.heads(of: universe) { names.append(head, &folding) }
      try snapshot.forEachAlias { names.append($0, .alias, of: $1, &folding) }
      for tag in try snapshot.tags() { for note in tag.notes.ids { names.append(tag.key, .tag, of: note, &folding) } }
      names.find(letters, &best)
    }
    // Notes that are no more are kept, too.
    for note in best.indices where best[note] > 0 && !universe.contains(note) { best[note] = 0 }
    return best
  }

  /// What is found while nothing but the first letters of a word are typed: those whose title begins so first, and the newest
  /// of those that are equally good.
  func search(begunBy letters: String, _ options: SearchOptions) throws -> SearchResult {
    let places = try places(begunBy: letters)
    let heads = try snapshot.heads(of: IDSet(places.indices.filter { places[$0] > 0 }))
    let newest = try listOrder(
      heads, [Double](repeating: 0, count: heads.count), by: [Query.SortKey(.updated, isReversed: true)])
    var byPlace = [[Int]](repeating: [], count: BegunNames.Place.allCases.count)
    for index in newest { byPlace[Int(places[heads[index].id]) - 1].append(index) }
    let chosen = byPlace.reversed().joined().prefix(options.limit ?? heads.count).map { heads[$0] }
    let hits = zip(chosen, try snapshot.records(of: chosen.map(\.id))).map { head, record in
      SearchHit(record: record, score: Double(places[head.id]), missing: [], matches: [])
    }
    var result = SearchResult(hits: hits, total: heads.count)
    result.completeTotal = heads.count
    return result
  }
}
