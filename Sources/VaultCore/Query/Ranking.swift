#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// How good a match is: BM25F (Robertson, Zaragoza: "The Probabilistic Relevance Framework", 2009) over a note's
/// fields, from nothing but counts, so that an index and the files themselves rank alike.
package struct Ranking {
  /// How much an occurrence counts, by field, in the order of `SearchableText.Field`: title, alias, heading, tag,
  /// body, part. A heading's words are in the body too.
  static let weights: [Double] = [8, 6, 3, 4, 1, 0.5]
  /// What the beginning of a word counts, of a whole one.
  static let prefixShare = 0.4
  /// How soon further occurrences add little.
  static let saturation = 1.2
  /// How much a long body is held against a note; fields are short always.
  static let lengthShare = 0.6
  /// What a note gains whose title is just the words asked for.
  static let titleEquality = 10.0

  private let noteCount: Double
  private let meanBytes: Double
  /// In how many notes each pattern occurs.
  private let frequencies: [Int]

  package init(noteCount: Int, bodyBytes: Int, frequencies: [Int]) {
    self.noteCount = Double(max(noteCount, 1))
    meanBytes = max(Double(bodyBytes) / self.noteCount, 1)
    self.frequencies = frequencies
  }

  /// - Parameters:
  ///   - counts: By pattern, in the order of `frequencies`.
  ///   - bodyBytes: The length of the note's body.
  ///   - titleIsQuery: Whether the title is what was asked for, word by word.
  package func score(_ counts: [PatternCounts], bodyBytes: Int, titleIsQuery: Bool) -> Double {
    var score = titleIsQuery ? Self.titleEquality : 0
    let length = 1 - Self.lengthShare + Self.lengthShare * Double(bodyBytes) / meanBytes
    for (pattern, count) in counts.enumerated() {
      var weight = 0.0
      for field in 0..<Self.weights.count {
        let whole = Double(count.whole[field])
        let begun = Double(count.begun[field]) - whole
        guard whole + begun > 0 else { continue }
        let occurrences = whole + begun * Self.prefixShare
        weight += Self.weights[field] * (field >= 4 ? occurrences / length : occurrences)
      }
      guard weight > 0 else { continue }
      let frequency = Double(frequencies[pattern])
      let rarity = log(1 + (noteCount - frequency + 0.5) / (frequency + 0.5))
      score += rarity * weight * (Self.saturation + 1) / (Self.saturation + weight)
    }
    return score
  }
}
