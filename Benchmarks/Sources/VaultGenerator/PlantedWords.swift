/// Words that occur in exactly so many notes, so that what a query finds is known beforehand.
///
/// Two pairs: of each, a word is in 3 % of the notes and both are in 0.5 %. In 0.3 % of the notes the words of the
/// second pair stand side by side, as the phrase, and nowhere else.
package struct PlantedWords: Sendable {
  package let pair: [String]
  package let phrase: [String]
  package let notesWithEach: Int
  package let notesWithBoth: Int
  package let notesWithPhrase: Int
  private let pairNotes: Permutation
  private let phraseNotes: Permutation

  /// - Parameter words: at least four.
  init(words: [String], noteCount: Int, seed: UInt64) {
    pair = Array(words.prefix(2))
    phrase = Array(words.dropFirst(2).prefix(2))
    notesWithEach = noteCount * 30 / 1_000
    notesWithBoth = noteCount * 5 / 1_000
    notesWithPhrase = noteCount * 3 / 1_000
    pairNotes = Permutation(count: noteCount, seed: seed, stream: 8)
    phraseNotes = Permutation(count: noteCount, seed: seed, stream: 9)
  }

  /// The sentences to put into the note.
  func sentences(of index: Int, random: inout SplitMix64) -> [[UInt8]] {
    var sentences: [[UInt8]] = []
    for (words, rank, phrases) in [(pair, pairNotes(index), 0), (phrase, phraseNotes(index), notesWithPhrase)] {
      if rank < phrases {
        sentences.append(sentence(words.joined(separator: " "), &random))
      } else {
        let onlyFirst = notesWithBoth..<notesWithEach
        let onlySecond = notesWithEach..<(2 * notesWithEach - notesWithBoth)
        for (word, alone) in zip(words, [onlyFirst, onlySecond]) where rank < notesWithBoth || alone.contains(rank) {
          for _ in 0...random.skewed(below: 4, draws: 2) { sentences.append(sentence(word, &random)) }
        }
      }
    }
    return sentences
  }

  /// The word is neither the first nor the last of its sentence, so that two sentences never make the phrase.
  private static let sentences: [(before: String, after: String)] = [
    ("Someone asked about the ", " again."),
    ("We left the ", " where it was."),
    ("There is a sketch of the ", " in the drawer."),
    ("That reminds me of the ", " from last year."),
    ("Compare this with the ", " in the other note."),
    ("It took an hour to find the ", " there."),
    ("Nothing about the ", " was decided."),
    ("A letter on the ", ", still unanswered."),
  ]

  private func sentence(_ words: String, _ random: inout SplitMix64) -> [UInt8] {
    let frame = random.pick(Self.sentences)
    let shown = random.percent(15) ? Array(words.utf8).capitalized : Array(words.utf8)
    return Array(frame.before.utf8) + shown + Array(frame.after.utf8)
  }
}
