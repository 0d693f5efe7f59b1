import VaultCore
import VaultStore

extension RecordFields where Record == TagCount {
  package static var tag: RecordFields {
    RecordFields([
      Field("tag") { .text($0.tag) },
      Field("count") { .integer($0.count) },
      Field("total") { .integer($0.total) },
    ])
  }
}
