import Testing
import VaultCore
import VaultTestSupport

@testable import VaultWeb

/// Changes that are not made, and what a program hears of it.
@Suite(.serialized) struct RefusedChangesTests {
  private let web: WebUnderTest

  init() throws { web = try WebUnderTest(["a.md": "alpha\n", "b.md": "see [[a]]\n"]) }

  private func send(
    _ method: WebRequest.Method, _ target: String, _ body: String = "{}", type: String = "application/json"
  ) async -> WebResponse {
    await web.ask(method, "/api/v1/" + target, fields: [("content-type", type)], body: body)
  }

  private func detail(_ response: WebResponse) throws -> String {
    try #require(try JSONReader.read(Array(response.text.utf8))["detail"]?.text)
  }

  /// Whoever misspells `dry_run` does not want a change.
  @Test(
    arguments: [
      (.delete, "notes/a.md?dryrun=true", "did you mean dry_run?"), (.patch, "notes/a.md?plam=x", "did you mean plan?"),
      (.delete, "trash/x?dry_run=true", "no parameter dry_run"),
      (.put, "files/a.png?overwrite=true", "no parameter overwrite"),
      (.post, "undo?number=1", "no parameter number"),
    ] as [(WebRequest.Method, String, String)])
  func parametersThatNobodyKnows(method: WebRequest.Method, target: String, words: String) async throws {
    let response = await send(method, target, #"{"addTags": ["x"]}"#)
    #expect(response.status == 422)
    let detail = try detail(response)
    #expect(detail.contains(words) && detail.hasSuffix("Nothing was done."), "\(detail)")
    #expect(try web.text("a.md") == "alpha\n")
  }

  @Test func aFileIsShownBeforeItIsPut() async throws {
    let dry = await send(.put, "files/new.txt?dry_run=true", "hello\n", type: "text/plain")
    #expect(dry.status == 200 && dry.text.contains("+hello"), "\(dry.text)")
    #expect(throws: (any Error).self) { try web.text("new.txt") }
    let plan = try #require(try JSONReader.read(Array(dry.text.utf8))["plan"]?.text)
    #expect(await send(.put, "files/new.txt?plan=\(plan)", "other\n", type: "text/plain").status == 412)
    let put = await send(.put, "files/new.txt?plan=\(plan)", "hello\n", type: "text/plain")
    #expect(put.status == 201 && put["vault-change"] != nil)
    #expect(try web.text("new.txt") == "hello\n")
  }

  @Test func whatOthersChangedIsNotUndone() async throws {
    #expect(
      await send(
        .post, "batch",
        #"""
        {"operations": [{"method": "PATCH", "path": "notes/a.md", "body": {"set": {"k": 1}}},
          {"method": "PATCH", "path": "notes/b.md", "body": {"set": {"k": 1}}}]}
        """#
      ).status == 200)
    let mine = try web.text("a.md")
    try web.folder.write(mine.replacing("k: 1", with: "k: 2"), to: "vault/a.md")
    let refused = await send(.post, "undo")
    #expect(refused.status == 409)
    #expect(try detail(refused).contains("a.md: was changed since"))
    #expect(try web.text("b.md").contains("k: 1"))
    #expect(await send(.post, "undo", #"{"keepChanged": true}"#).status == 200)
    #expect(try web.text("a.md").contains("k: 2") && web.text("b.md") == "see [[a]]\n")
  }

  @Test func withoutItsBaseATextIsNotMerged() async throws {
    let etag = try #require(await web.ask(.get, "/api/v1/notes/a.md")["etag"])
    try web.folder.write("alpha\n\nmore\n", to: "vault/a.md")
    func put(_ body: String) async -> WebResponse {
      await web.ask(
        .put, "/api/v1/notes/a.md", fields: [("content-type", "application/json"), ("if-match", etag)], body: body)
    }
    let refused = await put(#"{"text": "alpha!\n"}"#)
    #expect(refused.status == 412)
    #expect(try detail(refused).contains("With the base"))
    #expect(await put(#"{"text": "alpha!\n", "base": "alpha\n"}"#).status == 200)
    #expect(try web.text("a.md") == "alpha!\n\nmore\n")
  }

  @Test(arguments: ["application/json; charset=latin1", "application/json;charset=\"UTF-16\"", "text/json", ""])
  func otherTypesAndEncodings(type: String) async throws {
    #expect(await send(.patch, "notes/a.md", #"{"addTags": ["x"]}"#, type: type).status == 415)
    let app = await web.ask(
      .post, "/todoapp/v1/notes", fields: [("content-type", type)], body: #"{"name": "x"}"#)
    #expect(app.status == 415)
    #expect(try web.text("a.md") == "alpha\n")
  }

  @Test(arguments: ["application/json; charset=utf-8", "Application/JSON;charset=\"UTF-8\""])
  func theSameTypeInOtherWords(type: String) async throws {
    #expect(await send(.patch, "notes/a.md", #"{"addTags": ["x"]}"#, type: type).status == 200)
  }

  @Test(arguments: [
    ("notes/a.md", #"{"method": "PATCH", "path": "notes/a.md", "body": {"addTags": ["x"]}}"#, "a.md"),
    ("notes/a.md", #"{"method": "POST", "path": "notes/A.md/text", "body": {"text": "x"}}"#, "a.md"),
    ("folders/F", #"{"method": "POST", "path": "notes/F/c.md/text", "body": {"text": "x"}}"#, "F/c.md"),
    ("notes/t.md", #"{"method": "POST", "path": "tasks/t.md:1/toggle"}"#, "t.md"),
    ("folders/F", #"{"method": "POST", "path": "notes", "body": {"title": "x", "folder": "F"}}"#, "F"),
  ])
  func aBatchChangesNothingThatItDeletes(deleted: String, operation: String, named: String) async throws {
    try web.folder.write("gamma\n", to: "vault/F/c.md")
    try web.folder.write("- [ ] task\n", to: "vault/t.md")
    let refused = await send(
      .post, "batch", #"{"operations": [{"method": "DELETE", "path": "\#(deleted)"}, \#(operation)]}"#)
    #expect(refused.status == 409)
    #expect(try detail(refused) == "Operation 1: \(named): is deleted by the same change; change it before that.")
    #expect(try web.text("a.md") == "alpha\n" && web.text("F/c.md") == "gamma\n")
    #expect(try web.text("t.md") == "- [ ] task\n")
  }

  @Test func parametersThatAreThereTwice() async throws {
    #expect(await send(.delete, "notes/a.md?dry_run=false&dry_run=true").status == 422)
    let app = await web.ask(
      .post, "/todoapp/v1/notes?dry_run=true", fields: [("content-type", "application/json")], body: #"{"name": "x"}"#)
    #expect(app.status == 422 && app.text.contains("Nothing was done."))
    #expect(try web.text("a.md") == "alpha\n")
  }

  @Test func aNoteSaysWhereItIsFrom() async throws {
    #expect(await send(.post, "notes", #"{"title": "Clip", "source": "web"}"#).status == 201)
    #expect(try web.text("Clip.md").contains("source: web"))
  }

  @Test func aBatchTellsOfAMovedNoteOnce() async throws {
    let done = await send(
      .post, "batch",
      #"""
      {"operations": [{"method": "PATCH", "path": "notes/a.md", "body": {"path": "Sub/a.md"}},
        {"method": "PATCH", "path": "notes/a.md", "body": {"addTags": ["x"]}}]}
      """#)
    let records = try #require(try JSONReader.read(Array(done.text.utf8)).list)
    #expect(records.count == 1 && records[0]["path"]?.text == "Sub/a.md" && records[0]["from"]?.text == "a.md")
    #expect(try web.text("Sub/a.md").contains("x"))
  }
}
