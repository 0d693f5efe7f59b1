import Testing
import VaultCore

@testable import VaultWeb

@Suite(.serialized) struct TasksPageTests {
  @Test func allDoneTasksAreReached() async throws {
    let done = (0..<120).map { "- [x] done \($0) ✅ 2026-01-01\n" }.joined()
    let web = try WebUnderTest(["a.md": "- [ ] open\n" + done])
    var seen: [String] = []
    var target: String? = "/tasks"
    var pages = 0
    while let next = target {
      let text = await web.page(next).text
      seen += text.matches(of: />(done \d+)</).map { String($0.1) }
      #expect(text.contains(">open<") == (pages == 0))
      target = text.firstMatch(of: /rel="next" href="([^"]*)"/).map { String($0.1).replacing("&amp;", with: "&") }
      pages += 1
    }
    #expect(pages == 3 && seen.count == 120 && Set(seen).count == 120)
    #expect(await web.page("/tasks?cursor=nonsense").status == 422)
  }

  @Test func whatWasDueTodayAndIsDone() async throws {
    let web = try WebUnderTest(["a.md": "- [x] was due 📅 2026-03-14 ✅ 2026-03-14\n- [x] other ✅ 2026-03-14\n"])
    let page = await web.page("/tasks?tab=today").text
    #expect(page.contains("was due") && !page.contains(">other<") && page.contains("Done and cancelled"))
  }

  /// Nobody heard that it came, so that it comes again.
  @Test func aFormThatIsSentTwiceAddsOneTask() async throws {
    let web = try WebUnderTest(["a.md": "alpha\n"])
    for task in ["milk", "milk", "bread"] {
      #expect(await web.form("/tasks", [("add", task), ("request", "0123")]).status == 303)
    }
    let tasks = try #require(
      try JSONReader.read(Array(await web.ask(.get, "/api/v1/tasks").text.utf8)).list?.compactMap {
        $0["description"]?.text
      })
    #expect(tasks.sorted() == ["bread", "milk"])
  }
}
