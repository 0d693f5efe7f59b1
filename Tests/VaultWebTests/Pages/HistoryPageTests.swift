import Testing
import VaultCore
import VaultTestSupport

@testable import VaultWeb

@Suite(.serialized) struct HistoryPageTests {
  @Test func aChangeIsShownAndUndoneByItself() async throws {
    let web = try WebUnderTest(["a.md": "alpha\n", "b.md": "beta\n"])
    _ = await web.form("/note/a.md", ["action": "pin"])
    _ = await web.form("/note/b.md", ["action": "favorite"])
    let list = await web.page("/history").text
    let first = try #require(list.matches(of: /href="(\/history\?change=[0-9]+)"/).last).1
    let page = await web.page(String(first)).text
    #expect(page.contains("<section class=\"diff\"><h2><span>a.md</span></h2>") && page.contains("<ins>+pin: true"))
    let number = try #require(page.firstMatch(of: /name="undo" value="([0-9]+)"/)).1
    let undone = await web.form(String(first), ["undo": String(number)])
    #expect(undone.status == 303 && undone["location"] == String(first))
    #expect(try web.text("a.md") == "alpha\n" && web.text("b.md").contains("favorite: true"))
    let after = await web.page(String(first)).text
    #expect(after.contains("undone") && !after.contains("name=\"undo\""))
    #expect(await web.form(String(first), ["undo": String(number)]).status == 404)
    #expect(await web.page("/history?change=99").status == 404)
  }

  @Test func whatOthersChangedIsLeftAloneWhereThatIsAskedFor() async throws {
    let web = try WebUnderTest(["a.md": "alpha\n", "b.md": "beta\n"])
    for note in ["a", "b"] { _ = await web.form("/note/\(note).md", ["action": "pin"]) }
    try web.folder.write(try web.text("b.md").replacing("pin: true", with: "pin: false"), to: "vault/b.md")
    let refused = await web.form("/history", ["undo": "undo"])
    #expect(refused.status == 409 && refused.text.contains("b.md: was changed since"))
    #expect(refused.text.contains("<button class=\"strong\">Undo what can be undone</button>"))
    #expect(refused.text.contains("name=\"keep\" value=\"1\"") && refused.text.contains("name=\"undo\" value=\"undo\""))
    _ = await web.form("/history", ["undo": "undo", "keep": "1"])
    #expect(try web.text("b.md").contains("pin: false") && web.text("a.md").contains("pin: true"))
  }

  @Test func aNoteHasItsOwnHistory() async throws {
    let web = try WebUnderTest(["a.md": "alpha\n", "b.md": "beta\n"])
    #expect(await web.page("/note/a.md?view=history").text.contains("was not changed here yet"))
    _ = await web.form("/note/a.md", ["action": "pin"])
    _ = await web.form("/note/b.md", ["action": "favorite"])
    let page = await web.page("/note/a.md?view=history").text
    #expect(page.contains("History of") && page.matches(of: /href="\/history\?change=/).count == 1)
    #expect(!page.contains("b.md"))
    #expect(await web.page("/note/a.md").text.contains("href=\"/note/a.md?view=history\""))
    #expect(await web.page("/note/c.md?view=history").status == 404)
  }

  @Test func nobodyUndoesWhereNothingIsChanged() async throws {
    let web = try WebUnderTest(["a.md": "alpha\n"])
    _ = await web.form("/note/a.md", ["action": "pin"])
    let guarded = try WebUnderTest(["a.md": "x\n"], isReadOnly: true)
    #expect(await guarded.form("/history", ["undo": "1"]).status == 403)
  }
}
