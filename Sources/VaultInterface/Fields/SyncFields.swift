import VaultCore
import VaultStore

extension RecordFields where Record == SyncOutcome {
  /// What a sync did, as one object.
  package static let sync = RecordFields([
    Field("branch") { .text($0.branch) },
    Field("upstream") { .text($0.upstream) },
    Field("state") { .text($0.sending.rawValue) },
    Field("commits") { .integer($0.commits) },
    Field("committed", members: ["state", "path"]) { .list($0.committed.map(change)) },
    Field("received", members: ["state", "path"]) { .list($0.received.map(change)) },
    Field("copies") { .list($0.copies.map { .text($0.text) }) },
    Field("conflicts", members: ["kind", "path"]) { outcome in
      .list(
        outcome.conflicts.map {
          .object([.init("kind", .text($0.kind.rawValue)), .init("path", .text($0.path.text))])
        })
    },
    Field("leftOut", members: ["reason", "path"]) { outcome in
      .list(
        outcome.leftOut.map {
          .object([.init("reason", .text($0.reason.rawValue)), .init("path", .text($0.path.text))])
        })
    },
    Field("merging") { .bool($0.isMerging) },
  ])

  private static func change(_ change: GitChange) -> JSONValue {
    .object([.init("state", .text(change.kind.rawValue)), .init("path", .text(change.path.text))])
  }
}
