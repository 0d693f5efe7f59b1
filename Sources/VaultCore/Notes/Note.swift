/// Everything that reading a note finds out. A value: nothing of it depends on the clock or on other notes.
package struct Note: Sendable, Hashable {
  package var path: NotePath
  package var frontMatter: FrontMatter
  package var title: String
  /// Front matter `id`.
  package var id: String?
  /// As first seen, without `#`, front matter's before the text's, each once in any case.
  package var tags: [String] = []
  package var aliases: [String] = []
  /// As written; nil where the note has none.
  package var category: String?
  package var source: String?
  package var pinned: Bool = false
  package var favorite: Bool = false
  package var created: NoteDate
  package var updated: NoteDate
  package var summary: String?
  package var actionItems: [String] = []
  package var headings: [Heading] = []
  package var links: [Link] = []
  package var tagOccurrences: [TagOccurrence] = []
  package var blockIDs: [BlockID] = []
  package var tasks: [TaskItem] = []
  package var diagnostics: [Diagnostic] = []
  /// The body's bytes in the file.
  package var bodyRange: SourceRange
  package var words: Int = 0
  /// The body's first 200 characters or so, white space collapsed.
  package var snippet: String = ""

  /// What a note without `category` counts as, and what `category:` finds it by.
  package static let defaultCategory = "other"
  /// What a note without `source` counts as.
  package static let defaultSource = "manual"
}
