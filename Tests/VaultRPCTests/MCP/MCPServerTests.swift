import Testing
import VaultCore
import VaultStore
import VaultTestSupport

@testable import VaultRPC

@Suite(.serialized) struct MCPServerTests {
  @Test func onlyReadersAreThereWithoutLeaveToWrite() throws {
    let mcp = try MCPUnderTest(["a.md": "a"]) { _ in }
    let names = try #require(mcp.ask("tools/list")["tools"]?.list).compactMap { $0["name"]?.text }
    #expect(
      names == ["search_notes", "read_note", "list_notes", "list_tasks", "get_links", "vault_overview"])
    let error = try #require(throws: RPCError.self) { try mcp.call("create_note", ("title", .text("x"))) }
    #expect(error.code == -32602)
    #expect(try mcp.call("vault_overview")["write"] == .list([]))
  }

  @Test func cursorsBelongToOneList() throws {
    let mcp = try MCPUnderTest()
    let page = try mcp.call("list_notes", ("limit", .integer(5)))
    let cursor = try #require(page["cursor"])
    #expect(try mcp.call("list_notes", ("limit", .integer(3)), ("cursor", cursor))["notes"]?.list?.count == 3)
    #expect(try mcp.word("list_notes", ("query", .text("salt")), ("cursor", cursor)) == "bad-argument")
    #expect(try mcp.word("list_tasks", ("cursor", cursor)) == "bad-argument")
    #expect(try mcp.word("list_notes", ("cursor", .text("x"))) == "bad-argument")
    let error = try #require(throws: RPCError.self) { try mcp.ask("tools/list", ("cursor", .text("x"))) }
    #expect(error.code == -32602)
  }

  @Test func pagesHaveEverythingOnce() throws {
    let mcp = try MCPUnderTest()
    func all(_ tool: String, _ list: String, _ key: String, _ more: (String, JSONValue?)) throws -> [String] {
      var (found, cursor): ([String], JSONValue?) = ([], nil)
      repeat {
        let page = try mcp.call(tool, more, ("limit", .integer(7)), ("cursor", cursor))
        found += try #require(page[list]?.list).compactMap { $0[key]?.text }
        cursor = page["cursor"]
        #expect(cursor != nil || found.count == page["total"]?.integer)
      } while cursor != nil
      return found
    }
    for (tool, list, key, more) in [
      ("list_notes", "notes", "path", ("query", JSONValue?.none)),
      ("list_notes", "notes", "path", ("sort", .text("-title"))),
      ("search_notes", "notes", "path", ("query", .text("salt OR bread OR the"))),
      ("list_tasks", "tasks", "task", ("query", .none)),
    ] {
      let found = try all(tool, list, key, more)
      #expect(found.count > 20 && Set(found).count == found.count, "\(tool) \(more)")
    }
  }

  @Test func argumentsAreChecked() throws {
    let mcp = try MCPUnderTest(["a.md": "a"])
    for (tool, arguments, words) in [
      ("search_notes", JSONValue.object([]), "query is missing; a text is expected"),
      ("search_notes", .members(("query", .integer(1))), "query takes a text"),
      (
        "search_notes", .members(("query", .text("a")), ("limit", .integer(51))),
        "limit takes a whole number from 1 to 50"
      ),
      ("search_notes", .members(("query", .text("a")), ("limt", .integer(1))), "did you mean limit?"),
      ("vault_overview", .members(("x", .integer(1))), "it takes none"),
      ("search_notes", .list([]), "an object is expected"),
      (
        "add_text", .members(("note", .text("a")), ("text", .text("x")), ("at", .text("middle"))), "at takes end, start"
      ),
      (
        "edit_note", .members(("note", .text("a")), ("etag", .text("x")), ("edits", .list([]))),
        "a list of 1 to 50 objects"
      ),
      ("search_notes", .members(("query", .text("due:never"))), "the query cannot be understood"),
    ] {
      let error = try #require(throws: MCPUnderTest.ToolError.self) { try mcp.call(tool, arguments) }
      #expect(error.word == "bad-argument" && error.sentence.contains(words), "\(error)")
    }
    // As some models write an argument that they leave out.
    #expect(try mcp.word("search_notes", ("query", .text("a")), ("limit", .null)) == nil)
    #expect(try mcp.word("search_notes", ("query", .text("a")), ("limit", .number("3.0"))) == nil)
    let long = JSONValue.text(String(repeating: "x", count: 300 << 10))
    #expect(try mcp.word("add_text", ("note", .text("a")), ("text", long)) == "too-large")
  }

  @Test func sixtyChangesAMinuteAreMade() throws {
    let mcp = try MCPUnderTest(["a.md": "a"])
    for number in 0..<60 {
      #expect(try mcp.word("add_text", ("note", .text("a")), ("text", .text("\(number)"))) == nil)
    }
    let error = try #require(throws: MCPUnderTest.ToolError.self) {
      try mcp.call("add_text", ("note", .text("a")), ("text", .text("61")))
    }
    #expect(error.word == "not-allowed" && error.sentence.contains("seconds"))
    #expect(try mcp.word("add_text", ("note", .text("a")), ("text", .text("61")), ("dry_run", .bool(true))) == nil)
    #expect(try !mcp.text("a.md").contains("61"))
  }

  @Test func aSecondIsNoMinute() throws {
    let quota = ChangeQuota()
    let begun = ContinuousClock.now
    for _ in 0..<60 { try quota.take(at: begun) }
    #expect(throws: ToolFailure.self) { try quota.take(at: begun + .seconds(59)) }
    try quota.take(at: begun + .seconds(60))
  }

  @Test func theHistoryNamesTheClient() throws {
    let mcp = try MCPUnderTest(["a.md": "a"])
    _ = try mcp.call("add_text", ("note", .text("a")), ("text", .text("x")))
    let entry = try #require(try mcp.history().first)
    #expect(entry.title == "mcp Tester: add_text a.md" && entry.actor == "mcp")
    mcp.isModern = false
    let name = "\u{1B}[31m" + String(repeating: "long ", count: 20) + "\u{202E}"
    _ = try mcp.ask(
      "initialize", ("protocolVersion", .text("2025-11-25")), ("clientInfo", .members(("name", .text(name)))))
    _ = try mcp.call("add_text", ("note", .text("a")), ("text", .text("y")))
    let title = try #require(try mcp.history().first).title
    #expect(title.hasPrefix("mcp ") && title.count < 80 && !title.contains("\u{1B}") && !title.contains("\u{202E}"))
  }
}
