import Testing
import VaultCore
import VaultInterface
import VaultStore
import VaultTestSupport

@testable import VaultWeb

@Suite(.serialized) struct DiffViewTests {
  @Test func linesAndFilesAreTold() async throws {
    let web = try WebUnderTest(["a<b>.md": "one\r\ntwo \u{1B}\n", "c.md": "x\n"])
    let page = await web.form(
      "/select",
      ["action": "add-tag", "tag": "t", "note": "vault://note/a%3Cb%3E.md", "folder": ""]
    ).text
    #expect(page.contains("<section class=\"diff\"><h2><span>a&lt;b&gt;.md</span></h2><pre>"))
    #expect(page.contains("<ins>+tags:") && page.contains("<span> one"))
    let deletion = await web.form("/select", ["action": "delete", "note": "vault://note/a%3Cb%3E.md"]).text
    #expect(deletion.contains("<span>a&lt;b&gt;.md</span> <span class=\"state\">is deleted</span>"))
    #expect(deletion.contains("<del>-one␍\n</del>") && deletion.contains("<del>-two ␛\n</del>"))
    HostileTextTests.expectOwnMarkup(deletion, "deletion")
  }

  @Test func ofVeryMuchTheBeginningIsShown() async throws {
    let web = try WebUnderTest(["a.md": String(repeating: "line\n", count: 5_000)])
    let page = await web.form("/select", ["action": "delete", "note": "vault://note/a.md"]).text
    #expect(page.matches(of: /<del>-line/).count < 3_001 && page.contains("more lines"))
  }
}
