import Testing
import VaultTestSupport

@testable import VaultWeb

@Suite(.serialized) struct SettingsFormTests {
  private let web: WebUnderTest

  init() throws { web = try WebUnderTest(["Home.md": "# Home\n"]) }

  private func set(_ fields: KeyValuePairs<String, String>) async -> Int { await web.form("/settings", fields).status }

  private func file() throws -> String { try web.text(".vault/config.yaml") }

  @Test func choicesAndTexts() async throws {
    #expect(await set(["key": "theme", "value": "indigo"]) == 303)
    #expect(await web.page("/").text.contains("data-theme=\"indigo\""))
    #expect(await set(["key": "new.folder", "value": "Inbox: #1"]) == 303)
    #expect(await web.page("/settings").text.contains("value=\"Inbox: #1\""))
    #expect(await set(["key": "theme", "action": "unset"]) == 303)
    #expect(try !file().contains("theme: indigo"))
  }

  @Test func aListHasAnEntryOnEachLine() async throws {
    let lines = ["Archive/Old", "a, b", "\"quoted\"", "[x]", "# no comment"]
    #expect(await set(["key": "ignore", "entries": lines.joined(separator: "\r\n") + "\r\n\r\n"]) == 303)
    let shown = await web.page("/settings").text
    #expect(shown.contains("Archive/Old\na, b\n&quot;quoted&quot;\n[x]\n# no comment</textarea>"))
    #expect(await set(["key": "ignore", "entries": ""]) == 303)
    #expect(await !web.page("/settings").text.contains("Archive/Old"))
  }

  @Test func partsAreAddedChangedAndRemoved() async throws {
    #expect(await set(["key": "searches", "part": " soon ", "value": "due:this-week"]) == 303)
    #expect(try file().contains("soon: due:this-week"))
    #expect(await set(["key": "searches.soon", "value": "is:pinned"]) == 303)
    #expect(try file().contains("soon: is:pinned"))
    #expect(await set(["key": "categories", "part": "garden", "value": "{icon: 🌱, title: Garden}"]) == 303)
    let shown = await web.page("/settings").text
    #expect(shown.contains("value=\"categories.garden\"") && shown.contains("value=\"{icon: 🌱, title: Garden}\""))
    #expect(await set(["key": "searches.soon", "action": "unset"]) == 303)
    #expect(try !file().contains("soon"))
  }

  @Test func whatComesBackAsItWasShownChangesNothing() async throws {
    let text = "searches: {two: \"a\\nb\"}\nignore: [\"a\\nb\", \" c \"]\n"
    try web.folder.write(text, to: "vault/.vault/config.yaml")
    let fields = ["key": "searches.two", "value": "a\r\nb", "shown": "a\nb"] as KeyValuePairs
    let response = await web.form("/settings", fields)
    #expect(response.status == 303 && response["location"] == "/settings#searches")
    #expect(try file() == text)
    let shown = await web.page("/settings").text
    #expect(shown.contains("\na\nb</textarea>") && shown.contains("Edit it in the file"))
  }

  @Test(arguments: [
    ["key": "searches", "part": "empty", "value": " "], ["key": "theme", "value": "pink"],
    ["key": "nonsense", "value": "1"], ["key": "theme"], ["value": "x"],
    ["key": "searches", "part": " ", "value": "x"], ["key": "categories", "part": "x", "value": "no map"],
    ["key": "editor", "value": "rm"], ["key": "searches.none", "action": "unset"],
    ["key": "max_file_size", "value": "-1"],
  ])
  func whatIsWrongChangesNothing(fields: [String: String]) async throws {
    let response = await web.form("/settings", fields.map { ($0.key, $0.value) })
    #expect(response.status >= 400 && response.status < 500)
    #expect(await web.page("/history").text.contains("Nothing was changed yet"))
    if let value = fields["value"], fields["key"] != nil { #expect(response.text.contains(">\n\(value)</textarea>")) }
  }
}
