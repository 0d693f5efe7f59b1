import VaultCore
import VaultStore

/// A file or folder that gets another address.
struct FileRename: Sendable, Hashable {
  let old: DocumentURI
  let new: DocumentURI

  /// Those that a request or notification is about; nil where it is about none.
  static func all(in parameters: RPCParameters) -> [FileRename]? {
    guard let files = parameters.json["files"]?.list else { return nil }
    let renames = files.compactMap { file -> FileRename? in
      guard let old = file["oldUri"]?.text, let new = file["newUri"]?.text else { return nil }
      return FileRename(old: DocumentURI(old), new: DocumentURI(new))
    }
    return renames.isEmpty ? nil : renames
  }
}

/// Files that the client renames because this server has said so, with the texts that it gets besides: whether it has made these
/// is seen from them.
struct OwnRename: Sendable {
  let renames: [FileRename]
  /// Numbers made of the texts, keyed by the path before the rename.
  private let texts: [NotePath: Int]

  /// Nil where no file is renamed.
  init?(_ renames: [FileRename], _ planned: PlannedChange) {
    guard !renames.isEmpty else { return nil }
    self.renames = renames
    texts = Dictionary(
      planned.texts.compactMap { text in text.from.map { ($0, text.after.hashValue) } }
    ) { first, _ in first }
  }

  /// True where these are its files, and all texts are by now as it made them.
  func isDone(_ asked: [FileRename], _ reader: VaultReader) throws -> Bool {
    // Without texts, what is found anew is the same.
    try !texts.isEmpty && Set(renames).isSuperset(of: asked)
      && texts.allSatisfy { path, number in try reader.bytes(ofNoteAt: path)?.hashValue == number }
  }
}

/// `workspace/willRenameFiles`: the edits of links, where a client is about to rename or move files or folders itself.
enum FileRenameMethod {
  static let method = LanguageMethod(name: "workspace/willRenameFiles", work: .plan(answer))

  /// The files that a client asks about, in the protocol's terms: links lead to files of all kinds.
  static let capability: JSONValue = .members(
    (
      "filters",
      .list([.members(("scheme", .text("file")), ("pattern", .members(("glob", .text("**")))))])
    ))

  private static func answer(_ request: LanguageRequest, _ editor: VaultEditor?) throws -> JSONValue {
    guard let editor, let place = request.workspace.place else { return .null }
    let renames = FileRename.all(in: request.parameters) ?? []
    // Helix asks once more about what it was told to rename.
    let isOwn = try editor.read { reader in try request.workspace.ownRenames.contains { try $0.isDone(renames, reader) }
    }
    if isOwn { return .null }
    // What leaves the vault, or comes into it, has no links that could follow; what is hidden or ignored is in none.
    let moves = try renames.compactMap { rename -> PathMoves.Move? in
      guard let old = place.path(of: rename.old), let new = place.path(of: rename.new), old != new,
        try editor.sees(old), try editor.sees(new)
      else { return nil }
      return (from: old, to: new)
    }
    guard !moves.isEmpty else { return .null }
    let title = "rename \(moves[0].from.text) \(moves[0].to.text)"
    let planned = try editor.move(moves, title: title, ChangeOptions(dryRun: true)).planned
    var edit = WorkspaceEdit(request.workspace)
    for text in planned.texts { try edit.change(text, planned) }
    return edit.isEmpty ? .null : edit.json
  }
}
