/// Which of some known words a mistyped one may have been meant to be.
package struct NearMisses {
  private let words: [String]

  package init(in words: [String]) {
    self.words = words
  }

  /// The nearest first, three at most: words at a small distance, and words that begin as the given one does.
  package func nearest(to word: String) -> [String] {
    let typed = Array(word.lowercased().unicodeScalars.prefix(64))
    guard !typed.isEmpty else { return [] }
    let limit = max(1, typed.count / 3)
    let rated = words.compactMap { candidate -> (distance: Int, word: String)? in
      let known = Array(candidate.lowercased().unicodeScalars.prefix(64))
      let distance = Self.distance(typed, known)
      if distance <= limit { return (distance, candidate) }
      let isBeginning = typed.count >= 2 && known.starts(with: typed)
      return isBeginning ? (limit + 1, candidate) : nil
    }
    return rated.enumerated().sorted { ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset) }
      .prefix(3).map(\.element.word)
  }

  /// Insertions, deletions, replacements and exchanges of neighbours.
  private static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    var older: [Int] = []
    var old = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var cost = min(old[j + 1] + 1, row[j] + 1, old[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, older[j - 1] + 1) }
        row.append(cost)
      }
      (older, old) = (old, row)
    }
    return old[b.count]
  }
}
