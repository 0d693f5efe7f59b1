/// In how many notes each word stands, and of which words that is beyond doubt.
struct WordCensus {
  /// How many notes something was found in; notes have to be looked at one after the other.
  struct Tally {
    private(set) var notes = 0
    private var last = -1

    mutating func add(_ note: Int) {
      if note != last { notes += 1 }
      last = note
    }
  }

  private struct Entry {
    var tally = Tally()
    var isPlain = true
  }

  private var entries: [String: Entry] = [:]
  private(set) var notes = 0

  /// - Parameter path: relative; programs look for words there, too, each in its own way.
  mutating func add(_ words: NoteWords, path: String) {
    let note = notes
    notes += 1
    NoteWords(Array(path.utf8)).scan { token in
      switch token.piece {
      case .plain(let word), .unclear(let word): entries[word, default: Entry()].isPlain = false
      case .short, .other, .gap: break
      }
    }
    words.scan { token in
      switch token.piece {
      case .plain(let word):
        entries[word, default: Entry()].tally.add(note)
        if token.isInFrontMatter || words.isOdd { entries[word]?.isPlain = false }
      case .unclear(let word): entries[word, default: Entry()].isPlain = false
      case .short, .other, .gap: break
      }
    }
  }

  /// Words that may be chosen: each in so many notes, the nearest to `ideal` first, by the alphabet among equals. None that
  /// another word begins with, since who looks for `place` may want `places`, too.
  func candidates(in range: ClosedRange<Int>, ideal: Int) -> [(word: String, notes: Int)] {
    // Whatever a word begins comes right behind it.
    let words = entries.keys.sorted()
    return zip(words, words.dropFirst() + [""]).compactMap { word, next in
      guard let entry = entries[word], entry.isPlain, range.contains(entry.tally.notes) else { return nil }
      return next.hasPrefix(word) ? nil : (word: word, notes: entry.tally.notes)
    }.sorted { left, right in
      let distances = (abs(left.notes - ideal), abs(right.notes - ideal))
      return distances.0 == distances.1 ? left.word < right.word : distances.0 < distances.1
    }
  }
}
