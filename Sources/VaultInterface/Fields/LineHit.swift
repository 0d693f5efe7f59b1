import VaultCore
import VaultStore

/// A line that a search found: what editors' quickfix lists and fzf read.
package struct LineHit {
  package var path: NotePath
  /// Counts from 1; 1 for a note in which no line has what it was found by, its title being the text then.
  package var line: Int
  package var text: String
  /// UTF-8 offsets in `text`.
  package var ranges: [Range<Int>]

  /// In bytes, from 1.
  package var column: Int { (ranges.first?.lowerBound ?? 0) + 1 }

  package static func all(of hit: SearchHit) -> [LineHit] {
    guard !hit.matches.isEmpty else {
      return [LineHit(path: hit.record.path, line: 1, text: hit.record.title, ranges: [])]
    }
    return hit.matches.map { LineHit(path: hit.record.path, line: $0.line, text: $0.text, ranges: $0.ranges) }
  }

  package static func fields(in vault: any RecordVault) -> RecordFields<LineHit> {
    RecordFields(
      RecordFields.path(in: vault) { $0.path } + [
        .init("line") { .integer($0.line) },
        .init("column") { .integer($0.column) },
        .init("text") { .text($0.text) },
        .init("ranges") { .list($0.ranges.map(JSONValue.init(range:))) },
      ])
  }
}
