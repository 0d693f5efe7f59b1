import VaultCore

/// How an answer came about.
package struct SearchExplanation: Sendable {
  /// One question to the index or to the notes.
  package struct Step: Sendable {
    package var term: Query.Term
    /// What was asked for it.
    package var lookup: NoteSelection.Lookup
    /// How many notes it still mattered for.
    package var candidates: Int
    /// How many notes were read to answer it; nil where that took none.
    package var read: Int?
    package var found: Int
  }

  /// What one text of the query adds to a score.
  package struct Part: Sendable {
    package var predicate: Query.Predicate?
    package var counts: PatternCounts
    /// In how many notes it stands.
    package var notes: Int
    package var rarity: Double
  }

  /// What a note has its place for.
  package struct Note: Sendable {
    package var path: NotePath
    package var score: Ranking.Score
    package var proximity: Proximity?
    package var traits: Ranking.Traits
    package var parts: [Part]
  }

  package var steps: [Step]
  package var found: Int
  /// Those that were to be explained, the best first; empty when nothing is ranked by.
  package var notes: [Note] = []
}
