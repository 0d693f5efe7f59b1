import Foundation
import Testing
import VaultCore
import VaultTestSupport

@testable import VaultWeb

@Suite(.serialized) struct PageFormsTests {
  private let web: WebUnderTest

  init() throws {
    web = try WebUnderTest([
      "Home.md": "# Home\r\n\r\n- [ ] call Mum 📅 2026-03-20\r\nlast", "Sub/Other.md": "see [[Home]]\n",
      "Copied.md": "---\nid: 7\ntags: [a]\n---\ntext\n",
    ])
  }

  private func base(_ path: String) throws -> String { Base64Text.encoded(Array(try web.text(path).utf8)) }

  @Test func aTextIsSavedWithItsLineEnds() async throws {
    let response = await web.form(
      "/note/Home.md?view=edit",
      ["text": "# Home\r\n\r\nmore\r\n- [ ] call Mum 📅 2026-03-20\r\nlast", "base": try base("Home.md")])
    #expect(response.status == 303 && response["location"] == "/note/Home.md")
    #expect(try web.text("Home.md") == "# Home\r\n\r\nmore\r\n- [ ] call Mum 📅 2026-03-20\r\nlast")
  }

  @Test func anUneditedTextChangesNothing() async throws {
    let before = try web.text("Home.md")
    let response = await web.form("/note/Home.md", ["text": before, "base": try base("Home.md")])
    #expect(response.status == 303)
    #expect(try web.text("Home.md").utf8.elementsEqual(before.utf8))
    #expect(await web.page("/history").text.contains("Nothing was changed yet"))
  }

  @Test func whatOthersChangedIsMerged() async throws {
    let old = try base("Sub/Other.md")
    try web.folder.write("first\nsee [[Home]]\n", to: "vault/Sub/Other.md")
    let response = await web.form("/note/Sub/Other.md", ["text": "see [[Home]]\nlast\n", "base": old])
    #expect(response.status == 303)
    #expect(try web.text("Sub/Other.md") == "first\nsee [[Home]]\nlast\n")
  }

  @Test func aConflictWritesNothingAndIsChosen() async throws {
    let old = try base("Sub/Other.md")
    try web.folder.write("theirs\n", to: "vault/Sub/Other.md")
    let response = await web.form("/note/Sub/Other.md", ["text": "mine\n", "base": old])
    #expect(response.status == 412)
    #expect(try web.text("Sub/Other.md") == "theirs\n")
    for part in ["<pre>mine\n</pre>", "<pre>theirs\n</pre>", "see [[Home]]", "name=\"place-0\" value=\"both\" checked"]
    {
      #expect(response.text.contains(part), "\(part)")
    }
    let texts: [(String, String)] = [("mine", "mine\n"), ("theirs", "theirs\n"), ("both", "mine\ntheirs\n")]
    for (choice, result) in texts {
      try web.folder.write("theirs\n", to: "vault/Sub/Other.md")
      let chosen = await web.form(
        "/note/Sub/Other.md",
        [
          "base": old, "mine": Base64Text.encoded(Array("mine\n".utf8)),
          "theirs": Base64Text.encoded(Array("theirs\n".utf8)),
          "place-0": choice,
        ])
      #expect(chosen.status == 303)
      #expect(try web.text("Sub/Other.md") == result)
    }
  }

  @Test func aScriptIsToldWhatWasSaved() async throws {
    let response = await web.form(
      "/note/Home.md", ["text": "# Home\nnew", "base": try base("Home.md")], accept: MediaType.json)
    let json = try JSONReader.read(Array(response.text.utf8))
    #expect(json["address"]?.text == "/note/Home.md" && json["merged"]?.bool == false)
    #expect(json["text"]?.text == "# Home\nnew")
    #expect(json["base"]?.text.flatMap(Base64Text.decoded) == Array("# Home\r\nnew".utf8))
  }

  @Test(arguments: ["", " \r\n\t"])
  func aBlankTextIsRefused(text: String) async throws {
    let before = try web.text("Home.md")
    #expect(await web.form("/note/Home.md", ["text": text, "base": try base("Home.md")]).status == 422)
    #expect(try web.text("Home.md") == before)
  }

  @Test func withoutABaseNothingIsSaved() async throws {
    #expect(await web.form("/note/Home.md", ["text": "x"]).status == 428)
    #expect(await web.form("/note/Home.md", ["text": "x", "base": "?"]).status == 428)
    #expect(await web.form("/note/Gone.md", ["text": "x", "base": ""]).status == 404)
  }

  @Test func aNoteIsMade() async throws {
    let response = await web.form(
      "/new", ["title": " Bread ", "text": "flour\r\nwater", "folder": "Sub", "tags": "#food, b"])
    #expect(response.status == 303 && response["location"] == "/note/Sub/Bread.md")
    let text = try web.text("Sub/Bread.md")
    #expect(text.contains("flour\nwater") && text.contains("food") && !text.contains("\r"))
    let untitled = await web.form("/new", ["title": "", "text": "First line\r\nmore"])
    #expect(untitled["location"] == "/note/First%20line.md")
    #expect(await web.form("/new", ["title": "", "text": " \r\n"]).status == 422)
    // Of such a line no name can be made.
    #expect(await web.form("/new", ["title": "", "text": "???"])["location"] == "/note/Untitled.md")
    #expect(try web.text("Untitled.md").contains("???"))
  }

  @Test func aFormThatIsSentTwiceMakesOneNote() async throws {
    let key = try #require(await web.page("/new").text.firstMatch(of: /name="request" value="([0-9a-f]{32})"/)).1
    let fields = [("title", "Twice"), ("text", "x"), ("request", String(key))]
    let first = await web.form("/new", fields)
    let second = await web.form("/new", fields)
    #expect(first.status == 303 && second["location"] == first["location"])
    #expect(try web.text("Twice.md").contains("x"))
    #expect(throws: (any Error).self) { try web.text("Twice 2.md") }
    // Another text is another note, as it is where somebody goes back to the form.
    #expect(await web.form("/new", [("title", "Other"), ("text", "y"), ("request", String(key))]).status == 303)
    #expect(try web.text("Other.md").contains("y"))
    #expect(await web.form("/new", [("title", "Third"), ("text", "z"), ("request", "")]).status == 303)
    let script = await web.form("/new", fields, accept: MediaType.json)
    #expect(script.status == 200 && script.text.contains("/note/Twice.md"))
    // Without the key somebody means another note.
    #expect(await web.form("/new", ["title": "Twice", "text": "x"])["location"] != first["location"])
  }

  @Test func theActionsOfANote() async throws {
    let copied = "/note/Copied.md"
    func act(_ action: String, _ value: String = "") async -> WebResponse {
      await web.form(copied, ["action": action, "value": value])
    }
    #expect(await act("pin").status == 303)
    #expect(try web.text("Copied.md").contains("pin: true"))
    #expect(await act("unpin")["location"] == copied)
    #expect(try !web.text("Copied.md").contains("pin: true"))
    _ = await act("favorite")
    #expect(try web.text("Copied.md").contains("favorite: true"))
    _ = await act("add-tag", "#new")
    #expect(try web.text("Copied.md").contains("new"))
    _ = await act("remove-tag", "a")
    _ = await act("category", "idea")
    #expect(try web.text("Copied.md").contains("category: idea"))
    #expect(await act("duplicate")["location"] == "/note/Copied%20copy.md")
    #expect(try !web.text("Copied copy.md").contains("id: 7") && web.text("Copied.md").contains("id: 7"))
    #expect(await act("nonsense").status == 422)
    let deleted = try #require(await act("delete")["location"])
    let after = await web.page(deleted).text
    #expect(deleted.hasPrefix("/?done=") && after.contains(">Undo</button>"))
    #expect(await web.page(copied).status == 404)
    let trash = await web.page("/trash").text
    let id = try #require(trash.firstMatch(of: /name="restore" value="([^"]+)"/)).1
    #expect(await web.form("/trash", ["restore": String(id)]).status == 303)
    #expect(await web.page(copied).status == 200)
  }

  @Test func aMoveTakesLinksAlong() async throws {
    let response = await web.form("/note/Home.md", ["action": "move", "value": "Sub/House.md"])
    #expect(response["location"] == "/note/Sub/House.md")
    #expect(try web.text("Sub/Other.md") == "see [[House]]\n")
    _ = await web.form("/history", ["undo": "undo"])
    #expect(try web.text("Sub/Other.md") == "see [[Home]]\n")
    _ = await web.form("/history", ["undo": "redo"])
    #expect(try web.text("Sub/Other.md") == "see [[House]]\n")
  }

  @Test func tasks() async throws {
    let list = await web.page("/tasks").text
    let handle = try #require(list.firstMatch(of: /name="toggle" value="([^"]+)"/)).1
    #expect(await web.form("/tasks?tab=all", ["toggle": String(handle)]).status == 303)
    #expect(try web.text("Home.md").contains("- [x] call Mum 📅 2026-03-20 ✅ 2026-03-14"))
    _ = await web.form("/note/Home.md", ["toggle": String(handle)])
    #expect(try web.text("Home.md").contains("- [ ] call Mum 📅 2026-03-20\r\n"))
    let edited = await web.form(
      "/task/\(handle)", ["save": "1", "text": "call Dad", "due": "2026-03-21", "priority": "high", "category": ""])
    #expect(edited.status == 303)
    #expect(try web.text("Home.md").contains("- [ ] call Dad ⏫ 📅 2026-03-21"))
    #expect(await web.page(edited["location"] ?? "").status == 200)
    #expect(await web.form("/tasks", ["add": "buy bread tomorrow"]).status == 303)
    #expect(await web.page("/tasks").text.contains("buy bread"))
    #expect(await web.form("/tasks", ["add": "too late due:2026-03-01"]).status == 422)
    #expect(await web.form("/tasks", ["add": "too late due:2026-03-01", "force": "1"]).status == 303)
    #expect(await web.form("/tasks", ["add": " "]).status == 422)
  }

  @Test func aTaskIsAddedByItsFields() async throws {
    let fields = [
      ("add", "water the plants"), ("dated", "no"), ("dated", "yes"), ("due", "2026-03-20"), ("priority", "high"),
      ("category", "home"),
    ]
    #expect(await web.form("/tasks?tab=high&q=water", fields)["location"] == "/tasks?q=water&tab=high")
    let row = await web.page("/tasks?q=water").text
    #expect(row.contains("Due in 6 days") && row.contains("class=\"priority high\"") && row.contains(">home<"))
    // What is switched off or blank says nothing, and what the words say stays.
    let bare = [
      ("add", "feed the cat due:tomorrow !low"), ("dated", "no"), ("due", "2026-03-25"), ("priority", "none"),
      ("category", ""),
    ]
    #expect(await web.form("/tasks", bare).status == 303)
    let other = await web.page("/tasks?q=feed").text
    #expect(other.contains("Due tomorrow") && other.contains("class=\"priority low\""))
    let past = [("add", "too late"), ("dated", "yes"), ("due", "2026-03-01")]
    let refused = await web.form("/tasks", past)
    #expect(refused.status == 422 && refused.text.contains("too late</textarea>"))
    #expect(await web.form("/tasks", past + [("force", "1")]).status == 303)
    #expect(await web.form("/tasks", [("add", "odd"), ("due", "soon")]).status == 422)
  }

  @Test func theSwitchTakesTheDueDateAway() async throws {
    let handle = try #require(await web.page("/tasks").text.firstMatch(of: /name="toggle" value="([^"]+)"/)).1
    let fields = [
      ("save", "1"), ("text", "call Mum"), ("shown-text", "call Mum"), ("dated", "no"), ("due", "2026-03-20"),
      ("shown-due", "2026-03-20"),
    ]
    #expect(await web.form("/task/\(handle)", fields).status == 303)
    #expect(try web.text("Home.md").contains("- [ ] call Mum\r\n"))
  }

  @Test func whatWasTypedIsShownWhereItIsRefused() async throws {
    let response = await web.form("/note/Gone.md", ["text": "<b>typed</b>", "base": ""])
    #expect(response.status == 404 && response.text.contains("&lt;b&gt;typed&lt;/b&gt;</textarea>"))
  }

  @Test func theNoteOfADay() async throws {
    let response = await web.form("/today", [:])
    #expect(response.status == 303)
    #expect(await web.page(response["location"] ?? "").status == 200)
  }

  @Test func nobodyChangesWhatIsReadOnly() async throws {
    let guarded = try WebUnderTest(["a.md": "- [ ] x\n"], isReadOnly: true)
    for (target, fields) in [
      ("/tasks", ["add": "x"]), ("/note/a.md", ["action": "delete"]), ("/new", ["text": "x"]),
      ("/settings", ["key": "theme"]),
    ] as [(String, KeyValuePairs<String, String>)] {
      #expect(await guarded.form(target, fields).status == 403)
    }
    for target in ["/", "/note/a.md", "/tasks", "/trash", "/history", "/settings"] {
      #expect(await !guarded.page(target).text.contains("method=\"post\""), "\(target)")
    }
    for target in ["/new", "/note/a.md?view=edit"] { #expect(await guarded.page(target).status == 403) }
  }

  @Test func formsFromElsewhereAreRefused() async throws {
    let body = "action=delete"
    for fields in [
      [("cookie", web.cookie), ("origin", "http://example.org")], [("cookie", web.cookie)],
      [("cookie", web.cookie), ("origin", "null")], [("cookie", web.cookie), ("sec-fetch-site", "same-site")],
    ] as [[(name: String, value: String)]] {
      let response = await web.bare(
        .post, "/note/Home.md", fields: fields + [("content-type", MediaType.form)], body: body)
      #expect(response.status == 403)
    }
    let plain = await web.bare(
      .post, "/note/Home.md",
      fields: [("cookie", web.cookie), ("sec-fetch-site", "same-origin"), ("content-type", "text/plain")],
      body: body)
    #expect(plain.status == 415)
    #expect(await web.page("/note/Home.md").status == 200)
  }

  /// What the fields of a task's page hold, as a browser reads them.
  private func shownFields(_ page: String) -> [(name: String, value: String)] {
    let fields = page.matches(of: /<input type="hidden" name="(shown-[a-z]+)" value="([^"]*)">/)
    return fields.map { field in
      let value = String(field.2).replacing("&quot;", with: "\"").replacing("&lt;", with: "<").replacing(
        "&gt;", with: ">")
      return (name: String(field.1), value: value.replacing("&amp;", with: "&"))
    }
  }

  /// A category that is the note's, a date that no calendar has and control characters stay what they are.
  @Test func aTaskThatNobodyChangedStaysAsItIs() async throws {
    let text = "---\ncategory: work\n---\n- [ ] a \u{1B}b \"q\" <c> 📅 2026-02-31\n"
    try web.folder.write(text, to: "vault/Odd.md")
    let list = await web.page("/tasks?q=path:Odd.md").text
    let handle = try #require(list.firstMatch(of: /name="toggle" value="([^"]+)"/)).1
    let shown = shownFields(await web.page("/task/\(handle)").text)
    #expect(shown.count == 4)
    var fields = [("save", "1")]
    for (name, value) in shown { fields += [(name, value), (String(name.dropFirst("shown-".count)), value)] }
    #expect(await web.form("/task/\(handle)", fields).status == 303)
    #expect(try web.text("Odd.md") == text)
    // One field alone.
    fields[fields.firstIndex { $0.0 == "priority" } ?? 0].1 = "high"
    #expect(await web.form("/task/\(handle)", fields).status == 303)
    #expect(try web.text("Odd.md") == text.replacing(" 📅 2026-02-31", with: " ⏫ 📅 2026-02-31"))
  }

  /// What a page shows as pictures of control characters is in its field as it is.
  @Test func controlCharactersAreKept() async throws {
    let text = "a\u{0C}b\u{1B}c\u{7F}d\u{85}e <&> \"q\"\n"
    try web.folder.write(text, to: "vault/Odd.md")
    let page = await web.page("/note/Odd.md?view=edit").text
    #expect(page.contains("a\u{0C}b\u{1B}c\u{7F}d\u{85}e &lt;&amp;&gt; &quot;q&quot;\n</textarea>"))
    #expect(await web.form("/note/Odd.md", ["text": text + "more", "base": try base("Odd.md")]).status == 303)
    #expect(try web.text("Odd.md") == text + "more")
  }

  @Test(arguments: ["a\rb\n", "a\u{0}b\n", "a\r"])
  func whatNoFieldKeepsIsEditedElsewhere(text: String) async throws {
    try web.folder.write(text, to: "vault/Odd.md")
    let page = await web.page("/note/Odd.md?view=edit")
    #expect(page.status == 409 && page.text.contains("edit it elsewhere"))
    #expect(await web.page("/note/Odd.md").status == 200)
  }
}
