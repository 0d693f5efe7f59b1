import VaultCore
import VaultStore

extension RecordFields where Record == RemoteOutcome {
  /// What a sync with a server of notes did, as one object.
  package static let remote = RecordFields([
    Field("remote") { .text($0.remote) },
    Field("received", members: ["state", "path"]) { .list($0.received.map(change)) },
    Field("sent", members: ["state", "path"]) { .list($0.sent.map(change)) },
    Field("copies") { .list($0.copies.map { .text($0.text) }) },
    Field("refused", members: ["path", "reason"]) { .list($0.refused.map(trouble)) },
    Field("leftAlone", members: ["path", "reason"]) { .list($0.leftOut.map(trouble)) },
    Field("paused") { .list($0.paused.map { .text($0.text) }) },
    Field("oddities") { .texts($0.oddities) },
    Field("deletions") { .integer($0.deletions) },
    Field("waiting") { .integer($0.waiting) },
    Field("synced") { .text($0.synced.map { NoteDate.instant($0).iso8601(in: { _ in 0 }) }) },
  ])

  private static func change(_ change: RemoteOutcome.Change) -> JSONValue {
    .object([.init("state", .text(change.kind.rawValue)), .init("path", .text(change.path.text))])
  }

  private static func trouble(_ trouble: RemoteOutcome.Trouble) -> JSONValue {
    .object([.init("path", .text(trouble.path?.text)), .init("reason", .text(trouble.reason))])
  }
}
