import VaultCore
import VaultStore

extension RecordFields where Record == SearchHit {
  /// A note that a search found: the note's fields, its snippet around a match, and what the search adds.
  package static func searchHit(in vault: any RecordVault) -> RecordFields {
    let note = RecordFields<NoteRecord>.note(in: vault).of { (hit: SearchHit) in hit.record }
    return RecordFields(
      note.map { $0.name == "snippet" ? Field("snippet") { .text(Preview($0).snippet) } : $0 } + [
        Field("score") { .number($0.score) },
        Field("matched") { .text($0.missing.isEmpty ? "all" : "some") },
        Field("missing") { .texts($0.missing) },
        Field("matches") { .list($0.matches.map(JSONValue.init(match:))) },
        Field("state") { _ in .text(Preview.State.found.rawValue) },
      ])
  }
}

extension JSONValue {
  /// `{line, text, ranges}`, the ranges in bytes of UTF-8; `before` and `after` with the lines that `--context` asks for.
  fileprivate init(match: LineMatch) {
    var members = [
      Member("line", .integer(match.line)), Member("text", .text(match.text)),
      Member("ranges", .list(match.ranges.map(JSONValue.init(range:)))),
    ]
    if !match.before.isEmpty { members.append(Member("before", .texts(match.before))) }
    if !match.after.isEmpty { members.append(Member("after", .texts(match.after))) }
    self = .object(members)
  }
}
