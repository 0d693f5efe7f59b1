import VaultCore
import VaultStore

/// `workspace/symbol`: notes by name; headings behind `heading:`, tags behind `#`, tasks behind `!`.
///
/// What was typed before is at the beginning of the names that are given back, since clients drop names that what was typed
/// does not match.
enum WorkspaceSymbolMethod {
  static let method = LanguageMethod(
    name: "workspace/symbol", work: .vaults(most: most) { try symbols($0.parameters.text("query"), $0, $1) })

  static let most = 200

  /// The kinds of the protocol that come nearest.
  private enum Kind: Int {
    case note = 1  // File
    case heading = 15  // String
    case task = 17  // Boolean
    case tag = 22  // EnumMember
  }

  private static func symbols(
    _ query: String, _ request: LanguageRequest, _ reader: VaultReader
  ) throws -> [JSONValue] {
    let typed = query.drop(while: \.isWhitespace)
    func rest(_ sign: String) -> String? {
      typed.lowercased().hasPrefix(sign) ? String(typed.dropFirst(sign.count)) : nil
    }
    if let typed = rest("heading:") { return try headings(typed, request, reader) }
    if let typed = rest("#") { return try tags(typed, request, reader) }
    if let typed = rest("!") { return try tasks(typed, request, reader) }
    return try notes(String(typed), request, reader)
  }

  private static func json(_ name: String, _ kind: Kind, in container: String, _ place: Place) -> JSONValue {
    .members(
      ("name", .text(name)), ("kind", .integer(kind.rawValue)), ("location", place.location),
      ("containerName", .text(container)))
  }

  /// A line by its number, from 1.
  private static func place(
    ofLine line: Int, _ content: String, in path: NotePath, _ workspace: OpenWorkspace
  ) -> Place {
    let bytes = Array(content.utf8)
    let end = bytes.withUnsafeBufferPointer {
      PositionCoder(bytes, workspace.client.encoding).units(in: 0..<$0.count, $0)
    }
    return Place(
      workspace.uri(of: path),
      PositionRange(Position(line: line - 1, character: 0), Position(line: line - 1, character: end)))
  }

  // MARK: Notes

  private static func notes(
    _ typed: String, _ request: LanguageRequest, _ reader: VaultReader
  ) throws -> [JSONValue] {
    try request.names(reader).matches(typed, limit: most).map { match in
      let name: String
      switch match.name {
      case .alias(let alias): name = alias
      case .title: name = match.note.title
      case .path: name = typed.isEmpty ? match.note.title : match.note.path.withoutNoteExtension
      }
      return json(name, .note, in: match.note.path.text, request.workspace.beginning(of: match.note.path))
    }
  }

  // MARK: Headings

  /// All words that were typed begin words of the heading.
  private static func headings(
    _ typed: String, _ request: LanguageRequest, _ reader: VaultReader
  ) throws -> [JSONValue] {
    let words = typed.split(whereSeparator: \.isWhitespace).map(String.init)
    guard !words.isEmpty else { return [] }
    let workspace = request.workspace
    let found = try reader.mapHeadings(beginning: words, notes: most) { path, bytes, headings -> [JSONValue] in
      let coder = workspace.coder(of: path, bytes)
      return headings.map { span in
        json(
          "heading:" + span.heading.text, .heading, in: path.text,
          Place(workspace.uri(of: path), coder.range(span.range, in: bytes)))
      }
    }
    return Array(found.joined().prefix(most))
  }

  // MARK: Tags

  private static func tags(
    _ typed: String, _ request: LanguageRequest, _ reader: VaultReader
  ) throws -> [JSONValue] {
    let matcher = NameMatcher(typed)
    var folding = NameFolding()
    typealias Scored = (score: Int, tag: String, note: NotePath, count: Int)
    let scored = try reader.firstPlacesOfTags().compactMap { found -> Scored? in
      let folded = folding.folded(found.tag)
      return folded.withUnsafeBufferPointer { matcher.score($0) }.map { ($0, found.tag, found.note, found.count) }
    }
    let best = scored.enumerated().sorted { ($1.element.score, $0.offset) < ($0.element.score, $1.offset) }
      .prefix(most).map(\.element)
    let places = try places(of: best.map { (tag: $0.tag, note: $0.note) }, request.workspace, reader)
    return best.map { _, tag, note, count in
      json(
        "#" + tag, .tag, in: "\(count) \(count == 1 ? "note" : "notes")",
        places[LinkResolver.key(tag)] ?? request.workspace.beginning(of: note))
    }
  }

  /// Where each tag stands first in a note, keyed by the tag's key. Each note is read once.
  private static func places(
    of tags: [(tag: String, note: NotePath)], _ workspace: OpenWorkspace, _ reader: VaultReader
  ) throws -> [String: Place] {
    let wanted = Dictionary(grouping: tags, by: \.note).mapValues { Set($0.map { LinkResolver.key($0.tag) }) }
    let found = try reader.mapTexts(of: wanted.keys.sorted()) { path, bytes -> [(String, Place)] in
      let spans = NoteSpans(bytes, options: workspace.parsing)
      let coder = workspace.coder(of: path, bytes)
      return (spans.frontMatterTags + spans.tags).compactMap { span in
        let key = LinkResolver.key(span.tag)
        guard wanted[path]?.contains(key) == true else { return nil }
        return (key, Place(workspace.uri(of: path), coder.range(span.range, in: bytes)))
      }
    }
    return Dictionary(found.flatMap(\.1)) { first, _ in first }
  }

  // MARK: Tasks

  /// Open ones first.
  private static func tasks(
    _ typed: String, _ request: LanguageRequest, _ reader: VaultReader
  ) throws -> [JSONValue] {
    let matcher = NameMatcher(typed)
    var folding = NameFolding()
    typealias Scored = (score: Int, task: TaskItem)
    let found = try reader.reduceTasks(Query(), scope: .all, into: [Scored]()) { found, task in
      let folded = folding.folded(task.description)
      if let score = folded.withUnsafeBufferPointer({ matcher.score($0) }) { found.append((score, task)) }
    }
    let sorted = found.sorted { a, b in
      let (x, y) = (a.task, b.task)
      if x.status.type.isOpen != y.status.type.isOpen { return x.status.type.isOpen }
      return (b.score, x.path, x.line) < (a.score, y.path, y.line)
    }
    return sorted.prefix(most).map { _, task in
      json(
        "!" + task.description, .task, in: task.path.text,
        place(ofLine: task.line, task.raw, in: task.path, request.workspace))
    }
  }
}
