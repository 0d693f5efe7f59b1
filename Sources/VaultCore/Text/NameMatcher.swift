/// Ranks names by how well the letters of what was typed stand in them, in order but not side by side: pickers, the
/// completion of links and the web page all use it, so that they show the same names first.
///
/// Case and accents do not matter. A letter at the start of a word counts more, and so does one right behind another
/// that matched. Words of the typed text may stand in any order; each has to be found.
package struct NameMatcher: Sendable {
  /// The folded bytes of each typed word; empty where nothing was typed, which every name matches.
  private let words: [[UInt8]]
  /// No name scores more for all of the words, but for what it has for its own start.
  private let most: Int
  /// What `letters(of:)` gives for every name that matches, and perhaps for others.
  package let letters: UInt64

  /// More words than these, or longer ones, are cut off.
  private static let mostWords = 8
  private static let longestWord = 64
  /// Longer names are compared by their beginning.
  package static let longestName = 512

  package init(_ typed: String) {
    var folding = NameFolding()
    words = typed.split(whereSeparator: \.isWhitespace).prefix(Self.mostWords).map {
      Array(folding.folded(String($0)).prefix(Self.longestWord))
    }
    letters = Self.letters(of: Array(words.joined()))
    most = words.reduce(0) { $0 + Self.most(of: $1) }
  }

  /// What a word's letters give side by side from a word's start on. A start of a word further on gives less than the gap
  /// before it takes, but right behind a symbol it comes on top.
  private static func most(of word: [UInt8]) -> Int {
    zip(word, word.dropFirst()).reduce(match + wordStart) { sum, pair in
      sum + match + sideBySide + (isLetter(pair.0) ? 0 : wordStart)
    }
  }

  /// The bytes of a folded name as a set, some of them together in one bit. A name without a bit of `letters` is ruled out
  /// without a look at it.
  package static func letters(of name: [UInt8]) -> UInt64 {
    name.reduce(0) { $0 | 1 << UInt64($1 & 63) }
  }

  /// Returns nil where a typed word is not found. Greater is better; an empty query scores every name 0.
  ///
  /// `name`: bytes that `NameFolding` has folded. `least`: Nil does as well for a name that scores no more than this, which
  /// most of many names are told at a glance.
  package func score(_ name: UnsafeBufferPointer<UInt8>, above least: Int = .min) -> Int? {
    let name = UnsafeBufferPointer(rebasing: name.prefix(Self.longestName))
    let starts = words.count { $0.first == name.first }
    let ceiling = (most + starts * (Self.nameStart - Self.wordStart)) * 1_024 - name.count
    if !words.isEmpty, ceiling <= least { return nil }
    var score = 0
    for word in words {
      guard let found = word.withUnsafeBufferPointer({ Self.score(of: $0, in: name) }) else { return nil }
      score += found
    }
    // Of names that match alike, the one with less besides comes first.
    return words.isEmpty ? 0 : score * 1_024 - name.count
  }

  private static let match = 16
  private static let wordStart = 10
  private static let nameStart = 12
  private static let sideBySide = 8
  private static let gapStart = 5
  private static let gap = 1

  private static func score(of word: UnsafeBufferPointer<UInt8>, in name: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let first = firstPlace(of: word, in: name) else { return nil }
    // `best[i]`: the best score of the word up to the letter at hand, which stands at place `first + i` or before it with
    // a gap behind; `matched[i]`: with that letter exactly there. One row for each letter of the word is enough.
    let count = name.count - first
    return withUnsafeTemporaryAllocation(of: Int.self, capacity: count * 2) { rows -> Int? in
      let none = -1_000_000
      let best = UnsafeMutableBufferPointer(rebasing: rows[..<count])
      let matched = UnsafeMutableBufferPointer(rebasing: rows[count...])
      best.initialize(repeating: none)
      matched.initialize(repeating: none)
      for (letter, wanted) in word.enumerated() {
        var bestBefore = letter == 0 ? 0 : none
        var matchedBefore = none
        var running = none
        for i in 0..<count {
          let (nextBest, nextMatched) = (best[i], matched[i])
          var here = none
          if name[first + i] == wanted {
            let start = letter == 0 ? 0 : max(bestBefore, matchedBefore + sideBySide)
            if start > none / 2 { here = start + match + startBonus(at: first + i, in: name) }
          }
          matched[i] = here
          running = max(here, running - (running == (i > 0 ? matched[i - 1] : none) ? gapStart : gap))
          best[i] = running
          if letter > 0 { (bestBefore, matchedBefore) = (nextBest, nextMatched) }
        }
      }
      let score = best.indices.reduce(none) { max($0, matched[$1]) }
      return score > none / 2 ? score : nil
    }
  }

  /// Returns the place of the word's first letter where all its letters follow in order, else nil: most names end here.
  private static func firstPlace(
    of word: UnsafeBufferPointer<UInt8>, in name: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    var first: Int?
    var letter = 0
    for i in name.indices where letter < word.count && name[i] == word[letter] {
      if letter == 0 { first = i }
      letter += 1
    }
    return letter == word.count ? first ?? 0 : nil
  }

  private static func startBonus(at i: Int, in name: UnsafeBufferPointer<UInt8>) -> Int {
    if i == 0 { return nameStart }
    return isLetter(name[i - 1]) ? 0 : wordStart
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte.isASCIILetterOrDigit
  }
}

/// Folds names as the search folds words: `É` and `e` are the same letter.
package struct NameFolding {
  private var scanner = WordScanner()

  package init() {}

  package mutating func folded(_ name: String) -> [UInt8] {
    var folded: [UInt8] = []
    append(name, to: &folded)
    return folded
  }

  package mutating func append(_ name: String, to folded: inout [UInt8]) {
    var name = name
    name.withUTF8 { scanner.appendFolded($0, to: &folded) }
  }
}
