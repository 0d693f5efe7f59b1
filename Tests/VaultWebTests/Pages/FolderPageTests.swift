import Testing
import VaultCore

@testable import VaultWeb

@Suite(.serialized) struct FolderPageTests {
  private let web: WebUnderTest

  init() throws {
    web = try WebUnderTest([
      "Home.md": "[[Work/Plan|p]]\n", "Work/Plan.md": "plan\n", "Work/Deep/More.md": "more\n", "Work/a.txt": "x\n",
    ])
  }

  /// Says yes to what the form shows.
  private func change(_ target: String, _ fields: [(String, String)]) async throws -> WebResponse {
    let preview = await web.form(target, fields)
    #expect(preview.status == 200)
    let plan = try #require(preview.text.firstMatch(of: /name="plan" value="([0-9a-f]+)"/)).1
    return await web.form(target, fields + [("plan", String(plan))])
  }

  @Test func aFolderIsRenamedWithItsLinks() async throws {
    let response = try await change("/folder/Work", [("action", "move"), ("value", "Job")])
    #expect(response.status == 303 && response["location"]?.hasPrefix("/folder/Job?done=") == true)
    #expect(try web.text("Home.md") == "[[Job/Plan|p]]\n" && web.text("Job/Deep/More.md") == "more\n")
    let page = await web.page(response["location"] ?? "").text
    #expect(page.contains("class=\"remark done\"") && page.contains("Plan"))
  }

  @Test func aFolderIsDeleted() async throws {
    let preview = await web.form("/folder/Work", ["action": "delete"]).text
    #expect(preview.contains("Work/Deep/More.md") && preview.contains("leads nowhere"))
    let response = try await change("/folder/Work", [("action", "delete")])
    #expect(response.status == 303 && response["location"]?.hasPrefix("/folder/?done=") == true)
    #expect(await web.page("/folder/Work").status == 404)
    _ = await web.form("/history", ["undo": "undo"])
    #expect(try web.text("Work/a.txt") == "x\n")
  }

  @Test func whatCannotBeIsRefused() async throws {
    #expect(await web.form("/folder/", ["action": "delete"]).status == 422)
    #expect(await web.form("/folder/Work", ["action": "burn"]).status == 422)
    #expect(await web.form("/folder/Work", ["action": "move", "value": " "]).status == 422)
    #expect(await web.form("/folder/Gone", ["action": "delete"]).status == 404)
    #expect(await web.form("/folder/Work", ["action": "move", "value": "Work/Deep"]).status >= 400)
    #expect(await web.form("/folder/Work", ["action": "delete", "plan": "0"]).status == 412)
    #expect(await web.page("/folder/Work").status == 200)
  }

  @Test func onlyFoldersThatCanBeChangedHaveActions() async throws {
    #expect(await web.page("/folder/Work").text.contains("value=\"move\""))
    #expect(await !web.page("/folder").text.contains("value=\"move\""))
    let guarded = try WebUnderTest(["Sub/a.md": "x\n"], isReadOnly: true)
    #expect(await !guarded.page("/folder/Sub").text.contains("method=\"post\""))
    #expect(await guarded.form("/folder/Sub", ["action": "delete"]).status == 403)
  }
}
