import VaultCore
import VaultStore

extension RecordFields where Record == ExportedNote {
  /// The fields of a list's note, and its text.
  package static func exportedNote(in environment: VaultEnvironment) -> RecordFields {
    let note = RecordFields<NoteRecord>.note(in: environment).of { (exported: ExportedNote) in exported.record }
    return RecordFields(note + [Field("body") { .text($0.body) }])
  }
}
