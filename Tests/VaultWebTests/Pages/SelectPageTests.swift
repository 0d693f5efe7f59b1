import Foundation
import Testing
import VaultCore
import VaultTestSupport

@testable import VaultWeb

@Suite(.serialized) struct SelectPageTests {
  private let web: WebUnderTest

  init() throws {
    web = try WebUnderTest([
      "One.md": "---\ntags: [old]\n---\n[[Two]]\n", "Two.md": "two\n", "Sub/Three.md": "see [[One]] and [[Two]]\n",
    ])
  }

  /// The fields of the form that says yes, as a browser sends them.
  private func confirmation(_ page: String) -> [(String, String)] {
    page.matches(of: /<input type="hidden" name="([a-z]+)" value="([^"]*)">/).map {
      (
        String($0.1),
        String($0.2).replacing("&lt;", with: "<").replacing("&quot;", with: "\"").replacing("&amp;", with: "&")
      )
    }
  }

  /// Shows what would be done, and does it.
  private func change(_ fields: [(String, String)]) async throws -> WebResponse {
    let preview = await web.form("/select", fields)
    #expect(preview.status == 200 && preview.text.contains("class=\"diffs\""), "\(preview.text.suffix(400))")
    let sent = confirmation(preview.text)
    #expect(sent.contains { $0.0 == "plan" })
    return await web.form("/select", sent)
  }

  private let both = [("note", "vault://note/One.md"), ("note", "vault://note/Two.md")]

  @Test func everyActionIsShownThenDone() async throws {
    let moved = try await change([("action", "move"), ("folder", "Sub")] + both)
    #expect(moved.status == 303 && moved["location"]?.hasPrefix("/select?done=") == true)
    #expect(try web.text("Sub/One.md").contains("[[Two]]"))
    let page = await web.page(moved["location"] ?? "").text
    #expect(page.contains("move 2 notes to Sub/") && page.contains(">Undo</button>"))
    _ = await web.form("/history", ["undo": "undo"])
    #expect(try web.text("One.md").contains("old"))

    _ = try await change(
      [("action", "rename"), ("replace", "T"), ("with", "t"), ("prefix", "x "), ("number", "9")] + both)
    #expect(try web.text("Sub/Three.md") == "see [[09 x One]] and [[10 x two]]\n")
    _ = await web.form("/history", ["undo": "undo"])

    _ = try await change([("action", "add-tag"), ("tag", "#new")] + both)
    #expect(try web.text("One.md").contains("new") && web.text("Two.md").contains("new"))
    _ = try await change([("action", "remove-tag"), ("tag", "old")] + both)
    #expect(try !web.text("One.md").contains("old"))
    _ = try await change([("action", "archive")] + both)
    #expect(await web.page("/note/One.md").status == 404)
    _ = await web.form("/history", ["undo": "undo"])
    _ = try await change([("action", "delete")] + both)
    #expect(await web.page("/note/Two.md").status == 404)
    #expect(await web.page("/trash").text.contains("Two.md"))
  }

  /// All of them are one change of the history.
  @Test func severalNotesAreOneChange() async throws {
    _ = try await change([("action", "add-tag"), ("tag", "t")] + both)
    let history = await web.page("/history").text
    #expect(history.contains("add the tag t to 2 notes") && history.contains("<span class=\"count\">1</span>"))
  }

  @Test func nothingIsDoneBeforeOneSaysYes() async throws {
    let preview = await web.form("/select", [("action", "delete")] + both)
    #expect(preview.text.contains("is deleted") && preview.text.contains("class=\"danger\">Delete 2 notes</button>"))
    #expect(await web.page("/note/One.md").status == 200)
  }

  @Test func anotherPlanIsRefusedAndShown() async throws {
    let preview = await web.form("/select", [("action", "add-tag"), ("tag", "t")] + both)
    try web.folder.write("two, changed\n", to: "vault/Two.md")
    let refused = await web.form("/select", confirmation(preview.text))
    #expect(refused.status == 412 && refused.text.contains("two, changed"))
    #expect(try web.text("Two.md") == "two, changed\n" && !web.text("One.md").contains("t]"))
    #expect(await web.form("/select", confirmation(refused.text)).status == 303)
    #expect(try web.text("Two.md").contains("two, changed") && web.text("Two.md").contains("tags"))
    let invented = await web.form("/select", [("action", "delete"), ("plan", "00")] + both)
    #expect(invented.status == 412)
    #expect(await web.page("/note/One.md").status == 200)
  }

  @Test func whatChangesNothingSaysSo() async throws {
    let page = await web.form("/select", [("action", "remove-tag"), ("tag", "none")] + both).text
    #expect(page.contains("Nothing would change.") && !page.contains("name=\"plan\""))
  }

  @Test func whatIsAskedForMustBeComplete() async throws {
    #expect(await web.form("/select", [("action", "delete")]).status == 422)
    #expect(await web.form("/select", both).status == 422)
    #expect(await web.form("/select", [("action", "burn")] + both).status == 422)
    #expect(await web.form("/select", [("action", "add-tag"), ("tag", "")] + both).status >= 400)
    #expect(await web.form("/select", [("action", "rename"), ("number", "x")] + both).status == 422)
    #expect(await web.form("/select", [("action", "rename"), ("number", "-1")] + both).status == 422)
    #expect(await web.form("/select", [("action", "move"), ("folder", "../out")] + both).status >= 400)
    for address in ["Two.md", "vault://note/../x.md", "vault://trash", "vault://note/Gone.md"] {
      #expect(await web.form("/select", [("action", "delete"), ("note", address)]).status >= 400, "\(address)")
    }
  }

  @Test func whatWasChosenStaysWhereItIsRefused() async throws {
    let refused = await web.form(
      "/select?q=tag:old", [("action", "rename"), ("prefix", "<new>"), ("number", "x")] + both)
    let text = refused.text
    #expect(refused.status == 422 && text.contains("x is no number."), "\(text)")
    #expect(text.contains("value=\"vault://note/One.md\" checked"))
    // It is not in the list that was asked for.
    #expect(text.contains("value=\"vault://note/Two.md\" checked"))
    #expect(text.contains("<option value=\"rename\" selected>") && text.contains("value=\"&lt;new&gt;\""))
    #expect(await !web.page("/select").text.contains(".md\" checked"))
  }

  @Test func whatCannotBeChangedIsLeftOutWhereThatIsAskedFor() async throws {
    try web.folder.write("+++\na = 1\n+++\ntext\n", to: "vault/Toml.md")
    let fields = [("action", "add-tag"), ("tag", "t"), ("note", "vault://note/Toml.md")] + both
    let refused = await web.form("/select", fields)
    #expect(refused.status == 409 && refused.text.contains("Nothing was changed, since these notes cannot be"))
    #expect(refused.text.contains("name=\"skip\" value=\"1\"> Leave out"))
    let done = try await change(fields + [("skip", "1")])
    #expect(done.status == 303)
    #expect(try web.text("Two.md").contains("t") && !web.text("Toml.md").contains("tags"))
    #expect(await !web.page("/select").text.contains("name=\"skip\""))
  }

  @Test func notesAreListed() async throws {
    let page = await web.page("/select").text
    #expect(page.matches(of: /<input type="checkbox" name="note"/).count == 3)
    #expect(page.contains("value=\"vault://note/Sub/Three.md\""))
    #expect(await web.page("/select?q=tag:old").text.matches(of: /type="checkbox" name="note"/).count == 1)
    let folder = await web.page("/select?folder=Sub").text
    #expect(folder.matches(of: /type="checkbox" name="note"/).count == 1 && folder.contains("Three"))
    #expect(await web.page("/?q=tag:old").text.contains("href=\"/select?q=tag:old\""))
    #expect(await web.page("/select?q=tag:nothing").text.contains("There are no notes here to choose."))
  }

  @Test func moreComeByTheirPlace() async throws {
    for number in 0..<120 { try web.folder.write("n\n", to: "vault/Many/note \(number).md") }
    var seen: [String] = []
    var target: String? = "/select?folder=Many"
    while let next = target {
      let text = await web.page(next).text
      seen += text.matches(of: /name="note" value="([^"]*)"/).map { String($0.1) }
      target = text.firstMatch(of: /rel="next" href="([^"]*)"/).map { String($0.1).replacing("&amp;", with: "&") }
    }
    #expect(seen.count == 120 && Set(seen).count == 120)
  }

  @Test func nobodyChoosesWhereNothingIsChanged() async throws {
    let guarded = try WebUnderTest(["a.md": "x\n"], isReadOnly: true)
    #expect(await guarded.page("/select").status == 403)
    #expect(await guarded.form("/select", ["action": "delete", "note": "vault://note/a.md"]).status == 403)
    #expect(await !guarded.page("/").text.contains("/select"))
  }
}
