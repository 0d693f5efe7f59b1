/// What lists, searches and JSON say of a note: its metadata without its text. The index keeps one for each note.
package struct NoteRecord: Sendable, Hashable {
  package var path: NotePath
  package var title: String
  package var id: String?
  package var tags: [String] = []
  package var aliases: [String] = []
  package var category: String?
  package var source: String?
  package var pinned = false
  package var favorite = false
  package var created: NoteDate
  package var updated: NoteDate
  package var summary: String?
  package var actionItems: [String] = []
  /// The front matter as JSON text.
  package var properties = Array("{}".utf8)
  package var words = 0
  package var bodyBytes = 0
  /// SHA-256 of the file, 32 bytes; empty for a file that was not read.
  package var hash: [UInt8] = []
  package var snippet = ""
  package var warnings: [Diagnostic] = []
  package var linkCount = 0
  package var hasAttachment = false
  package var taskCount = 0
  /// True when it may hold properties and links that are not known: all of a file that was not read, front matter in
  /// TOML or that does not parse.
  package var isPartlyRead: Bool
}

extension NoteRecord {
  package init(_ note: Note, hash: [UInt8]) {
    var properties: [UInt8] = []
    PropertyValue.map(note.frontMatter.properties).appendJSON(to: &properties)
    let frontMatter = note.frontMatter
    self.init(
      path: note.path, title: note.title, id: note.id, tags: note.tags, aliases: note.aliases, category: note.category,
      source: note.source, pinned: note.pinned, favorite: note.favorite, created: note.created, updated: note.updated,
      summary: note.summary, actionItems: note.actionItems, properties: properties, words: note.words,
      bodyBytes: note.bodyRange.count, hash: hash, snippet: note.snippet, warnings: note.diagnostics,
      linkCount: note.links.count,
      hasAttachment: note.links.contains { !$0.isExternal && Self.namesAttachment($0) }, taskCount: note.tasks.count,
      isPartlyRead: frontMatter.format == .toml || (frontMatter.properties.isEmpty && !frontMatter.diagnostics.isEmpty))
  }

  /// A file that is listed by its name only: too large, or unreadable.
  package init(unread path: NotePath, modified: Int64, created: Int64, warning: Diagnostic) {
    self.init(path: path, title: path.stem, created: .instant(created), updated: .instant(modified))
    warnings = [warning]
  }

  /// One of which not more is known.
  package init(path: NotePath, title: String, created: NoteDate, updated: NoteDate) {
    self.init(path: path, title: title, created: created, updated: updated, isPartlyRead: true)
  }

  /// Returns true when a link's target has the extension of a file that is no note.
  private static func namesAttachment(_ link: Link) -> Bool {
    let path = link.target.utf8.prefix { $0 != 0x23 }
    let name = path[(path.lastIndex(of: 0x2F).map(path.index(after:)) ?? path.startIndex)...]
    guard let dot = name.lastIndex(of: 0x2E), dot != name.startIndex else { return false }
    let suffix = name[name.index(after: dot)...]
    guard (1...5).contains(suffix.count),
      suffix.allSatisfy(\.isASCIILetterOrDigit)
    else { return false }
    return !NotePath.isNoteName(name)
  }
}
