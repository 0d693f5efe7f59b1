import Testing
import VaultCore
import VaultInterface
import VaultStore
import VaultTestSupport

@testable import VaultWeb

/// What programs ask of the API and what they get, over copies of the sample vault.
@Suite(.serialized) struct APITests {
  let web: WebUnderTest

  init() throws { web = try WebUnderTest() }

  private func send(
    _ method: WebRequest.Method, _ target: String, _ body: String = "{}", fields: [(name: String, value: String)] = []
  ) async -> WebResponse {
    await web.ask(method, "/api/v1/" + target, fields: [("content-type", "application/json")] + fields, body: body)
  }

  private func get(_ target: String, accept: String = "*/*") async -> WebResponse {
    await web.ask(.get, "/api/v1/" + target, fields: [("accept", accept)])
  }

  private func json(_ response: WebResponse) throws -> JSONValue { try JSONReader.read(Array(response.text.utf8)) }

  private static func count(_ value: JSONValue?) -> Int? {
    if case .number(let text)? = value { Int(text) } else { nil }
  }

  private static let questions = [
    "notes", "notes?q=tag:work&sort=title&limit=3", "notes/Home.md", "notes/Home.md/links", "notes/Home.md/backlinks",
    "notes/Home.md/mentions", "notes/Home.md/related", "notes/Home.md/history", "search?q=bread", "resolve?name=Home",
    "tasks", "tasks?scope=all&sort=-due", "agenda?days=3", "tags", "folders", "properties", "templates", "stats",
    "doctor", "history", "trash", "config", "config/web.density", "files", "openapi.json", "search", "search?any&q=rye",
  ]

  @Test func everyQuestionIsAnswered() async throws {
    for target in Self.questions {
      let response = await get(target)
      #expect(response.status == 200, "\(target): \(response.text)")
      #expect(response["content-type"] == "application/json")
      _ = try json(response)
      let head = await web.ask(.head, "/api/v1/" + target)
      #expect(head.status == 200 && head.text.isEmpty)
    }
  }

  @Test(arguments: [
    "notes?sort=title", "notes?q=path:a", "search?q=a*", "search?q=the&sort=-title", "tasks?scope=all",
    "tasks?scope=all&sort=-priority,title", "tasks?sort=urgency", "tasks?scope=done&sort=-done", "history",
    "agenda?days=30", "agenda?days=1", "agenda?days=9&q=sort:-priority",
  ])
  func listsComeInPages(_ list: String) async throws {
    for number in 1...5 { _ = await send(.post, "notes", "{\"title\": \"Paged \(number)\"}") }
    let (plain, first) = (list.contains("?") ? list + "&" : list + "?", "limit=3")
    var target = plain + first
    var found: [JSONValue] = []
    var pages = 0
    while true {
      let page = await get(target)
      let entries = try #require(try json(page).list)
      #expect(entries.count <= 3)
      found += entries
      pages += 1
      guard let link = page["link"] else { break }
      target = String(try #require(link.firstMatch(of: /<\/api\/v1\/([^>]+)>; rel="next"/)).1)
    }
    let all = try json(await get(plain + "limit=500&envelope=true"))
    #expect(found == all["items"]?.list && pages > 1)
    #expect(all["total"] == .number("\(found.count)") && all["next"] == .null && all["notices"]?.list == [])
    #expect(await get(plain + "cursor=nonsense").status == 422)
  }

  @Test func aPageBeginsBehindATaskThatIsNoMore() async throws {
    let page = await get("tasks?limit=3")
    let link = try #require(page["link"]?.firstMatch(of: /<\/api\/v1\/([^>]+)>/)).1
    let next = try json(await get(String(link))).list
    let handles = try #require(try json(page).list).compactMap { $0["handle"]?.text }
    #expect(handles.count == 3)
    #expect(await send(.post, "tasks/\(handles[2])/toggle").status == 200)
    #expect(try json(await get(String(link))).list?.map { $0["description"] } == next?.map { $0["description"] })
  }

  @Test func tasksAreCountedByGroups() async throws {
    let counted = await get("tasks?group=category")
    let rows = try #require(try json(counted).list)
    #expect(counted["vault-total"] == "\(rows.count)" && rows.count > 1)
    let all = try json(await get("tasks?scope=all&limit=500")).list
    #expect(rows.compactMap { Self.count($0["total"]) }.reduce(0, +) == all?.count)
    let wrong = await get("tasks?group=colour")
    #expect(wrong.status == 422 && wrong.text.contains("colour"))
  }

  @Test func aSearchIsExplained() async throws {
    let explained = try json(await get("search?q=bread&explain=2"))
    #expect(explained["query"]?.text == "bread" && explained["steps"]?.list?.count == 1)
    let notes = try #require(explained["notes"]?.list)
    #expect(notes.count == 2 && notes.allSatisfy { $0["parts"]?.list?.count == 1 })
    let hits = try json(await get("search?q=bread&limit=2")).list
    #expect(notes.map { $0["path"] } == hits?.map { $0["path"] })
  }

  @Test func foldersAreMade() async throws {
    let made = await send(.post, "folders/New%20one/Below")
    #expect(made.status == 201 && made.text.contains(#""path":"New one/Below""#))
    #expect(web.folder.exists("vault/New one/Below"))
    #expect(await send(.post, "folders/New%20one/Below").status == 409)
    #expect(await send(.post, "folders/new%20ONE").status == 409)
    #expect(await send(.post, "folders/a%01b").text.contains("control character"))
    #expect(await send(.post, "undo").status == 200)
    #expect(!web.folder.exists("vault/New one"))
    #expect(await send(.post, "redo").text.contains(#""state":"restored","path":"New one/Below""#))
    try web.folder.write("x", to: "vault/New one/Below/a.md")
    #expect(await send(.post, "undo").text == "[]\n")
    #expect(web.folder.exists("vault/New one/Below/a.md"))
  }

  @Test func aTaskIsAddedByFields() async throws {
    let made = await send(
      .post, "tasks",
      #"{"text": "Sweep the yard due:2026-01-02", "due": "2031-05-06", "priority": "high", "category": "Home"}"#)
    let task = try #require(try json(made).list?.first)
    #expect(made.status == 201 && task["due"]?.text == "2031-05-06" && task["priority"]?.text == "high")
    #expect(task["description"]?.text == "Sweep the yard" && task["category"]?.text == "Home")
    #expect(await send(.post, "tasks", #"{"text": "Past", "due": "2001-01-01"}"#).status == 422)
    #expect(await send(.post, "tasks", #"{"text": "Past", "due": "2001-01-01", "force": true}"#).status == 201)
  }

  @Test func aNoteComesAsItIsWanted() async throws {
    let exact = await get("notes/Home.md", accept: "text/markdown")
    #expect(try exact.text == web.text("Home.md"))
    #expect(exact["content-type"] == MediaType.markdown)
    #expect(await get("notes/Home.md", accept: "text/html").text.contains("<h1"))
    let etag = try #require(exact["etag"])
    #expect(try json(await get("notes/Home.md"))["hash"]?.text == etag.replacing("\"", with: ""))
    let again = await web.ask(
      .get, "/api/v1/notes/Home.md", fields: [("if-none-match", "W/\(etag)"), ("accept", "text/markdown")])
    #expect(again.status == 304 && again.text.isEmpty)
  }

  @Test func notesAreMadeChangedMovedAndDeleted() async throws {
    let made = await send(
      .post, "notes",
      #"{"title": " A note ", "text": "Text\n", "tags": ["x"], "properties": {"rating": 4, "list": ["a", 2]}}"#)
    #expect(made.status == 201 && made["location"] == "/api/v1/notes/A%20note.md")
    #expect(try web.text("A note.md").hasSuffix("tags: [x]\nrating: 4\nlist: [a, 2]\n---\nText\n"))
    let changed = await send(
      .patch, "notes/A%20note.md",
      #"{"set": {"rating": 5}, "unset": ["list"], "addTags": ["new"], "removeTags": ["x"], "pinned": true, "path": "B/C.md"}"#
    )
    #expect(changed.status == 200, "\(changed.text)")
    #expect(try json(changed).list?.count == 1)
    let text = try web.text("B/C.md")
    #expect(text.contains("tags: [new]\nrating: 5\npin: true\n---\nText\n"))
    // It was one operation.
    #expect(await send(.post, "undo").status == 200)
    #expect(try web.text("A note.md").contains("rating: 4"))
    #expect(await send(.post, "redo").status == 200)
    #expect(try web.text("B/C.md") == text)
    #expect(await send(.delete, "notes/B/C.md").status == 200)
    #expect(await get("notes/B/C.md").status == 404)
    let id = try #require(try json(await get("trash")).list?.first?["id"]?.text)
    #expect(await send(.post, "trash/\(id)").status == 200)
    #expect(try web.text("B/C.md") == text)
  }

  @Test func savingMergesOrSaysWhatIsInTheWay() async throws {
    let base = "one\n\ntwo\n\nthree\n"
    try web.folder.write(base, to: "vault/M.md")
    let etag = try #require(await get("notes/M.md")["etag"])
    func put(_ text: String, base: String? = nil, _ condition: String?) async -> WebResponse {
      let body = JSONValue.object(
        [.init("text", .text(text))] + (base.map { [.init("base", .text($0))] } ?? []))
      return await send(
        .put, "notes/M.md", String(decoding: body.bytes, as: UTF8.self),
        fields: condition.map { [("if-match", $0)] } ?? [])
    }
    #expect(await put("one\n", nil).status == 428)
    #expect(await put("one\n", "*").status == 428)
    #expect(await put(" \n", etag).status == 422)
    let first = await put("one!\n\ntwo\n\nthree\n", etag)
    #expect(first.status == 200)
    #expect(try (json(first)["merged"]) == .bool(false))
    // The state is another by now: without the base nothing can be merged.
    let refused = await put("one\n\ntwo\n\nthree!\n", etag)
    #expect(refused.status == 412)
    #expect(try (json(refused)["text"]?.text) == "one!\n\ntwo\n\nthree\n")
    let merged = await put("one\n\ntwo\n\nthree!\n", base: base, "W/\(etag)")
    #expect(merged.status == 200)
    #expect(try (json(merged)["merged"]) == .bool(true))
    #expect(try web.text("M.md") == "one!\n\ntwo\n\nthree!\n")
    let conflict = await put("ONE\n\ntwo\n\nthree\n", base: base, etag)
    #expect(conflict.status == 412)
    let places = try #require(try json(conflict)["places"]?.list)
    #expect(places.count == 1 && places[0]["mine"]?.text == "ONE\n" && places[0]["theirs"]?.text == "one!\n")
    #expect(try web.text("M.md") == "one!\n\ntwo\n\nthree!\n")
    // What is no note is no note's to save.
    try web.folder.write("a,b\n", to: "vault/t.csv")
    let hash = ETag.field(NoteHash.of(Array("a,b\n".utf8)))
    #expect(await send(.put, "notes/t.csv", #"{"text": "x"}"#, fields: [("if-match", hash)]).status == 404)
    #expect(try web.text("t.csv") == "a,b\n")
    #expect(await send(.put, "notes/None.md", #"{"text": "x"}"#, fields: [("if-match", etag)]).status == 404)
  }

  @Test func tasksAreAddedChangedAndTakenOut() async throws {
    let added = await send(.post, "tasks", #"{"text": "Call Mum due:tomorrow !high"}"#)
    #expect(added.status == 201)
    let handle = try #require(try json(added).list?.first?["handle"]?.text)
    #expect(try web.text("Inbox.md").hasSuffix("- [ ] Call Mum ⏫ 📅 2026-03-15\n"))
    #expect(await send(.post, "tasks", #"{"text": "Late due:2026-03-01"}"#).status == 422)
    #expect(await send(.post, "tasks", #"{"text": "Late due:2026-03-01", "force": true}"#).status == 201)
    let changed = await send(.patch, "tasks/\(handle)", #"{"due": null, "text": "Call Dad", "priority": "low"}"#)
    let new = try #require(try json(changed).list?.first?["handle"]?.text)
    #expect(try web.text("Inbox.md").contains("- [ ] Call Dad 🔽\n"))
    #expect(try json(await get("tasks/\(new)"))["description"]?.text == "Call Dad")
    let done = await send(.post, "tasks/\(new)/toggle")
    let closed = try #require(try json(done).list?.first?["handle"]?.text)
    #expect(try web.text("Inbox.md").contains("- [x] Call Dad 🔽 ✅ 2026-03-14\n"))
    #expect(await send(.patch, "tasks/\(closed)", #"{"status": "cancelled"}"#).status == 200)
    let gone = try #require(try json(await get("tasks?scope=all&q=Dad")).list?.first?["handle"]?.text)
    #expect(await send(.delete, "tasks/\(gone)").status == 200)
    #expect(try !web.text("Inbox.md").contains("Dad"))
    #expect(await send(.patch, "tasks/\(gone)", #"{"due": "2026-13-01"}"#).status == 422)
    #expect(await send(.delete, "tasks/zzzzzzzz").status == 404)
  }

  @Test func fieldsAndStatusOfATaskAreOneChange() async throws {
    try web.folder.write("- [ ] swab 🔁 every day 📅 2026-03-14\n- [ ] other\n", to: "vault/W.md")
    let handle = try #require(try json(await get("tasks?q=swab")).list?.first?["handle"]?.text)
    let changed = await send(.patch, "tasks/\(handle)", #"{"text": "swab all", "status": "done", "priority": "high"}"#)
    #expect(changed.status == 200, "\(changed.text)")
    #expect(
      try web.text("W.md") == """
        - [ ] swab all ⏫ 🔁 every day 📅 2026-03-15
        - [x] swab all ⏫ 🔁 every day 📅 2026-03-14 ✅ 2026-03-14
        - [ ] other

        """)
    #expect(try json(changed).list?.compactMap { $0["state"]?.text } == ["updated", "created"])
    #expect(await send(.post, "undo").status == 200)
    #expect(try web.text("W.md") == "- [ ] swab 🔁 every day 📅 2026-03-14\n- [ ] other\n")
    // Several operations of a batch find the task by the name that it had before all of them.
    let both =
      #"{"operations": [{"method": "PATCH", "path": "tasks/\#(handle)", "body": {"text": "drink"}}, "#
      + #"{"method": "PATCH", "path": "tasks/\#(handle)", "body": {"due": null, "recurrence": null}}]}"#
    #expect(await send(.post, "batch", both).status == 200)
    #expect(try web.text("W.md") == "- [ ] drink\n- [ ] other\n")
    #expect(await send(.patch, "tasks/\(handle)", #"{"text": "x", "status": "nonsense"}"#).status == 422)
    let other = try #require(try json(await get("tasks?q=other")).list?.first { $0["path"]?.text == "W.md" })
    let moved =
      #"{"operations": [{"method": "PATCH", "path": "tasks/\#(other["handle"]?.text ?? "")", "body": {"text": "moved"}}, "#
      + #"{"method": "POST", "path": "tasks/\#(other["handle"]?.text ?? "")/move", "body": {"note": "Home.md"}}]}"#
    #expect(await send(.post, "batch", moved).status == 200)
    #expect(try web.text("Home.md").contains("- [ ] moved\n") && !web.text("W.md").contains("other"))
  }

  @Test func aPlanIsConfirmedOrRefused() async throws {
    let before = try web.text("Home.md")
    let dry = try json(await send(.patch, "notes/Home.md?dry_run=true", #"{"addTags": ["fresh"]}"#))
    #expect(dry["diff"]?.text?.contains("fresh") == true && dry["changes"]?.list?.count == 1)
    #expect(try web.text("Home.md") == before)
    let plan = try #require(dry["plan"]?.text)
    #expect(await send(.patch, "notes/Home.md?plan=\(plan)", #"{"addTags": ["stale"]}"#).status == 412)
    #expect(try web.text("Home.md") == before)
    #expect(await send(.patch, "notes/Home.md?plan=\(plan)", #"{"addTags": ["fresh"]}"#).status == 200)
    let new = #"{"title": "Planned", "text": "x"}"#
    let made = try #require(try json(await send(.post, "notes?dry_run=true", new))["plan"]?.text)
    #expect(await send(.post, "notes?plan=\(made)", new).status == 201)
    #expect(try web.text("Home.md").contains("fresh"))
  }

  @Test func severalChangesAreOneOrNone() async throws {
    let before = try web.text("Home.md")
    func operation(_ method: String, _ path: String, _ body: String) -> String {
      "{\"method\": \"\(method)\", \"path\": \"\(path)\", \"body\": \(body)}"
    }
    let good = [
      operation("POST", "notes", #"{"title": "B1", "text": "x"}"#),
      operation("PATCH", "notes/Home.md", #"{"addTags": ["one"]}"#),
      operation("PATCH", "notes/Home.md", #"{"addTags": ["two"], "path": "House.md"}"#),
      operation("POST", "tasks", #"{"text": "A task"}"#),
    ]
    let bad = await send(
      .post, "batch",
      "{\"operations\": [\((good + [operation("DELETE", "notes/None.md", "{}")]).joined(separator: ", "))]}")
    #expect(bad.status == 404)
    #expect(try (json(bad)["operation"]) == .number("4"))
    #expect(try web.text("Home.md") == before)
    #expect(await get("notes/B1.md").status == 404)
    let done = await send(.post, "batch", "{\"operations\": [\(good.joined(separator: ", "))]}")
    #expect(done.status == 200, "\(done.text)")
    let text = try web.text("House.md")
    #expect(text.contains("one") && text.contains("two"))
    #expect(await send(.post, "undo").status == 200)
    #expect(try web.text("Home.md") == before)
    #expect(await get("notes/B1.md").status == 404)
    #expect(await send(.post, "batch", #"{"operations": []}"#).status == 422)
    // Links are rewritten for what moves at once, so two moves are two changes.
    let moves = [
      operation("PATCH", "notes/Home.md", #"{"path": "X/Home.md"}"#),
      operation("PATCH", "notes/Inbox.md", #"{"path": "X/Inbox.md"}"#),
    ]
    #expect(await send(.post, "batch", "{\"operations\": [\(moves.joined(separator: ", "))]}").status == 409)
    #expect(try web.text("Home.md") == before)
    let dry = operation("PATCH", "notes/Home.md?dry_run=true", #"{"addTags": ["x"]}"#)
    #expect(await send(.post, "batch", "{\"operations\": [\(dry)]}").status == 422)
    #expect(await send(.post, "batch", "{\"operations\": [\(operation("POST", "undo", "{}"))]}").status == 422)
  }

  @Test func filesAreAddedAndNeverOverwritten() async throws {
    func put(_ path: String, _ bytes: String) async -> WebResponse {
      await web.ask(.put, "/api/v1/files/" + path, fields: [("content-type", "image/png")], body: bytes)
    }
    #expect(await put("New/pic.png", "PNG").status == 201)
    #expect(try web.text("New/pic.png") == "PNG")
    #expect(await put("New/pic.png", "other").status == 409)
    #expect(await put("New/PIC.png", "other").status == 409)
    #expect(await put("New/note.md", "other").status == 409)
    for path in ["..%2Fout.png", ".hidden.png", "a/../b.png", "%00.png", ".vault/config.yaml"] {
      #expect(await put(path, "x").status == 404, "\(path)")
    }
    #expect(try web.text("New/pic.png") == "PNG")
  }

  @Test(arguments: [
    ("notes", "{\"title\": \"a\", \"titel\": 1}", 422, "did you mean title?"),
    ("notes", "{\"title\": 1}", 422, "title takes text, not"),
    ("notes", "{\"title\": \"a\", \"title\": \"b\"}", 422, "twice"),
    ("notes", "{}", 422, ""), ("notes", "{\"text\": \" \"}", 422, "no text"),
    ("notes", "[]", 422, "Send a JSON object"),
    ("notes", "{\"title\":", 400, "Line 1, column"), ("notes", "{\"title\": \"\\ud800\"}", 400, ""),
    ("notes", String(repeating: "[", count: 100_000), 400, ""), ("tasks", "{}", 422, "text is missing"),
    ("tasks", "{\"text\": \"a\\u0007b\"}", 422, "one line"), ("tasks", "{\"text\": \"due:never\"}", 422, ""),
    ("notes/Home.md/text", "{\"text\": \"x\", \"at\": \"middle\"}", 422, "at takes end, start"),
    ("undo", "{\"change\": 4711}", 404, ""), ("nothing", "{}", 404, "openapi.json"),
  ])
  func badInputIsRefusedWithAReason(_ target: String, _ body: String, _ status: Int, _ reason: String) async throws {
    let response = await send(.post, target, body)
    #expect(response.status == status, "\(response.text)")
    #expect(response["content-type"] == MediaType.problem)
    #expect(try json(response)["detail"]?.text?.contains(reason) == true || reason.isEmpty, "\(response.text)")
  }

  @Test func otherTypesAndMethodsAreRefused() async throws {
    let form = await web.ask(
      .post, "/api/v1/notes", fields: [("content-type", "text/plain")], body: "{\"title\": \"a\"}")
    #expect(form.status == 415)
    let other = await web.ask(.put, "/api/v1/notes", fields: [("content-type", "application/json")], body: "{}")
    #expect(other.status == 405 && other["allow"] == "GET, POST")
    #expect(await web.bare(.get, "/api/v1/notes").status == 401)
    let reading = try WebUnderTest(isReadOnly: true)
    let refused = await reading.ask(
      .post, "/api/v1/notes", fields: [("content-type", "application/json")], body: "{\"title\": \"a\"}")
    #expect(refused.status == 403)
  }

  /// A program that hears no answer sends its request once more.
  @Test func whatIsAskedForTwiceIsDoneOnce() async throws {
    let key = [(name: "idempotency-key", value: "k-1")]
    let requests: [(String, String)] = [
      ("notes", #"{"title": "Once", "text": "x"}"#), ("tasks", #"{"text": "Once only"}"#),
      ("notes/Home.md/text", #"{"text": "once"}"#), ("tasks/Again.md:1/toggle", "{}"),
    ]
    try web.folder.write("- [ ] again 🔁 every day 📅 2026-03-14\n", to: "vault/Again.md")
    for (target, body) in requests {
      let name = [(name: "idempotency-key", value: "key-" + target)]
      async let one = send(.post, target, body, fields: name)
      async let two = send(.post, target, body, fields: name)
      let (first, second) = await (one, two)
      #expect(first.status < 300 && first.text == second.text && first["vault-change"] == second["vault-change"])
      // The server was started anew: only the history knows of it.
      let other = WebApplication(
        session: web.application.session, options: web.application.options,
        token: AccessToken(text: web.token, path: "token"), environment: web.application.environment)
      let third = await other.respond(
        to: WebRequest(
          .post, "/api/v1/" + target, hosts: [WebUnderTest.host],
          fields: name + [("content-type", "application/json"), ("authorization", "Bearer \(web.token)")],
          body: WebRequest.Body { try $0(Array(body.utf8)) }))
      #expect(third.status == first.status && third.text == first.text, "\(target): \(third.text)")
      #expect(third["vault-change"] == first["vault-change"] && third["location"] == first["location"])
    }
    #expect(try json(await get("history")).list?.count == requests.count)
    #expect(await send(.post, "notes", #"{"title": "A"}"#, fields: key).status == 201)
    #expect(await send(.post, "notes", #"{"title": "B"}"#, fields: key).status == 422)
    #expect(await send(.post, "notes", "{}", fields: [("idempotency-key", "a b")]).status == 422)
  }

  @Test func settingsAreReadAndWritten() async throws {
    let set = await send(.put, "config/web.density", #"{"value": "compact"}"#)
    #expect(set.status == 200)
    #expect(try (json(set)["value"]?.text) == "compact")
    #expect(try json(await send(.put, "config/web.density", #"{"value": null}"#))["isSet"] == .bool(false))
    #expect(await send(.put, "config/web.density", #"{"value": "wide"}"#).status == 422)
    #expect(await get("config/nothing").status == 404)
    #expect(await send(.put, "config/web.density", "{}").status == 422)
  }
}
