import VaultCore
import VaultStore

/// `textDocument/rename` and `prepareRename`: what stands under the cursor and nothing else. In a link that is the note, or
/// the heading or block that its `#` part names.
enum RenameMethod {
  static let method = LanguageMethod(name: "textDocument/rename", work: .command(rename))
  static let preparing = LanguageMethod(name: "textDocument/prepareRename", work: .vault(prepare))

  /// What is renamed.
  private enum Subject {
    case note(NotePath)
    case heading(String, line: Int, of: NotePath)
    case block(String, of: NotePath)
    case tag(String)
  }

  // MARK: Preparing

  private static func prepare(_ request: LanguageRequest, _ reader: VaultReader?) throws -> JSONValue {
    guard let standing = try Standing(at: request.offset, request) else { return .null }
    if case .label(let label) = standing {
      let name = String(decoding: try request.text.bytes[label.range], as: UTF8.self)
      return .members(("range", try request.text.range(label.range).json), ("placeholder", .text(name)))
    }
    guard let reader, let subject = try subject(of: standing, request, reader) else { return .null }
    let name =
      switch subject {
      case .note(let path): path.stem
      case .heading(let text, _, _): text
      case .block(let id, _): id
      case .tag(let tag): tag
      }
    return .members(
      ("range", try request.text.range(standing.range).json), ("placeholder", .text(name)))
  }

  /// Nil where nothing can be renamed.
  private static func subject(
    of standing: Standing, _ request: LanguageRequest, _ reader: VaultReader
  ) throws -> Subject? {
    switch standing {
    case .tag(let tag, _): return .tag(tag)
    case .heading(let heading, _): return .heading(heading.text, line: heading.line, of: request.path)
    case .blockID(let id, _): return .block(id.id, of: request.path)
    case .taskID, .label, .link(_, .text, _): return nil
    case .link(let span, let part, _):
      guard let (path, anchor) = try DefinitionMethod.target(of: span.link, request, reader) else { return nil }
      if part == .path { return .note(path) }
      guard let bytes = try reader.bytes(ofNoteAt: path) else { return nil }
      let note = NoteParser(options: request.workspace.parsing).structure(of: bytes, path: path)
      if case .block(let id) = anchor { return note.line(of: anchor) == nil ? nil : .block(id, of: path) }
      guard let line = note.line(of: anchor), let heading = note.headings.first(where: { $0.line == line }) else {
        return nil
      }
      return .heading(heading.text, line: line, of: path)
    }
  }

  // MARK: Renaming

  private static let nothing = RPCError(.requestFailed, "nothing that can be renamed stands here")

  /// The client gets the edit as the answer where it makes all of it.
  private static func rename(_ request: LanguageRequest, _ editor: VaultEditor?) throws -> CommandResult {
    let name = try request.parameters.text("newName")
    if case .label(let label) = try Standing(at: request.offset, request) {
      let text = try request.text
      let edits = try LabelRename.edits(of: label.label, label.kind, to: name, in: text.bytes)
      return CommandResult(
        value: try WorkspaceEdit(edits, of: text, request.workspace).json, versions: [text.uri: text.version])
    }
    guard let editor else { throw nothing }
    let change = try DividedChange(planned(name, request, editor), request.workspace)
    if change.own != nil { return CommandResult(change: change, label: "rename to \(name)") }
    return CommandResult(value: change.edit ?? .null, versions: change.versions, rename: change.rename)
  }

  private static func planned(
    _ name: String, _ request: LanguageRequest, _ editor: VaultEditor
  ) throws -> PlannedChange {
    guard let standing = try Standing(at: request.offset, request) else { throw nothing }
    guard let subject = try editor.read({ try self.subject(of: standing, request, $0) }) else { throw nothing }
    let options = ChangeOptions(dryRun: true)
    switch subject {
    case .note(let path):
      if name.utf8.contains(0x2F) { return try editor.move([path.text], to: name, options).planned }
      return try editor.rename([path.text], title: "rename \(path.text) \(name)", options) { _, _ in name }.planned
    case .heading(let text, let line, let path):
      return try editor.renameHeading(text, line: line, of: path.text, to: name, options).planned
    case .tag(let tag): return try editor.renameTag(tag, to: name, options).planned
    case .block(let id, let path):
      let name = name.hasPrefix("^") ? String(name.dropFirst()) : name
      return try editor.renameBlock(id, of: path.text, to: name, options).planned
    }
  }
}
