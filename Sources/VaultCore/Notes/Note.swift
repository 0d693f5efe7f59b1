/// Everything that reading a note finds out. A value: nothing of it depends on the clock or on other notes.
package struct Note: Sendable, Hashable {
  package var path: NotePath
  package var frontMatter: FrontMatter
  package var title: String
  /// Front matter `id`.
  package var id: String?
  /// As first seen, without `#`, front matter's before the text's, each once in any case.
  package var tags: [String]
  package var aliases: [String]
  /// As written; nil where the note has none.
  package var category: String?
  package var source: String?
  package var pinned: Bool
  package var favorite: Bool
  package var created: NoteDate
  package var updated: NoteDate
  package var summary: String?
  package var actionItems: [String]
  package var headings: [Heading]
  package var links: [Link]
  package var tagOccurrences: [TagOccurrence]
  package var blockIDs: [BlockID]
  package var tasks: [TaskItem]
  package var diagnostics: [Diagnostic]
  /// The body's bytes in the file.
  package var bodyRange: SourceRange
  package var words: Int
  /// The body's first 200 characters or so, white space collapsed.
  package var snippet: String

  package init(
    path: NotePath, frontMatter: FrontMatter, title: String, id: String? = nil,
    tags: [String] = [], aliases: [String] = [], category: String? = nil, source: String? = nil,
    pinned: Bool = false, favorite: Bool = false, created: NoteDate, updated: NoteDate,
    summary: String? = nil, actionItems: [String] = [], headings: [Heading] = [],
    links: [Link] = [], tagOccurrences: [TagOccurrence] = [], blockIDs: [BlockID] = [],
    tasks: [TaskItem] = [], diagnostics: [Diagnostic] = [], bodyRange: SourceRange, words: Int = 0,
    snippet: String = ""
  ) {
    self.path = path
    self.frontMatter = frontMatter
    self.title = title
    self.id = id
    self.tags = tags
    self.aliases = aliases
    self.category = category
    self.source = source
    self.pinned = pinned
    self.favorite = favorite
    self.created = created
    self.updated = updated
    self.summary = summary
    self.actionItems = actionItems
    self.headings = headings
    self.links = links
    self.tagOccurrences = tagOccurrences
    self.blockIDs = blockIDs
    self.tasks = tasks
    self.diagnostics = diagnostics
    self.bodyRange = bodyRange
    self.words = words
    self.snippet = snippet
  }

  /// What a note without `category` counts as, and what `category:` finds it by.
  package static let defaultCategory = "other"
  /// What a note without `source` counts as.
  package static let defaultSource = "manual"
}
