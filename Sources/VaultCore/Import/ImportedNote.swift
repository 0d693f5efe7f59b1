/// A note from elsewhere, before it has a file.
package struct ImportedNote: Hashable, Sendable {
  package struct Entry: Hashable, Sendable {
    package var key: String
    package var value: PropertyValue
  }

  /// Where it wants to be, relative to the vault's root, with its extension; nil where nothing was said, or nothing
  /// that is allowed.
  package var path: String?
  package var title: String?
  /// As it came, byte for byte.
  package var body: [UInt8]
  package var id: String?
  package var tags: [String] = []
  package var aliases: [String] = []
  package var category: String?
  package var source: String?
  package var pinned = false
  package var favorite = false
  package var created: NoteDate?
  package var updated: NoteDate?
  /// When the app last showed it to an assistant or a person; no part of the note's text.
  package var referenced: NoteDate?
  package var summary: String?
  package var actionItems: [String] = []
  /// Whatever else it has, in order. Of a note that vault exported: its whole front matter, from which the fields above
  /// were read.
  package var properties: [Entry] = []
  package var isExport = false

  /// What the file's time of modification should be set to: the time that the note had from its file and not from its
  /// front matter. Nil where that says all, or nothing is known.
  package var modified: NoteDate? {
    guard isExport else { return updated }
    if !has(Self.updatedKeys) { return updated }
    return has(Self.createdKeys) ? nil : created
  }

  static let createdKeys = ["created", "date", "created_at", "createdAt"]
  static let updatedKeys = ["updated", "modified", "lastmod", "updated_at", "updatedAt"]

  /// Returns true when the properties have one of the keys.
  func has(_ keys: [String]) -> Bool {
    properties.contains { property in keys.contains { $0.caseInsensitiveEquals(property.key) } }
  }
}
