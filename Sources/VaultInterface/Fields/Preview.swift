import VaultCore
import VaultStore

/// A note in a few lines, with what became of it: what lists, the web's API and assistants show of a note.
package struct Preview: Sendable {
  package enum State: String, Sendable, CaseIterable {
    case found, created, updated, deleted, restored
    /// What would be done, and is not.
    case planned
    case unchanged
  }

  package var record: NoteRecord
  package var state: State
  /// Some 200 columns of its text, without front matter: the beginning, or around the match of a search.
  package var snippet: String

  package init(_ record: NoteRecord, _ state: State = .found) {
    (self.record, self.state, snippet) = (record, state, record.snippet)
  }

  /// With the first line that matches, around the word that tells most; with the note's beginning where no line was looked for
  /// or none does.
  package init(_ hit: SearchHit) {
    self.init(hit.record)
    guard let match = hit.matches.first else { return }
    snippet = Excerpt(match.text, match.ranges, focus: match.focus, width: Self.width).text
  }

  package static let width = 200
}
