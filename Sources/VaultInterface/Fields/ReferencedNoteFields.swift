import VaultCore
import VaultStore

extension RecordFields where Record == ReferencedNote {
  /// The note's fields, and when it was last referenced, in the user's zone.
  package static func referencedNote(in vault: any RecordVault) -> RecordFields {
    let environment = vault.environment
    let note = RecordFields<NoteRecord>.note(in: vault).of { (note: ReferencedNote) in note.record }
    return RecordFields(
      note + [Field("lastReferenced") { .text(NoteDate.instant($0.milliseconds).iso8601(in: environment.offset)) }])
  }
}
