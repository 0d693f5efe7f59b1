/// How near to each other the words of a query stand in a note, at the place where they stand nearest.
package struct Proximity: Hashable, Sendable {
  /// The number of the field of `SearchableText`.
  package var field: Int
  /// How many other words stand among them.
  package var gap: Int
  /// True when they stand one behind the other there, in the query's order.
  package var isPhrase: Bool

  /// 1 where they stand side by side in the body, less the further they are apart; more for a phrase, and where what a
  /// note is called holds them all.
  package var closeness: Double {
    Self.fieldFactors[field] * (isPhrase ? Self.phraseFactor : 1) / (1 + Double(gap) / Self.halvingGap)
  }

  /// The most that `closeness` can be.
  static var greatestCloseness: Double { (fieldFactors.max() ?? 1) * phraseFactor }

  /// In the order of `SearchableText.Field`.
  static let fieldFactors: [Double] = [2, 1.5, 1.2, 1, 1, 1, 2, 1]
  static let phraseFactor = 1.5
  /// So many other words among them halve what proximity counts.
  static let halvingGap = 4.0
}

extension Proximity {
  /// - Parameters:
  ///   - places: By pattern, the places where it occurs, in order.
  ///   - lengths: By pattern, how many words it has.
  /// - Returns: nil where no field holds all of the patterns, or there are fewer than two.
  package init?(_ places: [[WordPlace]], lengths: [Int]) {
    guard places.count > 1, places.allSatisfy({ !$0.isEmpty }) else { return nil }
    let found = Self.gaps(places, lengths).map { field, gap in
      Proximity(field: field, gap: gap, isPhrase: gap == 0 && Self.holdsPhrase(places, lengths, in: field))
    }
    // The first of those as near.
    guard let best = found.max(by: { $0.closeness < $1.closeness }) else { return nil }
    self = best
  }

  /// For each field that holds all of them the least gap, in the order of the fields.
  private static func gaps(_ places: [[WordPlace]], _ lengths: [Int]) -> [(field: Int, gap: Int)] {
    var next = [Int](repeating: 0, count: places.count)
    var gaps: [(field: Int, gap: Int)] = []
    let words = lengths.reduce(0, +)
    while true {
      // The window from the first of the current places to the last, if all are in one field.
      var first = 0
      var last = 0
      for pattern in places.indices {
        let place = places[pattern][next[pattern]]
        if place < places[first][next[first]] { first = pattern }
        if place > places[last][next[last]] { last = pattern }
      }
      let (from, to) = (places[first][next[first]], places[last][next[last]])
      if from.field == to.field {
        let gap = max(to.word + lengths[last] - from.word - words, 0)
        if let known = gaps.last, known.field == from.field {
          gaps[gaps.count - 1].gap = min(known.gap, gap)
        } else {
          gaps.append((from.field, gap))
        }
      }
      next[first] += 1
      if next[first] == places[first].count { return gaps }
    }
  }

  private static func holdsPhrase(_ places: [[WordPlace]], _ lengths: [Int], in field: Int) -> Bool {
    let others = places.dropFirst().map(Set.init)
    return places[0].contains { first in
      guard first.field == field else { return false }
      var word = first.word
      for (index, set) in others.enumerated() {
        word += lengths[index]
        guard set.contains(WordPlace(field: first.field, word: word)) else { return false }
      }
      return true
    }
  }
}

/// Where a pattern occurs in a note: a field of `SearchableText`, and how many words stand before it there.
package struct WordPlace: Hashable, Sendable, Comparable {
  private let code: UInt32

  package init(field: Int, word: Int) {
    code = UInt32(field & 7) << 29 | UInt32(min(word, 1 << 29 - 1))
  }

  package var field: Int { Int(code >> 29) }
  package var word: Int { Int(code & (1 << 29 - 1)) }

  package static func < (a: WordPlace, b: WordPlace) -> Bool { a.code < b.code }

  /// So many of a note are looked at, the first ones.
  package static let most = 1_000
}

/// What ranking needs to know of one note, by pattern.
package struct NoteCounts: Hashable, Sendable {
  package var patterns: [PatternCounts]
  package var proximity: Proximity?

  package init(patterns: [PatternCounts], proximity: Proximity? = nil) {
    self.patterns = patterns
    self.proximity = proximity
  }

  /// True when one of the patterns occurs in the field.
  package func isFound(in field: SearchableText.Field) -> Bool {
    patterns.contains { $0.begun[field.rawValue] > 0 }
  }
}

extension WordPattern {
  /// The first places where it occurs, in order; parts of compound words are left out.
  package func places(in text: SearchableText) -> [WordPlace] {
    var places: [WordPlace] = []
    for field in fields where field != .part {
      let words = text[field: field]
      var number = 0
      var counted = 0
      forEachOccurrence(in: words) { at, isWhole in
        guard isWhole || isPrefix, places.count < WordPlace.most else { return }
        for byte in words[counted..<at] where byte == 0x20 { number += 1 }
        counted = at
        places.append(WordPlace(field: field.rawValue, word: number))
      }
    }
    return places
  }
}
