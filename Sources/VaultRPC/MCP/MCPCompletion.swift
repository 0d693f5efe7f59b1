import VaultCore
import VaultInterface
import VaultStore

extension MCPServer {
  private static let mostCompletions = 100

  /// Paths of notes and tags, for what a person types into a host. Throws −32602 for what has no values to offer.
  func completionQuestion(_ call: Call) throws(RPCError) -> Question<Result<JSONValue, RPCError>> {
    let parameters = RPCParameters(call.params)
    let kind = try parameters.text("ref", "type")
    let (name, typed) = (try parameters.text("argument", "name"), try parameters.text("argument", "value"))
    let isPath: Bool
    switch kind {
    case "ref/resource":
      let template = Self.resourceTemplates["resourceTemplates"]?.list?.first?["uriTemplate"]?.text
      guard try parameters.text("ref", "uri") == template, name == "path" else {
        throw RPCError(.invalidParams, "there is no such template; resources/templates/list has those that there are")
      }
      isPath = true
    case "ref/prompt":
      let prompt = try parameters.text("ref", "name")
      guard let known = MCPPrompt.all.first(where: { $0.name == prompt }),
        known.arguments.contains(where: { $0.name == name })
      else { throw RPCError(.invalidParams, "there is no such prompt, or it has no such argument") }
      isPath = name == "note"
      guard isPath || name == "tag" else {
        return Question { _ in .success(Self.completion([], total: 0)) }
      }
    default:
      throw RPCError(.invalidParams, "ref.type takes ref/prompt or ref/resource, not \"\(ShownName.quoted(kind))\"")
    }
    return Question { reader in
      let typed = UnseenCharacters.read(typed)
      let room = ToolReader(reader, self).room
      if isPath {
        let query = typed.isEmpty ? Query() : Query().adding(.named(.path, .text(typed)))
        let page = try reader.list(query, limit: Self.mostCompletions)
        return .success(Self.completion(page.records.map(\.path.text), total: page.total, room: room))
      }
      let key = LinkResolver.key(typed)
      let tags = try reader.tags().map(\.tag).filter { LinkResolver.key($0).hasPrefix(key) }
      return .success(Self.completion(Array(tags.prefix(Self.mostCompletions)), total: tags.count, room: room))
    }
  }

  /// As many of the values as there is room for.
  private static func completion(_ values: [String], total: Int, room: Int = 0) -> JSONValue {
    let texts = values.map { JSONValue.text(UnseenCharacters.shown($0)) }
    let values = texts.prefix(texts.fitting(room - ToolReader.frame))
    return .members(
      (
        "completion",
        .members(
          ("values", .list(Array(values))), ("total", .integer(total)),
          ("hasMore", .bool(total > values.count)))
      ))
  }
}
