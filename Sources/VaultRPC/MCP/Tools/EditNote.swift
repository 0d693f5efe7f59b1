import VaultCore
import VaultStore

extension MCPTool {
  static let editNote = MCPTool(
    "edit_note", "Edit a note",
    "Replaces exact pieces of text. Each old_text must stand exactly once in the note; all edits are made, or none.",
    [.note, .etag, ToolParameter("edits", .edits(1...50), required: true), .dryRun], .changes(isIdempotent: false)
  ) { arguments, editor in
    let (path, address) = try editor.note(arguments.neededText("note"))
    return try editor.answer(arguments, about: path) {
      try $0.require(arguments.neededText("etag"), of: address)
      _ = try $0.replace(arguments.edits("edits"), in: address)
    }
  }
}

extension ToolParameter {
  static let etag = ToolParameter("etag", required: true, "From the last read of this note")
}
