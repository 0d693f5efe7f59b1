import VaultCore
import VaultStore

extension MCPTool {
  static let undoChange = MCPTool(
    "undo_change", "Undo", "Takes back a change made through this server.",
    [ToolParameter("change", .integer, required: true, "From its result")],
    .changes(isIdempotent: true)
  ) { arguments, editor in
    try editor.undo(arguments.number("change"), arguments)
  }
}
