import VaultCore
import VaultStore

extension RecordFields where Record == RelatedNote {
  /// The note's fields, how close it is, and what is shared.
  package static func related(in vault: any RecordVault) -> RecordFields {
    let note = RecordFields<NoteRecord>.note(in: vault).of { (related: RelatedNote) in related.record }
    return RecordFields(
      note + [
        Field("score") { .number($0.score) },
        Field("shared", members: ["linked", "links", "tags"]) { related in
          .object([
            .init("linked", .bool(related.isLinked)), .init("links", .texts(related.links.map(\.text))),
            .init("tags", .texts(related.tags)),
          ])
        },
      ])
  }
}
