import Testing
import VaultCore
import VaultInterface
import VaultTestSupport

@testable import VaultWeb

/// The resource of the app NoteApp, as its client asks for it.
@Suite(.serialized) struct NoteAppAPITests {
  let web: WebUnderTest

  init() throws {
    web = try WebUnderTest([
      "Old.md": "---\ncreated: 2020-01-02\nid: old-1\ntags: [a, b]\n---\r\nBody\r\nmore\r\n",
      "Plain.md": "---\ncreated: 2021-01-02\n---\nJust text\n",
    ])
  }

  private func send(
    _ method: WebRequest.Method, _ target: String = "", _ body: String = "",
    fields: [(name: String, value: String)] = []
  ) async throws -> (status: Int, value: JSONValue) {
    let response = await web.ask(
      method, "/todoapp/v1/notes" + target, fields: [("content-type", "application/json")] + fields, body: body)
    return (response.status, response.text.isEmpty ? .null : try JSONReader.read(Array(response.text.utf8)))
  }

  @Test func listsAndPages() async throws {
    let (status, list) = try await send(.get)
    #expect(status == 200 && list.list?.compactMap { $0["name"]?.text } == ["Plain", "Old"])
    let old = try #require(list.list?.last)
    #expect(old.members?.map(\.name) == ["id", "name", "details", "isFav", "isSynced", "createdAt", "tags"])
    #expect(old["details"]?.text == "Body\r\nmore\r\n" && old["createdAt"] == .number("1577923200"))
    #expect(try await send(.get, "?page=2&limit=1").value.list?.count == 1)
    #expect(try await send(.get, "?page=3&limit=1").value.list == [])
    #expect(try await send(.get, "?page=0").status == 422)
    #expect(try await send(.get, "/none").status == 404)
  }

  @Test func changesWhatIsNamedAlone() async throws {
    let (status, value) = try await send(
      .put, "/old-1",
      #"{"id": "old-1", "details": "Body\nnew\n", "isFav": true, "isSynced": false, "tags": ["b", "c"]}"#)
    #expect(status == 200 && value["isFav"] == .bool(true) && value["tags"] == .texts(["b", "c"]))
    #expect(
      try web.text("Old.md")
        == "---\ncreated: 2020-01-02\nid: old-1\ntags: [b, c]\nfavorite: true\n---\r\nBody\r\nnew\r\n")
    // Taken back as the one change that it was.
    _ = await web.ask(.post, "/api/v1/undo", fields: [("content-type", "application/json")], body: "{}")
    #expect(try web.text("Old.md") == "---\ncreated: 2020-01-02\nid: old-1\ntags: [a, b]\n---\r\nBody\r\nmore\r\n")
    let stale = try await send(.put, "/old-1", #"{"details": "x"}"#, fields: [("if-match", "\"00\"")])
    #expect(stale.status == 412)
    #expect(try await send(.delete, "/old-1", "", fields: [("if-match", "\"00\"")]).status == 412)
    #expect(try await send(.put, "/old-1", #"{"details": " "}"#).status == 422)
    #expect(try await send(.post, "", #"{"id": "old-1", "name": "Another"}"#).status == 409)
    // What the text said itself is said above it once the text is gone.
    #expect(try await send(.put, "/old-1", ##"{"details": "with #inline", "tags": ["inline"]}"##).status == 200)
    #expect(
      try await send(.put, "/old-1", #"{"details": "without", "tags": ["inline"]}"#).value["tags"] == .texts(["inline"])
    )
    #expect(try await send(.put, "/old-1", #"{"createdAt": -1}"#).status == 422)
  }

  @Test func anIdIsWrittenAtTheFirstChange() async throws {
    let id = try #require(try await send(.get).value.list?.first?["id"]?.text)
    #expect(try !web.text("Plain.md").contains(id))
    // As clients send what they got: nothing of it is new.
    let same =
      #"{"id": "\#(id)", "name": "Plain", "details": "Just text\n", "isFav": false, "createdAt": 1609545600.0, "tags": []}"#
    #expect(try await send(.put, "/\(id)", same).status == 200)
    #expect(try web.text("Plain.md") == "---\ncreated: 2021-01-02\n---\nJust text\n")
    #expect(try await send(.put, "/\(id)", #"{"name": "New name"}"#).status == 200)
    #expect(try web.text("Plain.md") == "---\ncreated: 2021-01-02\nid: \(id)\ntitle: New name\n---\nJust text\n")
    #expect(try await send(.get, "/\(id)").value["name"]?.text == "New name")
  }

  @Test func makesAndDeletes() async throws {
    let (status, value) = try await send(
      .post, "", #"{"name": "Made", "details": "Text", "isFav": true, "createdAt": 1700000000, "tags": ["x"]}"#)
    #expect(status == 201 && value["name"]?.text == "Made" && value["createdAt"] == .number("1700000000"))
    let id = try #require(value["id"]?.text)
    #expect(try web.text("Made.md").contains("id: \(id)\n"))
    #expect(await web.ask(.delete, "/todoapp/v1/notes/\(id)").status == 204)
    #expect(try await send(.get, "/\(id)").status == 404)
    #expect(try await send(.post, "", #"{"name": " ", "details": "\n"}"#).status == 422)
    #expect(try await send(.post, "/x", "{}").status == 405)
  }

  /// A client that hears no answer sends its note once more.
  @Test func whatIsSentTwiceIsMadeOnce() async throws {
    let key = [(name: "idempotency-key", value: "n-1")]
    let body = #"{"id": "own-1", "name": "Once", "details": "Text"}"#
    let first = try await send(.post, "", body, fields: key)
    let second = try await send(.post, "", body, fields: key)
    #expect(first.status == 201 && second.status == 201 && first.value == second.value)
    #expect(try await send(.get).value.list?.count { $0["name"]?.text == "Once" } == 1)
    #expect(try await send(.post, "", #"{"name": "Other"}"#, fields: key).status == 422)
    #expect(try await send(.post, "", body).status == 409)
    // The server was started anew: only the history knows of it.
    let other = WebApplication(
      session: web.application.session, options: web.application.options,
      token: AccessToken(text: web.token, path: "token"), environment: web.application.environment)
    let third = await other.respond(
      to: WebRequest(
        .post, "/todoapp/v1/notes", hosts: [WebUnderTest.host],
        fields: key + [("content-type", "application/json"), ("authorization", "Bearer \(web.token)")],
        body: WebRequest.Body { try $0(Array(body.utf8)) }))
    #expect(try third.status == 201 && JSONReader.read(Array(third.text.utf8)) == first.value)
  }
}
