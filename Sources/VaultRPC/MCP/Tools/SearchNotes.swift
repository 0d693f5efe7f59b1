import VaultCore
import VaultInterface
import VaultStore

extension MCPTool {
  static let searchNotes = MCPTool(
    "search_notes", "Search notes",
    "Ranked search. Words, \"phrases\", OR, -not, tag:x, path:x, title:x, [property:value], updated:this-week, is:pinned, "
      + "has:task. Returns previews with the matching lines; read_note gives the text.",
    [
      ToolParameter("query", required: true), .limit(1...50, 8),
      ToolParameter("lines", .number(0...10, usual: 3), "Matching lines for each note"), .cursor,
    ], output: ToolOutput.notes
  ) { arguments, look in
    let question = arguments.question("query")
    let query = try look.vault.query(arguments.neededText("query"))
    let lines = arguments.number("lines")
    // Those that have some of the words are better than none. They never come behind those that have all, so that pages go on in one
    // order.
    var options = SearchOptions(
      breadth: .all(orSomeBelow: 1), respells: true, after: try arguments.place(in: question), linesPerHit: lines)
    var found: SearchResult?
    let list = try look.list("notes", limit: arguments.number("limit"), question) { limit in
      options.limit = limit
      let result = try look.reader.search(query, options: options)
      found = result
      return ListPage(entries: result.hits, total: result.total, next: result.next)
    } json: {
      look.preview(Preview($0), matches: lines > 0 ? $0.matches : nil)
    }
    look.reference(found?.hits.map(\.record.path) ?? [])
    let remarks =
      query.warnings.map(\.message) + (found?.respellings.map(\.remark) ?? [])
      + [found?.widening?.remark].compactMap(\.self)
    return list.adding("notices", remarks.isEmpty ? nil : .list(remarks.prefix(5).map { look.text($0) }))
  }
}
