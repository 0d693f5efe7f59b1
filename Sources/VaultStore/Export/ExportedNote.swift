import VaultCore

/// A note as it leaves the vault: all that lists say of it, and its text.
package struct ExportedNote: Sendable {
  package var record: NoteRecord
  /// Without the front matter; bytes that are no UTF-8 replaced.
  package var body: String
}
