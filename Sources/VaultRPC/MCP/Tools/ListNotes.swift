import VaultCore
import VaultInterface
import VaultStore

extension MCPTool {
  static let listNotes = MCPTool(
    "list_notes", "List notes",
    "Previews: pinned first, then the newest. The query language of search_notes filters.",
    [
      ToolParameter("query"), ToolParameter("sort", "updated, -created, title, path …"),
      ToolParameter(
        "referenced", .flag(usual: nil), "Those that assistants used in the last seven days, newest first"),
      .limit(1...100, 20), .cursor,
    ], output: ToolOutput.notes
  ) { arguments, look in
    let question = arguments.question("query", "sort", "referenced")
    let place = try arguments.place(in: question)
    let query = try look.vault.query(arguments.text("query") ?? "")
    let keys = try arguments.text("sort").map { try look.vault.sortKeys($0, option: "sort") } ?? []
    return try look.list("notes", limit: arguments.number("limit"), question) { limit in
      guard arguments.flag("referenced") == true else {
        return try look.reader.list(query, sort: keys, limit: limit, after: place)
      }
      let page = try look.reader.referencedNotes(query, sort: keys, limit: limit, after: place)
      return ListPage(entries: page.entries.map(\.record), total: page.total, next: page.next)
    } json: {
      look.preview(Preview($0))
    }
  }
}
