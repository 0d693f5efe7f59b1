import VaultCore
import VaultStore

extension MCPTool {
  static let moveNote = MCPTool(
    "move_note", "Move or rename a note", "Every link to it follows.",
    [.note, ToolParameter("to", required: true, "New path, or a folder ending with /"), .dryRun],
    .changes(isIdempotent: true)
  ) { arguments, editor in
    let (path, address) = try editor.note(arguments.neededText("note"))
    let target = arguments.neededText("to")
    guard !target.trimmingWhitespace.isEmpty else {
      throw ToolFailure(.badArgument, "to is empty; give the new path, or a folder ending with /")
    }
    return try editor.answer(arguments, about: path) { _ = try $0.move([address], to: target) }
  }
}
