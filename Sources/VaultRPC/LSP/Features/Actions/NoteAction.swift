import VaultCore
import VaultStore

/// A change that is offered at a place of a note: what it is, as a value that goes to the client and comes back when somebody
/// has chosen it.
struct NoteAction: Sendable, Hashable {
  /// What `text` and `word` are is said where an action has them.
  enum Name: String, Sendable, CaseIterable {
    case toggleTask, makeTask, makeItem
    /// The kind of date, and the day; no day takes the date away.
    case setDate
    /// The priority.
    case setPriority
    /// The other note's path.
    case moveTask
    /// The path in the link, and a template.
    case createNote
    /// The note's path from the root.
    case createNoteAt
    /// The path of the other note, and the heading there; no heading leaves that part of the link as it is.
    case linkTo
    case changeSyntax, inlineEmbed
    /// The path of the note that is named.
    case linkMention, linkMentions
    case linkAllMentions
    /// The key.
    case addKey
    /// The tag.
    case addTag
    /// The alias, and the path of the note that gets it.
    case addAlias
    /// The day, and what was written.
    case fixDate
    case renameAfterTitle, alignTable
    /// None, and the id that is expected; nil for whichever.
    case addBlockID
    /// What is left in the section's place.
    case extractSection
    /// The order.
    case sortList
  }

  /// How editors sort what is offered.
  enum Kind: String, Sendable {
    case quickFix = "quickfix"
    case rewrite = "refactor.rewrite"
    case extract = "refactor.extract"
    case inline = "refactor.inline"
  }

  let name: Name
  /// Counted from 1, as the column.
  var line = 1
  var column = 1
  var text: String?
  var word: String?

  init(_ name: Name, line: Int, text: String? = nil, word: String? = nil) {
    (self.name, self.line, self.text, self.word) = (name, line, text, word)
  }

  init(_ name: Name, at place: SourceLocation, text: String? = nil, word: String? = nil) {
    self.init(name, line: place.line, text: text, word: word)
    column = place.column
  }

  var place: SourceLocation { SourceLocation(line: line, column: column) }

  var kind: Kind {
    switch name {
    case .createNote, .createNoteAt, .linkTo, .fixDate, .addKey: .quickFix
    case .extractSection: .extract
    case .inlineEmbed: .inline
    default: .rewrite
    }
  }

  /// True where files are made or get other names, which not all clients can do.
  var touchesFiles: Bool {
    switch name {
    case .createNote, .createNoteAt, .renameAfterTitle, .extractSection: true
    default: false
    }
  }

  // MARK: As data

  var json: JSONValue {
    .members(
      ("action", .text(name.rawValue)), ("line", .integer(line)), ("column", .integer(column)),
      ("text", text.map { .text($0) }), ("word", word.map { .text($0) }))
  }

  /// Reads what `json` gave; it may come from anybody.
  init(_ json: JSONValue) throws(RPCError) {
    let data = RPCParameters(json)
    guard let name = Name(rawValue: try data.text("action")) else { throw Self.malformed }
    let (line, column) = (try data.integer("line"), try data.integer("column"))
    guard (1...Self.most).contains(line), (1...Self.most).contains(column) else { throw Self.malformed }
    self.init(
      name, at: SourceLocation(line: line, column: column),
      text: json["text"] == nil ? nil : try data.text("text"), word: json["word"] == nil ? nil : try data.text("word"))
  }

  /// No text has more lines than these, and no line more bytes.
  private static let most = Int(Int32.max)

  static var malformed: RPCError { RPCError(.invalidParams, "the action is none of this server's") }

  /// Throws where the action says nothing that it needs.
  var neededText: String {
    get throws(RPCError) {
      guard let text else { throw Self.malformed }
      return text
    }
  }
}
