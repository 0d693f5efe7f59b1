import Testing
import VaultCore
import VaultInterface
import VaultTestSupport

@testable import VaultWeb

/// What leaves a vault by the API, and what comes into it.
@Suite(.serialized) struct TransferAPITests {
  let web: WebUnderTest

  init() throws { web = try WebUnderTest() }

  private func send(_ method: WebRequest.Method, _ target: String, _ body: String = "{}") async -> WebResponse {
    await web.ask(method, "/api/v1/" + target, fields: [("content-type", "application/json")], body: body)
  }

  private func get(_ target: String) async -> WebResponse { await web.ask(.get, "/api/v1/" + target) }

  private func json(_ response: WebResponse) throws -> JSONValue { try JSONReader.read(Array(response.text.utf8)) }

  @Test func notesAndTasksGoOutAndComeIn() async throws {
    let out = try json(await get("export?q=path:Recipes/"))
    #expect(try #require(out.list).allSatisfy { $0["body"]?.text != nil && $0["absPath"] == nil })
    let body = JSONValue.object([
      .init("notes", out), .init("into", .text("Copies")), .init("tags", .texts(["copied"])),
    ])
    let done = await send(.post, "import", String(decoding: body.bytes, as: UTF8.self))
    #expect(done.status == 200, "\(done.text)")
    #expect(try json(await get("notes?q=tag:copied&envelope=true"))["total"] == .number("\(out.list?.count ?? 0)"))
    #expect(await get("export?format=todotxt").text.contains("due:2026-03-14"))
    let calendar = await get("export?format=ics")
    #expect(calendar["content-type"] == MediaType.calendar && calendar.text.hasPrefix("BEGIN:VCALENDAR\r\n"))
    let tasks = await send(.post, "import", #"{"todotxt": "(A) Call Mum due:2026-04-01\n", "note": "From app"}"#)
    #expect(tasks.status == 200, "\(tasks.text)")
    #expect(try web.text("From app.md").contains("Call Mum"))
    #expect(await send(.post, "import", #"{"todotxt": "x"}"#).status == 422)
    #expect(await get("export?format=html").status == 422)
    let archive = await get("export?format=md&q=path:Home.md")
    #expect(archive["content-type"] == MediaType.archive && archive["vault-problems"] == nil)
    #expect(try archive.text.hasPrefix("Home.md\0") && archive.text.contains(web.text("Home.md")))
  }
}
