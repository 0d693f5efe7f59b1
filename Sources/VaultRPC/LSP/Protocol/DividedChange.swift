import VaultCore
import VaultStore

/// A planned change, divided into what the client makes, and what the server has to write itself: what the client cannot do
/// with files, and texts of more notes than a client should have to open.
struct DividedChange: Sendable {
  /// What the server writes.
  struct Own: Sendable {
    let planned: PlannedChange
    let part: PlannedPart
    /// How many files that is about.
    let files: Int
    /// True where a person has to agree first.
    let needsConsent: Bool
    /// Notes that are open, and get another path.
    let moved: [Moved]
  }

  struct Moved: Sendable {
    let old: NotePath
    let new: NotePath
    let uri: DocumentURI
    /// As the client has it, and its number for that.
    let text: [UInt8]
    let version: Int
  }

  /// Nil where nothing is left to the client.
  let edit: JSONValue?
  /// The open documents that the client is to change, and which text of theirs.
  let versions: [DocumentURI: Int]
  /// Nil where the client makes all of it.
  let own: Own?
  /// What the client makes beside what the server writes; nil where one of both makes all of it.
  private(set) var shared: SharedChange?
  /// The files that the client is to rename, which it may ask about once more; nil where it renames none.
  let rename: OwnRename?

  init(_ planned: PlannedChange, _ workspace: OpenWorkspace) throws(RPCError) {
    let client = workspace.client
    let moves =
      planned.texts.compactMap { text in Self.pair(text.from, text.to) }
      + planned.moves.compactMap { move in Self.pair(move.from, move.to) }
    let movesHere = !moves.isEmpty && !client.renamesFiles
    let makesHere = planned.texts.contains { $0.from == nil } && !client.createsFiles
    let closed = planned.texts.count { text in
      text.from.map { workspace.documents[$0] == nil && text.before != text.after } ?? false
    }
    let isLarge = closed > workspace.settings.renameLimit
    guard movesHere || makesHere || isLarge else {
      let edit = try WorkspaceEdit(planned, workspace)
      (self.edit, versions, own) = (edit.isEmpty ? nil : edit.json, edit.versions, nil)
      rename = OwnRename(Self.renames(moves, workspace), planned)
      return
    }
    let moved =
      !movesHere
      ? []
      : moves.compactMap { old, new in
        workspace.documents[old].map { Moved(old: old, new: new, uri: $0.uri, text: $0.bytes, version: $0.version) }
      }
    let left = Set(workspace.documents.keys).subtracting(moved.map(\.old))
    var edit = WorkspaceEdit(workspace)
    for text in planned.texts where text.from.map(left.contains) == true { try edit.change(text, planned) }
    if !makesHere { for text in planned.texts where text.from == nil { try edit.add(text, planned) } }
    if !movesHere { for (old, new) in moves { try edit.rename(old, to: new) } }
    (self.edit, versions) = (edit.isEmpty ? nil : edit.json, edit.versions)
    rename = movesHere ? nil : OwnRename(Self.renames(moves, workspace), planned)
    var clients = SharedChange(renames: movesHere ? [] : moves.map(\.1))
    for text in planned.texts where text.from.map(left.contains) ?? !makesHere {
      guard text.before != text.after, let path = text.from ?? text.to else { continue }
      clients.texts.append((path, text.from == nil ? nil : text.before))
    }
    shared = clients.isEmpty ? nil : clients
    own = Own(
      planned: planned, part: PlannedPart(leavingOut: left, movesFiles: movesHere, makesFiles: makesHere),
      files: closed + (movesHere ? moves.count : 0), needsConsent: isLarge, moved: moved)
  }

  private static func renames(_ moves: [(NotePath, NotePath)], _ workspace: OpenWorkspace) -> [FileRename] {
    moves.compactMap { old, new in
      workspace.place.map { FileRename(old: workspace.uri(of: old), new: $0.uri(of: new)) }
    }
  }

  private static func pair(_ old: NotePath?, _ new: NotePath?) -> (NotePath, NotePath)? {
    guard let old, let new, old != new else { return nil }
    return (old, new)
  }
}

/// What the client has made of a change that the server has written the rest of.
struct SharedChange: Sendable {
  /// Where notes were and what they said before; no text for those that it has made, which are where they are now.
  var texts: [(path: NotePath, before: [UInt8]?)] = []
  /// The new paths of files that it has given others.
  var renames: [NotePath]

  var isEmpty: Bool { texts.isEmpty && renames.isEmpty }

  /// False where all is as it was before. Else something may be as the client made it, and the history knows the server's
  /// part alone.
  func stands(_ reader: VaultReader) throws -> Bool {
    try renames.contains { try reader.isFile(at: $0) }
      || texts.contains { path, before in try reader.bytes(ofNoteAt: path) != before }
  }
}
