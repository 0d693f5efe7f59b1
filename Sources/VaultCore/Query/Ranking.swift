#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// How good a match is: BM25F (Robertson, Zaragoza: "The Probabilistic Relevance Framework", 2009) over a note's
/// fields, from nothing but counts, so that an index and the files themselves rank alike; how like the note's name is to
/// what was asked for; and what else speaks for a note.
///
/// All weights are here, in `Proximity` and in `NameSimilarity`. They are round numbers, chosen by two kinds of queries over
/// seven collections of notes and manuals: what links call a note, which is mostly like its name, and words of its text with
/// others among them, as people describe a note. Halving or doubling any of them changes neither by more than two hundredths
/// of MRR, but for `saturation`, `lengthShare` and what names count, which trade the one for the other.
package struct Ranking {
  /// How much an occurrence counts, by field, in the order of `SearchableText.Field`: title, alias, heading, tag,
  /// body, part, name, property. A heading's words are in the body too.
  static let weights: [Double] = [4, 4, 1.5, 2, 1, 0.5, 4, 1]
  /// What an occurrence in the names of a note's folders counts: it tells versions of one page apart.
  static let folderWeight = 1.0
  /// What it counts that a link calls the note so.
  static let linkWeight = 2.0
  /// What the beginning of a word counts, of a whole one.
  static let prefixShare = 0.2
  /// How soon further occurrences add little: soon, so that a note with many of the words comes before one with many of one.
  static let saturation = 1.2
  /// How much a long body is held against a note; other fields are short, and `NameSimilarity` tells how short a name is.
  static let lengthShare = 0.75
  /// What a note gains whose words stand side by side, of what it gets for their being there.
  static let nearnessShare = 0.3
  /// What a name that is the query adds: of what a note gets for its words, and of the most that words can bring. A name that
  /// is less like the query adds less.
  static let nameShareOfWords = 1.5
  static let nameShareOfMost = 0.6
  /// What the score of a pinned note grows by, and of one that was changed just now.
  static let pinShare = 0.03
  static let recencyShare = 0.03
  /// After so many days a change counts half.
  static let recencyHalfLife = 180.0

  /// What is known of a note besides its words.
  package struct Traits: Hashable, Sendable {
    package var bodyBytes: Int
    /// How like what was asked for the title, the file's name, an alias or a link's text is: of that which is most like it.
    package var name = NameSimilarity.none
    /// How often each pattern occurs in the names of its folders; empty where none does.
    package var inFolders: [Int] = []
    /// How many texts of links to it hold each pattern; empty where none does.
    package var inLinks: [Int] = []
    package var isPinned = false
    /// Since its last change; less than 0 for the future.
    package var ageInDays = Int.max

    package init(bodyBytes: Int) {
      self.bodyBytes = bodyBytes
    }
  }

  /// What a score is made of.
  package struct Score: Hashable, Sendable {
    /// What each pattern adds.
    package var patterns: [Double]
    package var proximity = 0.0
    package var name = 0.0
    package var nameEquality = 0.0
    /// Factors of 1 or little more.
    package var pin = 1.0
    package var recency = 1.0

    package var total: Double {
      (patterns.reduce(0, +) + proximity + name + nameEquality) * pin * recency
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
    var score = Score(patterns: [])
    score.patterns.reserveCapacity(counts.patterns.count)
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
        weight += Self.weights[field] * (Self.growsWithBody(field) ? occurrences / length : occurrences)
      }
      if !traits.inLinks.isEmpty { weight += Self.linkWeight * Double(traits.inLinks[pattern]) }
      // A folder's name does not make a note that lacks the word one that has it.
      if weight > 0, !traits.inFolders.isEmpty { weight += Self.folderWeight * Double(traits.inFolders[pattern]) }
      score.patterns.append(weight > 0 ? full * weight / (Self.saturation + weight) : 0)
    }
    if let proximity = counts.proximity {
      score.proximity = score.patterns.reduce(0, +) * Self.nearnessShare * proximity.closeness
    }
    if traits.name.share > 0 {
      let ofWords = score.patterns.reduce(0, +) + score.proximity
      score.name = (Self.nameShareOfWords * ofWords + Self.nameShareOfMost * most) * traits.name.share
    }
    if traits.name.isEqual {
      // As much as any other note can have, so that it comes first; and so does the title before another name.
      let words = most * (1 + Self.nearnessShare * Proximity.greatestCloseness)
      let others = words * (1 + Self.nameShareOfWords) + most * Self.nameShareOfMost
      score.nameEquality = others * (1 + Self.pinShare) * (1 + Self.recencyShare)
      if traits.name.isTitle { score.nameEquality = 2 * score.nameEquality + others }
    }
    if traits.isPinned { score.pin += Self.pinShare }
    if traits.ageInDays < 36_500 {
      score.recency += Self.recencyShare * exp2(-Double(max(traits.ageInDays, 0)) / Self.recencyHalfLife)
    }
    return score
  }

  /// True for the fields that a longer body has more words in.
  private static func growsWithBody(_ field: Int) -> Bool {
    field == SearchableText.Field.body.rawValue || field == SearchableText.Field.part.rawValue
  }
}
