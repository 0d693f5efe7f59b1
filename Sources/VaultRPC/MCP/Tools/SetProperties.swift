import VaultCore
import VaultStore

extension MCPTool {
  static let setProperties = MCPTool(
    "set_properties", "Set properties and tags", "Front matter only; the text stays.",
    [
      .note, ToolParameter("set", .object), ToolParameter("unset", .texts), ToolParameter("add_tags", .texts),
      ToolParameter("remove_tags", .texts), ToolParameter("etag"), .dryRun,
    ], .changes(isIdempotent: true)
  ) { arguments, editor in
    let (path, address) = try editor.note(arguments.neededText("note"))
    let set = try arguments.properties("set")
    let (unset, add, remove) = (
      arguments.texts("unset"), arguments.texts("add_tags"), arguments.texts("remove_tags")
    )
    guard (1...100).contains(set.count + unset.count + add.count + remove.count) else {
      throw ToolFailure(.badArgument, "1 to 100 properties and tags are changed at once; say which")
    }
    return try editor.answer(arguments, about: path) {
      if let etag = arguments.text("etag") { try $0.require(etag, of: address) }
      for (key, value) in set { _ = try $0.set(key, to: value, in: [address]) }
      for key in unset { _ = try $0.unset(key, in: [address]) }
      for tag in add { _ = try $0.addTag(tag, to: [address]) }
      for tag in remove { _ = try $0.removeTag(tag, from: [address]) }
    }
  }
}
