import VaultCore
import VaultStore

/// `textDocument/references`: the links to a note, heading or block, the places of a tag, the tasks that wait for one.
///
/// On the first line, and on the first heading, the note itself is meant.
enum ReferencesMethod {
  static let method = LanguageMethod(name: "textDocument/references", work: .vault(answer))

  private static func answer(_ request: LanguageRequest, _ reader: VaultReader?) throws -> JSONValue {
    let offset = try request.offset
    let standing = try Standing(at: offset, request)
    let includesOwn = request.parameters.json[path: ["context", "includeDeclaration"]]?.isTrue == true
    if case .label(let label) = standing {
      let labels = try request.text.labels.filter { $0.names(label) && (includesOwn || !$0.isDefinition) }
      return .list(try labels.map { try place($0.range, request).location })
    }
    guard let reader else { return try ownPlaces(request) }
    return .list(try places(of: standing, at: offset, includesOwn, request, reader).map(\.location))
  }

  private static func places(
    of standing: Standing?, at offset: Int, _ includesOwn: Bool, _ request: LanguageRequest, _ reader: VaultReader
  ) throws -> [Place] {
    switch standing {
    case .link(let span, let part, _):
      guard let (path, anchor) = try DefinitionMethod.target(of: span.link, request, reader) else { return [] }
      return try links(to: path, part == .path ? .none : anchor, request, reader)
    case .tag(let tag, _): return try self.places(ofTag: tag, request, reader)
    case .blockID(let id, let range):
      let own = includesOwn ? [try place(range, request)] : []
      return try own + links(to: request.path, .block(id.id), request, reader)
    case .taskID(let id, let isOwn, _):
      let bearers = try isOwn && !includesOwn ? [] : reader.tasks(bearing: id)
      return try (bearers + reader.tasks(waitingFor: id)).map { try DefinitionMethod.place(of: $0, request, reader) }
    case .heading(let heading, let range) where !isFirst(heading, try request.note):
      let own = includesOwn ? [try place(range, request)] : []
      let lines = AnchorLines(try request.note)
      return try own
        + links(to: request.path, .none, request, reader) { lines.line(of: $0.anchor) == heading.line }
    case .label: return []
    case .heading, nil:
      guard try standing != nil || request.text.line(at: offset) == 1 else { return [] }
      return try links(to: request.path, .none, request, reader)
    }
  }

  /// True for the heading that stands for the whole note.
  static func isFirst(_ heading: Heading, _ note: Note) -> Bool { note.headings.first == heading }

  private static func place(_ range: SourceRange, _ request: LanguageRequest) throws -> Place {
    Place(try request.text.uri, try request.text.range(range))
  }

  /// The links to a file from all notes, its own among them; to what an anchor names in it, where there is one.
  static func links(
    to path: NotePath, _ anchor: LinkTarget.Anchor, _ request: LanguageRequest, _ reader: VaultReader,
    where isMeant: (NoteLink) -> Bool = { _ in true }
  ) throws -> [Place] {
    var links = try reader.backlinks(ofNoteAt: path) + reader.links(within: path)
    if anchor != .none {
      guard let bytes = try reader.bytes(ofNoteAt: path) else { return [] }
      let note = NoteParser(options: request.workspace.parsing).structure(of: bytes, path: path)
      let lines = AnchorLines(note)
      let line = lines.line(of: anchor)
      links = links.filter { link in line.map { lines.line(of: link.anchor) == $0 } ?? (link.anchor == anchor) }
    }
    return try places(of: links.filter(isMeant), request, reader)
  }

  /// Where links stand, with their brackets. The notes that they stand in are read for it, on all cores.
  static func places(of links: [NoteLink], _ request: LanguageRequest, _ reader: VaultReader) throws -> [Place] {
    let byNote = Dictionary(grouping: links, by: \.source)
    let wanted = byNote.mapValues { Set($0.map(\.link.location)) }
    let workspace = request.workspace
    let found = try reader.mapTexts(of: byNote.keys.sorted()) { path, bytes -> [Place] in
      let coder = workspace.coder(of: path, bytes)
      return NoteSpans(bytes, options: workspace.parsing).links.filter {
        wanted[path]?.contains($0.link.location) == true
      }
      .map { Place(workspace.uri(of: path), coder.range($0.range, in: bytes)) }
    }
    return found.flatMap(\.1)
  }

  /// The places of a tag and of those below it, in all notes.
  static func places(ofTag tag: String, _ request: LanguageRequest, _ reader: VaultReader) throws -> [Place] {
    let workspace = request.workspace
    return try reader.mapPlaces(ofTag: tag) { path, bytes, tags in
      let coder = workspace.coder(of: path, bytes)
      return tags.map { Place(workspace.uri(of: path), coder.range($0.range, in: bytes)) }
    }.flatMap(\.self)
  }

  /// The links of a document that belongs to no vault to its own headings and blocks.
  private static func ownPlaces(_ request: LanguageRequest) throws -> JSONValue {
    guard let standing = try Standing(at: request.offset, request) else { return .list([]) }
    let (text, lines) = (try request.text, AnchorLines(try request.note))
    let line: Int?
    switch standing {
    case .heading(let heading, _): line = heading.line
    case .blockID(let id, _): line = id.line
    case .link(let span, _, _):
      line = try DefinitionMethod.target(of: span.link, request, nil).flatMap { lines.line(of: $0.anchor) }
    case .tag(let tag, _):
      let key = LinkResolver.key(tag)
      let tags = text.spans(request.workspace.parsing).tags.filter { LinkResolver.key($0.tag) == key }
      return .list(tags.map { Place(text.uri, text.range($0.range)).location })
    case .taskID, .label: line = nil
    }
    guard let line else { return .list([]) }
    return .list(
      try text.spans(request.workspace.parsing).links.filter { span in
        try DefinitionMethod.target(of: span.link, request, nil).flatMap { lines.line(of: $0.anchor) } == line
      }.map { Place(text.uri, text.range($0.range)).location })
  }
}
