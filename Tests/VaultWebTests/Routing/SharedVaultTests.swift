import Foundation
import Testing
import VaultCore
import VaultStore
import VaultTestSupport

@testable import VaultWeb

/// A vault that is shared in part: whatever is asked, no name, word, tag or number of what is hidden comes back.
@Suite(.serialized) struct SharedVaultTests {
  private static let notes: KeyValuePairs<String, String> = [
    "Family/Cake.md":
      "---\ntags: [sweet]\n---\n# Cake\nFlour, see [[Zebra]] and [[Bread]].\n- [ ] Buy flour 📅 2026-03-15\n",
    "Family/Bread.md": "# Bread\nWater\n![[zebra scan.png]]\n",
    "Zebra/Zebra.md":
      "---\naliases: [Quagga]\ntags: [zebratag]\ncategory: zebracat\nzebraprop: 1\n---\n# Zebra\nzebraword [[Cake]]\n- [ ] zebratask 📅 2026-03-14\n",
    "Zebra/zebra scan.png": "PNG",
  ]

  private static let pages = [
    "/", "/search?q=zebraword", "/search?q=zebra", "/note/Family/Cake.md", "/note/Zebra/Zebra.md",
    "/note/Zebra/Zebra.md?view=edit", "/note/Zebra/Zebra.md?view=raw", "/tasks", "/tasks?tab=all&q=zebra", "/agenda",
    "/backlinks/Family/Cake.md", "/backlinks/Zebra/Zebra.md", "/folder/", "/folder/Zebra", "/tags", "/tag/zebratag",
    "/trash", "/history", "/doctor", "/stats", "/file/Zebra/zebra%20scan.png", "/new", "/settings",
  ]

  private static let questions = [
    "notes", "notes?q=zebra", "notes/Zebra/Zebra.md", "notes/Zebra/Zebra.md/links", "notes/Zebra/Zebra.md/history",
    "notes/Family/Cake.md", "notes/Family/Cake.md/links", "notes/Family/Cake.md/backlinks",
    "notes/Family/Cake.md/mentions", "notes/Family/Cake.md/related", "search?q=zebraword&any=true", "search?q=zebra",
    "resolve?name=Quagga", "resolve?name=Zebr", "tasks?scope=all", "agenda", "tags", "folders", "properties",
    "templates", "stats", "doctor", "history", "trash", "files", "files/Zebra/zebra%20scan.png",
  ]

  /// What the asker named, or the visible notes say by themselves, is no secret.
  private static func secrets(of text: String, target: String) -> [String] {
    var text = text.lowercased()
    for known in ["[[zebra]]", "![[zebra scan.png]]", "zebra scan.png", "quagga"] {
      text = text.replacing(known, with: "")
    }
    let secrets = ["zebraword", "zebratag", "zebracat", "zebraprop", "zebratask", "quagga"]
    return secrets.filter { text.contains($0) && !target.contains($0) }
  }

  @Test(arguments: [(["Family"], String?.none), ([], "path:Zebra/"), ([], "tag:zebratag")])
  func nothingHiddenShows(_ readIn: [String], _ hide: String?) async throws {
    let web = try WebUnderTest(Self.notes, isReadOnly: true, readIn: readIn, hide: hide)
    let whole = try WebUnderTest(Self.notes, isReadOnly: true)
    var shown = 0
    for (target, accept) in Self.pages.map({ ($0, "text/html") }) + Self.questions.map({ ("/api/v1/" + $0, "*/*") }) {
      let response = await web.ask(.get, target, fields: [("accept", accept)])
      #expect(Self.secrets(of: response.text, target: target) == [], "\(target)")
      if target.contains("/Zebra/Zebra.md") || target.contains("Quagga") {
        #expect(response.status == 404 || target.contains("edit") && response.status == 403, "\(target)")
      }
      let all = await whole.ask(.get, target, fields: [("accept", accept)])
      if !Self.secrets(of: all.text, target: target).isEmpty { shown += 1 }
    }
    // Else the words would prove nothing.
    #expect(shown > 15)
    #expect(await web.page("/note/Family/Cake.md").status == 200)
    // What a visible note shows is shown, unless it lies elsewhere.
    #expect(await web.page("/file/Zebra/zebra%20scan.png").status == (readIn.isEmpty ? 200 : 404))
  }

  /// A saved search may be what hides.
  @Test func theFilterItselfIsNotTold() async throws {
    let web = try WebUnderTest(
      [".vault/config.yaml": "searches:\n  mine: zebraword\n", "A.md": "a\n", "B.md": "zebraword\n"], hide: "@mine")
    for target in ["/settings", "/api/v1/config", "/doctor", "/api/v1/notes"] {
      let response = await web.page(target)
      #expect(response.status == 200 && !response.text.contains("zebraword"), "\(target)")
    }
  }

  /// A symbolic link that shows would show what it leads to, in a refusal as well.
  @Test(arguments: [(["Family"], String?.none), ([], "path:Zebra/"), ([], "tag:zebratag")])
  func aLinkLeadsToNothingHidden(_ readIn: [String], _ hide: String?) async throws {
    let web = try WebUnderTest(Self.notes, readIn: readIn, hide: hide)
    try FileManager.default.createSymbolicLink(
      atPath: web.folder.absolute("vault/Family/peek.md"), withDestinationPath: "../Zebra/Zebra.md")
    let before = try web.text("Zebra/Zebra.md")
    let etag = ETag.field(NoteHash.of(Array(before.utf8)))
    for match in [etag, "\"00\""] {
      let put = await web.ask(
        .put, "/api/v1/notes/Family/peek.md", fields: [("content-type", "application/json"), ("if-match", match)],
        body: "{\"text\": \"x\"}")
      #expect(put.status == 404 && !put.text.contains("Zebra"), "\(put.text)")
    }
    let form = await web.form("/note/Family/peek.md", ["text": "x", "base": "eA=="])
    #expect(form.status == 404 && !form.text.contains("zebra"))
    #expect(try web.text("Zebra/Zebra.md") == before)
  }

  /// What a deletion took is gone from the trash: the rest of the history is told all the same.
  @Test func theHistoryOutlivesTheTrash() async throws {
    let web = try WebUnderTest(Self.notes, hide: "tag:zebratag")
    let json = [(name: "content-type", value: "application/json")]
    #expect(await web.ask(.delete, "/api/v1/notes/Family/Bread.md", fields: json, body: "{}").status == 200)
    let trash = try JSONReader.read(Array(await web.ask(.get, "/api/v1/trash").text.utf8))
    let id = try #require(trash.list?.first?["id"]?.text)
    #expect(await web.ask(.delete, "/api/v1/trash/\(id)", fields: json, body: "{}").status == 200)
    #expect(await web.ask(.get, "/api/v1/history").status == 200)
    #expect(await web.page("/history").status == 200)
  }

  @Test func nothingHiddenIsChanged() async throws {
    let web = try WebUnderTest(Self.notes, hide: "path:Zebra/")
    let before = try web.text("Zebra/Zebra.md")
    func send(_ method: WebRequest.Method, _ target: String, _ body: String, match: String? = nil) async -> WebResponse
    {
      await web.ask(
        method, "/api/v1/" + target,
        fields: [("content-type", "application/json")] + (match.map { [("if-match", $0)] } ?? []), body: body)
    }
    let etag = "\"" + String(repeating: "0", count: 64) + "\""
    for (method, target, body) in [
      (WebRequest.Method.put, "notes/Zebra/Zebra.md", "{\"text\": \"x\", \"base\": \"y\"}"),
      (.patch, "notes/Zebra/Zebra.md", "{\"addTags\": [\"x\"]}"), (.delete, "notes/Zebra/Zebra.md", "{}"),
      (.post, "notes/Zebra/Zebra.md/text", "{\"text\": \"x\"}"), (.delete, "folders/Zebra", "{}"),
      (.patch, "folders/Zebra", "{\"path\": \"Y\"}"), (.patch, "tags/zebratag", "{\"name\": \"y\"}"),
    ] {
      let response = await send(method, target, body, match: etag)
      // A folder shows while something in it does, here the scan.
      let expected = target.hasPrefix("folders") ? 409 : 404
      #expect(response.status == expected, "\(method) \(target) \(response.status) \(response.text)")
      #expect(Self.secrets(of: response.text, target: target) == [], "\(target)")
    }
    let config = await send(.put, "config/web.density", "{\"value\": \"compact\"}")
    #expect(config.status == 409, "\(config.text)")
    #expect(try web.text("Zebra/Zebra.md") == before)
    #expect(await send(.patch, "notes/Family/Bread.md", "{\"addTags\": [\"good\"]}").status == 200)
  }
}
