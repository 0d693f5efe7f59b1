import VaultCore
import VaultStore

extension RecordFields where Record == NoteLink {
  package static func link(in vault: any RecordVault) -> RecordFields {
    RecordFields(
      path(in: vault) { $0.source } + [
        Field("title") { .text($0.title) },
        Field("line") { .integer($0.link.location.line) },
        Field("column") { .integer($0.link.location.column) },
        Field("kind") { .text($0.link.kind.rawValue) },
        Field("target") { .text($0.link.target) },
        Field("text") { .text($0.link.text) },
        Field("resolved") { .text($0.resolved?.text) },
        Field("missing") { .text($0.missing?.rawValue) },
      ])

  }
}

extension RecordFields where Record == LinkPlace {
  package static func backlink(in vault: any RecordVault) -> RecordFields {
    RecordFields(
      path(in: vault) { $0.link.source } + [
        Field("title") { .text($0.link.title) },
        Field("line") { .integer($0.link.link.location.line) },
        Field("column") { .integer($0.link.link.location.column) },
        Field("kind") { .text($0.link.link.kind.rawValue) },
        Field("target") { .text($0.link.link.target) },
        Field("text") { .text($0.text) },
      ])

  }
}

extension RecordFields where Record == UnlinkedMention {
  package static func mention(in vault: any RecordVault) -> RecordFields {
    RecordFields(
      path(in: vault) { $0.source } + [
        Field("title") { .text($0.title) },
        Field("line") { .integer($0.mention.location.line) },
        Field("column") { .integer($0.mention.location.column) },
        Field("text") { .text($0.mention.text) },
        Field("ranges") { .list($0.mention.ranges.map(JSONValue.init(range:))) },
        Field("name") { .text($0.mention.name) },
      ])

  }
}
