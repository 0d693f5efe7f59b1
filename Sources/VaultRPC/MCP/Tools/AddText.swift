import VaultCore
import VaultStore

extension MCPTool {
  static let addText = MCPTool(
    "add_text", "Add text to a note", "At the end or start of a note or section. Lists and tables go on as such.",
    [
      .note, ToolParameter("text", required: true), .section,
      ToolParameter("at", .choice(["end", "start"], usual: "end")),
      ToolParameter("create_section", .flag(usual: nil)), .dryRun,
    ], .adds
  ) { arguments, editor in
    let (path, address) = try editor.note(arguments.neededText("note"))
    let section = arguments.section(creates: arguments.flag("create_section") == true)
    return try editor.answer(arguments, about: path) {
      _ = try $0.insert(
        Array(arguments.neededText("text").utf8), arguments.choice("at") == "start" ? .prepend : .append,
        under: section, in: [address])
    }
  }
}
