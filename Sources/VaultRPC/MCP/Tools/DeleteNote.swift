import VaultCore
import VaultStore

extension MCPTool {
  static let deleteNote = MCPTool(
    "delete_note", "Delete a note", "Into the vault's trash; undo_change brings it back.", [.note, .etag, .dryRun],
    .changes(isIdempotent: true)
  ) { arguments, editor in
    let (path, address) = try editor.note(arguments.neededText("note"))
    return try editor.answer(arguments, about: path) {
      try $0.require(arguments.neededText("etag"), of: address)
      _ = try $0.delete(named: [address])
    }
  }
}
