import VaultCore
import VaultStore

/// What a client is to change: a change that the vault has planned, in the client's own words.
///
/// Each edit is the smallest span that it was planned as, at the document's version where that is open.
struct WorkspaceEdit {
  private let workspace: OpenWorkspace
  private var edits: [(uri: DocumentURI, version: Int?, edits: [JSONValue])] = []
  /// Files that are made, with their texts.
  private var creations: [JSONValue] = []
  /// Files that get other names.
  private var renames: [JSONValue] = []

  /// Throws where the client cannot make the change, or has other texts by now than those that it was planned for.
  init(_ planned: PlannedChange, _ workspace: OpenWorkspace) throws(RPCError) {
    self.workspace = workspace
    for text in planned.texts { try add(text, planned) }
    for move in planned.moves {
      guard let old = move.from, let new = move.to else { throw Self.cannot("delete files") }
      try rename(old, to: new)
    }
  }

  /// One that changes nothing yet.
  init(_ workspace: OpenWorkspace) { self.workspace = workspace }

  /// A text with the place of its file.
  mutating func add(_ text: PlannedChange.Text, _ planned: PlannedChange) throws(RPCError) {
    switch (text.from, text.to) {
    case (nil, let new?): try create(new, text.after)
    case (let old?, let new?):
      try change(text, planned)
      if old != new { try rename(old, to: new) }
    default: throw Self.cannot("delete files")
    }
  }

  /// The text alone, wherever its file is to be.
  mutating func change(_ text: PlannedChange.Text, _ planned: PlannedChange) throws(RPCError) {
    if let path = text.from { try change(path, planned.edits(of: text), in: text.before) }
  }

  /// Changes an open document alone, which need not lie in a vault.
  init(_ changes: [TextEdit], of document: DocumentText, _ workspace: OpenWorkspace) throws(RPCError) {
    self.workspace = workspace
    guard !document.isInDoubt else {
      throw RPCError(
        .contentModified, "the document may be another text here than in the editor; save it, and try again")
    }
    let edits = changes.map { Self.edit($0, document.coder, document.bytes) }
    if !edits.isEmpty { self.edits = [(document.uri, document.version, edits)] }
  }

  private static func edit(
    _ edit: TextEdit, _ coder: PositionCoder, _ bytes: [UInt8], _ annotation: String? = nil
  ) -> JSONValue {
    .members(
      ("range", coder.range(edit.range, in: bytes).json),
      ("newText", .text(String(decoding: edit.replacement, as: UTF8.self))),
      ("annotationId", annotation.map { .text($0) }))
  }

  /// What is said of edits in notes that are not open.
  private static let others = "others"

  /// A client that can asks before it changes more notes than these that are not open.
  private static let mostUnasked = 10

  private static func cannot(_ what: String) -> RPCError {
    RPCError(.requestFailed, "this editor does not let a server \(what), so nothing is changed")
  }

  private mutating func change(_ path: NotePath, _ changes: [TextEdit], in bytes: [UInt8]) throws(RPCError) {
    let document = workspace.documents[path]
    if workspace.doubtful.contains(path) {
      throw RPCError(
        .contentModified, "\(path.text) may be another text here than in the editor; save it, and try again")
    }
    guard document.map({ $0.bytes == bytes }) ?? true else {
      throw RPCError(.contentModified, "\(path.text) has changed meanwhile")
    }
    let coder = workspace.coder(of: path, bytes)
    let note = document == nil && workspace.client.takesAnnotations ? Self.others : nil
    let edits = changes.filter { !$0.changesNothing }.map { Self.edit($0, coder, bytes, note) }
    if !edits.isEmpty { self.edits.append((workspace.uri(of: path), document?.version, edits)) }
  }

  private mutating func create(_ path: NotePath, _ bytes: [UInt8]) throws(RPCError) {
    guard workspace.client.createsFiles else { throw Self.cannot("create files") }
    let uri = workspace.uri(of: path)
    creations.append(.members(("kind", .text("create")), ("uri", .text(uri.text))))
    let start = Position(line: 0, character: 0)
    creations.append(
      Self.documentChange(
        uri, nil,
        [
          .members(
            ("range", PositionRange(start, start).json), ("newText", .text(String(decoding: bytes, as: UTF8.self))))
        ]))
  }

  mutating func rename(_ old: NotePath, to new: NotePath) throws(RPCError) {
    guard workspace.client.renamesFiles else { throw Self.cannot("rename files") }
    guard let place = workspace.place else { return }
    renames.append(
      .members(
        ("kind", .text("rename")), ("oldUri", .text(workspace.uri(of: old).text)),
        ("newUri", .text(place.uri(of: new).text))))
  }

  /// The open documents that are changed, and which text of theirs.
  var versions: [DocumentURI: Int] {
    Dictionary(edits.compactMap { edit in edit.version.map { (edit.uri, $0) } }) { first, _ in first }
  }

  var isEmpty: Bool { edits.isEmpty && creations.isEmpty && renames.isEmpty }

  /// What may fail, since a file is there by now, comes before what it takes out of other texts; then texts, under the names
  /// that they have now; then other names.
  var json: JSONValue {
    if workspace.client.takesDocumentChanges {
      let changes = creations + edits.map { Self.documentChange($0, $1, $2) } + renames
      return .members(("documentChanges", .list(changes)), ("changeAnnotations", annotations))
    }
    return .members(("changes", .object(edits.map { JSONValue.Member($0.uri.text, .list($0.edits)) })))
  }

  private var annotations: JSONValue? {
    let closed = edits.count { $0.version == nil }
    guard workspace.client.takesAnnotations, closed > 0 else { return nil }
    let others = JSONValue.members(
      ("label", .text("Links in notes that are not open")),
      ("description", .text(closed == 1 ? "1 note" : "\(closed) notes")),
      ("needsConfirmation", .bool(closed > Self.mostUnasked)))
    return .members((Self.others, others))
  }

  private static func documentChange(_ uri: DocumentURI, _ version: Int?, _ edits: [JSONValue]) -> JSONValue {
    .members(
      ("textDocument", .members(("uri", .text(uri.text)), ("version", .integer(version)))), ("edits", .list(edits)))
  }
}
