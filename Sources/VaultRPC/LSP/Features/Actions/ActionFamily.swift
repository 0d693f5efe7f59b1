import VaultCore
import VaultStore

/// Actions about one kind of thing: which of them are offered at a place, and what each would change.
protocol ActionFamily {
  static func offers(at site: ActionSite) throws -> [ActionOffer]
  /// Is asked about the family's own actions alone.
  static func planned(_ action: NoteAction, in path: NotePath, _ editor: VaultEditor) throws -> PlannedChange
}

struct ActionOffer: Sendable {
  var title: String
  var action: NoteAction
  var isPreferred = false
}

/// The place that actions are offered for.
struct ActionSite {
  let request: LanguageRequest
  let reader: VaultReader
  let text: DocumentText
  let note: Note
  let offset: Int
  /// Counted from 1.
  let line: Int
  let standing: Standing?

  init(at position: Position, _ request: LanguageRequest, _ reader: VaultReader) throws {
    (self.request, self.reader, text, note) = (request, reader, try request.text, try request.note)
    offset = text.offset(of: position)
    line = text.line(at: offset)
    standing = try Standing(at: offset, request)
  }

  var path: NotePath { request.path }

  /// The link that the place is in.
  var link: NoteSpans.LinkSpan? { if case .link(let span, _, _)? = standing { span } else { nil } }

  /// The task in the line.
  var task: TaskItem? { note.tasks.first { $0.line == line } }

  /// The heading in the line.
  var heading: Heading? { note.headings.first { $0.line == line } }

  /// True in the first line of a list's item.
  var isItem: Bool {
    switch text.kind(ofLine: line) {
    case .bullet, .ordered, .task: true
    default: false
    }
  }

  var isInFrontMatter: Bool { note.frontMatter.format != .none && note.frontMatter.range.contains(offset) }
}

extension NoteAction {
  static var families: [any ActionFamily.Type] {
    [LinkActions.self, MentionActions.self, TaskActions.self, PropertyActions.self, TextActions.self]
  }

  private var family: any ActionFamily.Type {
    switch name {
    case .toggleTask, .setDate, .setPriority, .moveTask, .makeTask, .makeItem: TaskActions.self
    case .createNote, .createNoteAt, .linkTo, .changeSyntax, .inlineEmbed: LinkActions.self
    case .linkMention, .linkMentions, .linkAllMentions: MentionActions.self
    case .addKey, .addTag, .addAlias: PropertyActions.self
    case .fixDate, .renameAfterTitle, .addBlockID, .alignTable, .extractSection, .sortList: TextActions.self
    }
  }

  /// What the action would change.
  func planned(in path: NotePath, _ editor: VaultEditor) throws -> PlannedChange {
    try family.planned(self, in: path, editor)
  }

  /// The line is no longer what the action was offered for.
  var outdated: OutdatedLineError { OutdatedLineError(line: line) }

  /// One edit of the line's content; nil from `make` where the line is no longer what the action was offered for.
  func planned(
    in path: NotePath, _ editor: VaultEditor, _ title: String, _ make: ([UInt8], SourceRange) -> TextEdit?
  ) throws -> PlannedChange {
    try editor.edit(path, title: "\(title) in line \(line)", ChangeOptions(dryRun: true)) { bytes in
      guard let edit = make(bytes, PositionCoder(bytes, .utf8, hidesMark: true).content(ofLine: line - 1, in: bytes))
      else {
        throw outdated
      }
      return [edit]
    }.planned
  }
}
