import VaultCore
import VaultInterface
import VaultStore

extension MCPTool {
  static let vaultOverview = MCPTool(
    "vault_overview", "Overview",
    "Folders with counts, frequent tags and properties, task counts, today's date, and where you may write.", [],
    output: [
      ToolOutput("today", "string", required: true), ToolOutput("folders", "array"), ToolOutput("tags", "array"),
      ToolOutput("tasks", "object"), ToolOutput("write", "array", required: true),
    ]
  ) { _, look in
    let reader = look.reader
    let tags = try reader.tags().filter { $0.count > 0 }.sorted { ($1.total, $0.tag) < ($0.total, $1.tag) }
    let properties = try reader.properties().sorted { ($1.count, $0.key) < ($0.count, $1.key) }
    let folders = try reader.folders().filter { $0.total > 0 }
    let calendar = try TaskCounts(reader)
    let room = (look.room - ToolReader.frame) / 4
    func list(_ values: [JSONValue]) -> JSONValue { .list(Array(values.prefix(values.fitting(room)))) }
    return .members(
      ("today", .text(look.vault.environment.today.description)), ("notes", .integer(try reader.count(Query()))),
      (
        "folders",
        list(folders.prefix(200).map { .members(("path", look.path($0.path)), ("notes", .integer($0.notes))) })
      ),
      (
        "tags",
        list(tags.prefix(50).map { .members(("tag", look.text($0.tag, most: 100)), ("notes", .integer($0.total))) })
      ),
      (
        "properties",
        list(
          properties.prefix(30).map { .members(("key", look.text($0.key, most: 100)), ("notes", .integer($0.count))) })
      ),
      ("tasks", JSONValue(calendar)),
      (
        "write",
        .list(
          (look.server.writeFolders.map { $0.isEmpty ? [NotePath("")] : $0 } ?? []).map { folder in
            .text(UnseenCharacters.shown(folder.text + "/"))
          })
      ))
  }
}
