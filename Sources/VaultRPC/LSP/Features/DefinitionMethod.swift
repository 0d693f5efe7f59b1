import VaultCore
import VaultStore

/// `textDocument/definition`: what a link leads to, and the task that another one waits for.
enum DefinitionMethod {
  static let method = LanguageMethod(name: "textDocument/definition", work: .vault(answer), doesAlone: true)

  private static func answer(_ request: LanguageRequest, _ reader: VaultReader?) throws -> JSONValue {
    guard let standing = try Standing(at: request.offset, request) else { return .null }
    let places = try places(of: standing, request, reader)
    guard !places.isEmpty else { return .null }
    let origin = try request.text.range(standing.origin)
    return .list(places.map { request.client.takesLocationLinks ? $0.link(from: origin) : $0.location })
  }

  static func places(
    of standing: Standing, _ request: LanguageRequest, _ reader: VaultReader?
  ) throws -> [Place] {
    switch standing {
    case .link(let span, _, _):
      guard let (path, anchor) = try target(of: span.link, request, reader) else { return [] }
      return [try place(of: anchor, in: path, request, reader)]
    case .taskID(let id, let isOwn, _):
      // From the task that waits to the one that it waits for, and back.
      guard isOwn else { return try tasks(withID: id, request, reader) }
      return try reader?.tasks(waitingFor: id).map { try place(of: $0, request, reader) } ?? []
    case .label(let label):
      guard !label.isDefinition, let definition = try definition(of: label, request) else { return [] }
      return [Place(try request.text.uri, try request.text.range(definition.range))]
    case .tag(let tag, _):
      return try reader.map { try ReferencesMethod.places(ofTag: tag, request, $0) } ?? []
    case .heading(_, let range), .blockID(_, let range):
      return [Place(try request.text.uri, try request.text.range(range))]
    }
  }

  /// The first of several, which is the one that counts.
  static func definition(of label: LabelOccurrence, _ request: LanguageRequest) throws -> LabelOccurrence? {
    try request.text.labels.first { $0.isDefinition && $0.names(label) }
  }

  /// The file that a link leads to, and what it names there. A document that belongs to no vault knows itself alone.
  static func target(
    of link: Link, _ request: LanguageRequest, _ reader: VaultReader?
  ) throws -> (path: NotePath, anchor: LinkTarget.Anchor)? {
    guard !link.isExternal else { return nil }
    let resolver = try reader?.linkResolver ?? LinkResolver(InMemoryLinkDirectory(paths: [request.path]))
    let found = resolver.resolve(target: link.target, kind: link.kind, from: request.path)
    return found.path.map { ($0, found.anchor) }
  }

  private static func place(
    of anchor: LinkTarget.Anchor, in path: NotePath, _ request: LanguageRequest, _ reader: VaultReader?
  ) throws -> Place {
    let bytes = try path == request.path ? request.text.bytes : reader?.bytes(ofNoteAt: path)
    return request.workspace.place(of: anchor, in: path, bytes)
  }

  private static func tasks(
    withID id: String, _ request: LanguageRequest, _ reader: VaultReader?
  ) throws -> [Place] {
    guard let reader else {
      return try request.note.tasks.filter { $0.id == id }.map { try place(of: $0, request.text) }
    }
    return try reader.tasks(bearing: id).map { try place(of: $0, request, reader) }
  }

  /// The line of a task.
  static func place(of task: TaskItem, _ request: LanguageRequest, _ reader: VaultReader?) throws -> Place {
    guard let bytes = try reader?.bytes(ofNoteAt: task.path) else { return request.workspace.beginning(of: task.path) }
    let coder = request.workspace.coder(of: task.path, bytes)
    let content = coder.content(ofLine: task.line - 1, in: bytes)
    return Place(request.workspace.uri(of: task.path), coder.range(content, in: bytes))
  }

  private static func place(of task: TaskItem, _ text: DocumentText) throws -> Place {
    Place(text.uri, text.range(text.content(ofLine: task.line)))
  }
}

extension LabelOccurrence {
  /// True for places of one label.
  func names(_ other: LabelOccurrence) -> Bool {
    kind == other.kind && label.utf8.elementsEqual(other.label.utf8)
  }
}

extension Standing {
  /// What a client underlines: all of a link, else the thing itself.
  var origin: SourceRange { if case .link(let span, _, _) = self { span.range } else { range } }
}
