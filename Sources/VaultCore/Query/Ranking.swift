#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// How good a match is: BM25F (Robertson, Zaragoza: "The Probabilistic Relevance Framework", 2009) over a note's
/// fields, from nothing but counts, so that an index and the files themselves rank alike; and what else speaks for a note.
///
/// All weights are here and in `Proximity`. The half of the judged queries that is for tuning (`Benchmarks/Judgments`) hardly
/// tells them apart: none of those tried changed it by more than a hundredth.
package struct Ranking {
  /// How much an occurrence counts, by field, in the order of `SearchableText.Field`: title, alias, heading, tag,
  /// body, part. A heading's words are in the body too.
  static let weights: [Double] = [8, 6, 3, 4, 1, 0.5]
  /// What the beginning of a word counts, of a whole one.
  static let prefixShare = 0.4
  /// How soon further occurrences add little.
  static let saturation = 2.0
  /// How much a long body is held against a note; fields are short always.
  static let lengthShare = 0.6
  /// What a note gains whose words stand side by side, of what it gets for their being there.
  static let nearnessShare = 0.3
  /// What the score of a pinned note grows by, and of one that was changed just now.
  static let pinShare = 0.03
  static let recencyShare = 0.03
  /// After so many days a change counts half.
  static let recencyHalfLife = 180.0

  /// What is known of a note besides its words.
  package struct Traits: Hashable, Sendable {
    package var bodyBytes: Int
    /// True when the title is what was asked for, word by word.
    package var titleIsQuery: Bool
    package var isPinned: Bool
    /// Since its last change; less than 0 for the future.
    package var ageInDays: Int

    package init(bodyBytes: Int, titleIsQuery: Bool, isPinned: Bool = false, ageInDays: Int = .max) {
      self.bodyBytes = bodyBytes
      self.titleIsQuery = titleIsQuery
      self.isPinned = isPinned
      self.ageInDays = ageInDays
    }
  }

  /// What a score is made of.
  package struct Score: Hashable, Sendable {
    /// What each pattern adds.
    package var patterns: [Double]
    package var proximity: Double
    package var titleEquality: Double
    /// Factors of 1 or little more.
    package var pin: Double
    package var recency: Double

    package var total: Double {
      (patterns.reduce(0, +) + proximity + titleEquality) * pin * recency
    }
  }

  private let noteCount: Double
  private let meanBytes: Double
  /// In how many notes each pattern occurs.
  package let frequencies: [Int]

  package init(noteCount: Int, bodyBytes: Int, frequencies: [Int]) {
    self.noteCount = Double(max(noteCount, 1))
    meanBytes = max(Double(bodyBytes) / self.noteCount, 1)
    self.frequencies = frequencies
  }

  /// How much a pattern tells: more, the fewer notes hold it.
  package func rarity(_ pattern: Int) -> Double {
    let frequency = Double(frequencies[pattern])
    return log(1 + (max(noteCount - frequency, 0) + 0.5) / (frequency + 0.5))
  }

  /// `counts.patterns` in the order of `frequencies`.
  package func score(_ counts: NoteCounts, _ traits: Traits) -> Score {
    let length = 1 - Self.lengthShare + Self.lengthShare * Double(traits.bodyBytes) / meanBytes
    var score = Score(patterns: [], proximity: 0, titleEquality: 0, pin: 1, recency: 1)
    var most = 0.0
    for (pattern, count) in counts.patterns.enumerated() {
      let full = rarity(pattern) * (Self.saturation + 1)
      most += full
      var weight = 0.0
      for field in 0..<Self.weights.count {
        let whole = Double(count.whole[field])
        let begun = Double(count.begun[field]) - whole
        guard whole + begun > 0 else { continue }
        let occurrences = whole + begun * Self.prefixShare
        weight += Self.weights[field] * (field >= 4 ? occurrences / length : occurrences)
      }
      score.patterns.append(weight > 0 ? full * weight / (Self.saturation + weight) : 0)
    }
    if let proximity = counts.proximity {
      score.proximity = score.patterns.reduce(0, +) * Self.nearnessShare * proximity.closeness
    }
    if traits.titleIsQuery {
      // As much as any other note can have, so that it comes first.
      let others = most * (1 + Self.nearnessShare * Proximity.greatestCloseness)
      score.titleEquality = others * (1 + Self.pinShare) * (1 + Self.recencyShare)
    }
    if traits.isPinned { score.pin += Self.pinShare }
    if traits.ageInDays < 36_500 {
      score.recency += Self.recencyShare * exp2(-Double(max(traits.ageInDays, 0)) / Self.recencyHalfLife)
    }
    return score
  }
}
