import VaultCore
import VaultStore

extension RecordFields where Record == ExportedNote {
  /// The fields of a list's note, and its text. What leaves this machine does not say where it lay on it.
  package static func exportedNote(in vault: any RecordVault) -> RecordFields {
    let note = RecordFields<NoteRecord>.note(in: vault).of { (exported: ExportedNote) in exported.record }
    return RecordFields(note.filter { $0.name != "absPath" && $0.name != "uri" } + [Field("body") { .text($0.body) }])
  }
}
