/// Where candidates meet: which of them share notes, and which stand side by side.
struct WordMeetings {
  struct Pair: Equatable {
    let words: [String]
    let notes: [Int]
    let both: Int
    /// Stands before the first word, one blank between, in some note.
    let lead: String
  }

  struct Phrase: Equatable {
    let text: String
    let notes: Int
  }

  private struct Neighbours {
    /// One after the other, whatever is between.
    var loose = WordCensus.Tally()
    /// With one blank between.
    var strict = WordCensus.Tally()
  }

  /// So many words are tried in pairs.
  private static let mostPaired = 300

  private let candidates: [(word: String, notes: Int)]
  private let numbers: [String: Int]
  /// Of each of the first candidates, a bit a note.
  private var notesOf: [[UInt64]]
  private var neighbours: [UInt64: Neighbours] = [:]
  private var leads: [[String: WordCensus.Tally]]
  private let noteCount: Int
  private var note = 0

  init(of candidates: [(word: String, notes: Int)], notes: Int) {
    self.candidates = candidates
    numbers = Dictionary(uniqueKeysWithValues: candidates.enumerated().map { ($1.word, $0) })
    let paired = min(candidates.count, Self.mostPaired)
    notesOf = Array(repeating: Array(repeating: 0, count: notes / 64 + 1), count: paired)
    leads = Array(repeating: [:], count: paired)
    noteCount = notes
  }

  /// The notes that the census was made of, in the same order.
  mutating func add(_ words: NoteWords) {
    var before: (number: Int?, word: String, isNext: Bool)?
    words.scan { token in
      switch token.piece {
      case .plain(let word):
        let number = numbers[word]
        if let number {
          if number < notesOf.count { notesOf[number][note / 64] |= 1 << UInt64(note % 64) }
          if let before {
            let isStrict = token.followsBlank && before.isNext
            if let first = before.number { meet(first, number, isStrict) }
            if isStrict, number < leads.count { leads[number][before.word, default: .init()].add(note) }
          }
        }
        before = (number, word, true)
      case .short(let word): before = (nil, word, true)
      case .gap: before?.isNext = false
      case .other: before = nil
      case .unclear: break
      }
    }
    note += 1
  }

  private mutating func meet(_ first: Int, _ second: Int, _ isStrict: Bool) {
    let key = UInt64(first) << 32 | UInt64(second)
    neighbours[key, default: .init()].loose.add(note)
    if isStrict { neighbours[key]?.strict.add(note) }
  }

  /// The pair that is together in as near to 0.5 % of the notes as can be.
  var pair: Pair? {
    let ideal = noteCount * 5 / 1_000
    var best: (distance: Int, first: Int, second: Int, both: Int)?
    for first in notesOf.indices where !leads[first].isEmpty {
      for second in notesOf.indices where second != first {
        let both = zip(notesOf[first], notesOf[second]).reduce(0) { $0 + ($1.0 & $1.1).nonzeroBitCount }
        // Where both are in the same notes, asking for two words is asking for one.
        guard both > 0, both < candidates[first].notes, both < candidates[second].notes else { continue }
        let distance = abs(both - ideal)
        if distance < best?.distance ?? .max { best = (distance, first, second, both) }
      }
    }
    guard let best else { return nil }
    let lead = leads[best.first].max {
      $0.value.notes == $1.value.notes ? $0.key > $1.key : $0.value.notes < $1.value.notes
    }
    return lead.map { lead in
      Pair(
        words: [best.first, best.second].map { candidates[$0].word },
        notes: [best.first, best.second].map { candidates[$0].notes }, both: best.both, lead: lead.key)
    }
  }

  /// Phrases that never stand in another form than with one blank; the nearest to 0.3 % of the notes first.
  func phrases(most: Int) -> [Phrase] {
    let ideal = max(noteCount * 3 / 1_000, 2)
    return neighbours.compactMap { key, found -> Phrase? in
      let (first, second) = (Int(key >> 32), Int(key & 0xFFFF_FFFF))
      guard first != second, found.strict.notes == found.loose.notes else { return nil }
      return Phrase(text: candidates[first].word + " " + candidates[second].word, notes: found.strict.notes)
    }.sorted { left, right in
      let distances = (abs(left.notes - ideal), abs(right.notes - ideal))
      return distances.0 == distances.1 ? left.text < right.text : distances.0 < distances.1
    }.prefix(most).map { $0 }
  }
}
