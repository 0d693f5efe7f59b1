import VaultCore
import VaultStore

extension MCPTool {
  static let createNote = MCPTool(
    "create_note", "Create a note", "Never overwrites.",
    [
      ToolParameter("title", required: true), ToolParameter("text", "Markdown, without front matter"),
      ToolParameter("folder"), ToolParameter("tags", .texts), ToolParameter("properties", .object), .dryRun,
    ], .adds
  ) { arguments, editor in
    var new = NewNote(title: arguments.neededText("title").trimmingWhitespace)
    guard new.title?.isEmpty == false else { throw NoTitleError() }
    new.text = arguments.text("text").map { Array($0.utf8) }
    new.folder = arguments.text("folder").flatMap { $0.isEmpty ? nil : $0 }
    new.tags = arguments.texts("tags")
    new.properties = try arguments.properties("properties")
    if !new.properties.contains(where: { $0.key.caseInsensitiveEquals("source") }) {
      new.properties.append(("source", .text("conversation")))
    }
    return try editor.answer(arguments, about: nil, named: new.title) { _ = try $0.make(new) }
  }
}
