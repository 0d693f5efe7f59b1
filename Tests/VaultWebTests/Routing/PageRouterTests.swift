import Foundation
import Testing
import VaultCore
import VaultInterface
import VaultTestSupport

@testable import VaultStore
@testable import VaultWeb

@Suite(.serialized) struct PageRouterTests {
  @Test func anAddressLeadsToALine() async throws {
    let web = try WebUnderTest(["a.md": "---\npin: true\n---\n# A\n\none\n\n- two\n- [ ] three\n\n```\nfour\n```\n"])
    func marked(_ line: Int) async -> String {
      let text = await web.page("/note/a.md?line=\(line)").text
      return text.firstMatch(of: /<span id="Line"[^>]*><\/span>\n?([^\n]*)/).map { String($0.1) } ?? ""
    }
    #expect(await marked(6) == "<p>one</p>")
    #expect(await marked(8).hasPrefix("two"))
    #expect(await marked(12) == "<pre><code>four")
    // The title is no place to go to, nor is what is not there.
    for line in [1, 2, 99] { #expect(await marked(line) == "") }
  }

  @Test func aQueryThatIsWrongIsShownWithItsPlace() async throws {
    let web = try WebUnderTest(["a.md": "x\n"])
    for target in ["/?q=(a", "/search?q=(a", "/tasks?q=(a"] {
      let page = await web.page(target)
      #expect(
        page.status == 200 && page.text.contains("class=\"mistake\"") && page.text.contains("<u>(</u>a")
          && page.text.contains("value=\"(a\""))
    }
  }

  /// An unplugged disk is no fault of the request, and whoever asks again later gets an answer.
  @Test func aVaultThatIsGone() async throws {
    let web = try WebUnderTest(["a.md": "# A\n"])
    #expect(await web.page("/").status == 200)
    let (here, away) = (web.folder.absolute("vault"), web.folder.absolute("away"))
    try FileManager.default.moveItem(atPath: here, toPath: away)
    let page = await web.page("/note/a.md")
    #expect(page.status == 503 && page["retry-after"] != nil && page.text.contains(here), "\(page.status) \(page.text)")
    for (method, target) in [(WebRequest.Method.get, "/api/v1/notes"), (.post, "/api/v1/notes")] {
      let answer = await web.ask(
        method, target, fields: [("content-type", MediaType.json)], body: #"{"title": "B", "text": "b"}"#)
      #expect(answer.status == 503 && answer.text.contains("vault:problem:gone"), "\(answer.status) \(answer.text)")
    }
    try FileManager.default.moveItem(atPath: away, toPath: here)
    #expect(await web.page("/note/a.md").status == 200)
  }

  /// The server has looked at the vault before anybody came.
  @Test func aLookAheadHidesNoChange() async throws {
    let web = try WebUnderTest(["a.md": "alpha\n"])
    web.application.lookAhead()
    #expect(await web.page("/").text.contains("alpha"))
    web.application.lookAhead()
    _ = await web.form("/new", ["title": "Fresh", "text": "x"])
    #expect(await web.page("/").text.contains("Fresh"))
    // The list may be of the moment before; the stream that follows it tells of that.
    web.application.lookAhead()
    _ = try await web.application.session.stamp()
    try web.folder.write("by a third\n", to: "vault/c.md")
    let first = await web.page("/").text
    let stamp = try #require(first.firstMatch(of: /data-stamp="([^"]+)"/)).1
    let isNew = try await web.application.session.stamp().description != stamp
    #expect(first.contains("by a third") || isNew)
    #expect(await web.page("/note/c.md").status == 200)
    try web.folder.write("by another\n", to: "vault/b.md")
    #expect(await web.page("/").text.contains("by another"))
  }

  /// What a browser asked before while somebody types is given up, what another asked is not, nor is it for a whole page.
  @Test func theNewestQuestionOfABrowserWins() async throws {
    let web = try WebUnderTest(["a.md": "salt\n"])
    let session = web.application.session
    let (signs, sign) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let older = Task {
      defer { sign.finish() }
      // As a search of this browser that takes long.
      _ = try await session.ask(
        Question(key: "page mine") { reader in
          while true {
            try reader.cancellation?.check()
            sign.yield()
            usleep(1_000)
          }
        })
    }
    var lives = signs.makeAsyncIterator()
    #expect(await lives.next() != nil)
    let other = await web.page("/search?q=salt", fields: [("vault-fragment", "main"), ("vault-client", "another")])
    let whole = await web.page("/search?q=salt", fields: [("vault-client", "mine")])
    #expect(other.status == 200 && whole.status == 200)
    // One sign may be from before; no two are.
    _ = await lives.next()
    #expect(await lives.next() != nil)
    let newer = await web.page("/search?q=salt", fields: [("vault-fragment", "main"), ("vault-client", "mine")])
    #expect(newer.status == 200 && newer.text.contains("a.md"))
    await #expect(throws: CancelledError.self) { try await older.value }
  }

  /// Requests that a browser gave up may come behind the next one.
  @Test func anOlderQuestionThatComesLaterDropsNothing() async throws {
    let web = try WebUnderTest(["a.md": "salt\n"])
    let session = web.application.session
    let (signs, sign) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let mayEnd = DispatchSemaphore(value: 0)
    var slow = Question(key: "page mine") { reader in
      while mayEnd.wait(timeout: .now() + .milliseconds(1)) == .timedOut {
        try reader.cancellation?.check()
        sign.yield()
      }
      return true
    }
    slow.order = 8
    let newer = Task { [slow] in
      defer { sign.finish() }
      return try await session.ask(slow).value
    }
    var lives = signs.makeAsyncIterator()
    #expect(await lives.next() != nil)
    let late = await web.page(
      "/search?q=salt", fields: [("vault-fragment", "main"), ("vault-client", "mine 7")])
    #expect(late.status == 503)
    mayEnd.signal()
    #expect(try await newer.value)
  }

  @Test(arguments: [
    "/", "/?q=tag:work", "/?sort=title", "/?q=is:pinned", "/search?q=salt", "/search", "/search?q=zzzzqqq",
    "/search?q=(", "/search?q=sa&typed=1", "/note/Projects/The%20Salt%20Road.md", "/note/Home.md?line=3", "/tasks",
    "/tasks?tab=high", "/tasks?tab=overdue&q=salt", "/agenda", "/agenda?days=30", "/backlinks/Home.md", "/folder",
    "/folder/Projects", "/tags", "/tag/work", "/trash", "/history", "/settings", "/doctor", "/stats",
    "/select", "/select?q=tag:work", "/select?folder=Projects", "/graph", "/graph?note=Home.md",
    "/graph?note=Projects/The%20Salt%20Road.md&steps=1",
  ])
  func everyPage(target: String) async throws {
    let web = try WebUnderTest()
    let whole = await web.page(target)
    #expect(
      whole.status == 200 && whole["content-type"] == MediaType.html, "\(whole.status): \(whole.text.suffix(600))")
    #expect(whole.text.hasPrefix("<!doctype html>") && whole.text.contains("</html>"))
    let part = await web.page(target, fields: [("vault-fragment", "main")])
    #expect(part.text.hasPrefix("<main") && whole.text.contains(part.text))
    let head = await web.ask(.head, target, fields: [("accept", "text/html")])
    #expect(head.text.isEmpty && head["content-length"] == "\(whole.text.utf8.count)")
  }

  @Test(arguments: [
    "/nothing", "/note/Nothing.md", "/folder/Nothing", "/tag/nothing-like-it", "/note/", "/file/Nothing.png",
    "/note/..%2F..%2Fetc%2Fpasswd", "/note/.vault/config.yaml",
  ])
  func whatIsNotThere(target: String) async throws {
    let web = try WebUnderTest()
    let response = await web.page(target)
    #expect(response.status == 404 && response.text.contains("There is nothing here"))
    let problem = await web.ask(.get, target)
    #expect(problem["content-type"] == MediaType.problem)
    let json = try JSONReader.read(Array(problem.text.utf8))
    #expect(json["type"]?.text == "urn:vault:problem:not-found" && json["status"] == .number("404"))
  }

  /// What is refused looks like the vault, and leads on in it.
  @Test func refusalsHaveTheLookOfTheVault() async throws {
    let web = try WebUnderTest(["a.md": "alpha\n", ".vault/config.yaml": "theme: indigo\n"])
    for response in [await web.page("/note/b.md"), await web.form("/new", ["text": " "])] {
      #expect(response.status >= 400 && response.text.contains("data-theme=\"indigo\""))
      #expect(response.text.contains("<nav class=\"side\"") && response.text.contains("<p class=\"lead\">"))
    }
    // Whoever is not let in sees nothing of it.
    let stranger = await web.bare(.get, "/note/b.md", fields: [("accept", "text/html")])
    #expect(stranger.status == 401 && !stranger.text.contains("indigo") && !stranger.text.contains("/tasks"))
  }

  @Test func aMissingNoteCanBeMade() async throws {
    let web = try WebUnderTest(["a.md": "alpha\n"])
    #expect(await web.page("/note/Sub/New%20one.md").text.contains("href=\"/new?title=New%20one&amp;folder=Sub\""))
    let guarded = try WebUnderTest(["a.md": "alpha\n"], isReadOnly: true)
    #expect(await !guarded.page("/note/New.md").text.contains("/new"))
  }

  /// Paths that lead out of the vault or into what it hides, written in all ways that a server may decode.
  @Test func escapes() async throws {
    let web = try WebUnderTest(["a.md": "alpha\n", "sub/b.md": "beta\n"])
    try web.folder.write("secret\n", to: "outside.md")
    try web.folder.write("secret\n", to: "vault/.hidden/x.md")
    try web.folder.write("secret\n", to: "vault/.vault/x.md")
    try FileManager.default.createSymbolicLink(
      atPath: web.folder.absolute("vault/link.md"), withDestinationPath: "../outside.md")
    let ups = [
      "..", "%2e%2e", "%2E.", ".%2e", "%252e%252e", "..%00", "%2e%2e%5c", "..\\", "....", "..;", "%c0%ae%c0%ae",
      "sub/..",
      "./..", "%2e/%2e%2e",
    ]
    let separators = ["/", "%2f", "%2F", "%5c", "\\", "//", "/%2f", "%252f"]
    let ends = [
      "outside.md", ".hidden/x.md", ".vault/x.md", "%2evault/x.md", "../../etc/passwd", "link.md", "outside.md%00",
    ]
    var count = 0
    for place in ["note", "file", "folder", "backlinks"] {
      for up in ups {
        for separator in separators {
          for end in ends where place != "folder" || separator == "/" {
            let target = "/\(place)/\(up)\(separator)\(end)"
            let response = await web.page(target)
            #expect([400, 404].contains(response.status), "\(target): \(response.status)")
            #expect(!response.text.contains("secret"))
            count += 1
          }
        }
      }
    }
    #expect(count > 500)
    for target in ["/note/link.md", "/file/link.md", "/note/.hidden/x.md", "/file/.vault/x.md"] {
      let response = await web.page(target)
      #expect(response.status >= 400 && !response.text.contains("secret"), "\(target)")
    }
  }

  @Test func pagesOfALongList() async throws {
    let web = try WebUnderTest(["first.md": "---\npin: true\n---\n"])
    for number in 0..<120 { try web.folder.write("n\n", to: "vault/note \(number).md") }
    for sort in ["", "&sort=title", "&sort=-created"] {
      var seen: [String] = []
      var target: String? = "/?limit=50" + sort
      while let next = target {
        let text = await web.page(next).text
        seen += text.matches(of: /data-path="([^"]*)"/).map { String($0.1) }
        target = text.firstMatch(of: /rel="next" href="([^"]*)"/).map {
          String($0.1).replacing("&amp;", with: "&") + "&limit=50"
        }
        // What comes and goes meanwhile moves nothing.
        if seen.count == 50 { try web.folder.write("n\n", to: "vault/another.md") }
      }
      #expect(Set(seen).count == seen.count, "\(sort)")
      #expect(Set(seen).subtracting(["another.md"]).count == 121, "\(sort)")
    }
    #expect(await web.page("/?cursor=abc").status == 422)
  }
}
