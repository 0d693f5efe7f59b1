import Testing
import VaultCore

@testable import VaultRPC

/// What is asked about links, headings, blocks and tags, in saved and unsaved text.
@Suite(.serialized) struct LinkMethodsTests {
  private func editor() throws -> EditorUnderTest {
    let editor = try EditorUnderTest([
      "Home.md": "# Home\n\n😀 see [[Other note#Second|x]] and [t](Sub/Third.md) #tag/deep\n\n[[Home#Home]] [[None]]\n",
      "Other note.md": "---\naliases: [Nick]\ntags: [tag]\n---\n# Other\n\ntext ^block\n\n## Second\n\n[[Home]]\n",
      "Sub/Third.md": "[[Nick#^block]] [up](../Home.md) #tag\n",
    ])
    try editor.open("Home.md")
    return editor
  }

  private func targets(_ answer: JSONValue) -> [String] {
    (answer.list ?? []).map { place in
      let line = place[path: ["range", "start", "line"]]?.integer ?? -1
      let character = place[path: ["range", "start", "character"]]?.integer ?? -1
      return "\(place["uri"]?.text?.split(separator: "/").last ?? ""):\(line):\(character)"
    }
  }

  @Test func definitionsAreFilesHeadingsAndBlocks() throws {
    let editor = try editor()
    func definition(_ path: String, _ needle: String) throws -> [String] {
      targets(try editor.ask("textDocument/definition", editor.place(path, of: needle)))
    }
    #expect(try definition("Home.md", "Other note") == ["Other%20note.md:8:0"])
    #expect(try definition("Home.md", "Sub/") == ["Third.md:0:0"])
    #expect(try definition("Home.md", "Home#Home") == ["Home.md:0:0"])
    #expect(try definition("Home.md", "None") == [])
    #expect(try definition("Home.md", "see") == [])
    #expect(try definition("Home.md", "tag/deep") == ["Home.md:2:54"])
    try editor.open("Sub/Third.md")
    #expect(try definition("Sub/Third.md", "Nick") == ["Other%20note.md:6:0"])
  }

  @Test func unsavedTextCounts() throws {
    let editor = try editor()
    try editor.open("Other note.md", "# New\n\n# Second\n\n[[Home]] [[Home]]\n")
    let found = try editor.ask("textDocument/definition", editor.place("Home.md", of: "Other note"))
    #expect(targets(found) == ["Other%20note.md:2:0"])
    let links = try editor.ask("textDocument/references", editor.place("Home.md", 0, 0))
    #expect(targets(links).sorted() == ["Home.md:4:0", "Other%20note.md:4:0", "Other%20note.md:4:9", "Third.md:0:16"])
    editor.say("textDocument/didClose", editor.place("Other note.md", 0, 0))
    let saved = try editor.ask("textDocument/definition", editor.place("Home.md", of: "Other note"))
    #expect(targets(saved) == ["Other%20note.md:8:0"])
  }

  @Test func referencesAreThoseOfWhatStandsThere() throws {
    let editor = try editor()
    func references(_ path: String, _ needle: String) throws -> [String] {
      targets(
        try editor.ask(
          "textDocument/references",
          editor.place(
            path, of: needle, JSONValue.Member("context", .members(("includeDeclaration", .bool(true)))))))
    }
    #expect(try references("Home.md", "Second") == ["Home.md:2:7"])
    #expect(try references("Home.md", "Other note") == ["Third.md:0:0", "Home.md:2:7"].sorted())
    #expect(try references("Home.md", "tag/deep") == ["Home.md:2:54"])
    try editor.open("Other note.md")
    #expect(try references("Other note.md", "block") == ["Other%20note.md:6:6", "Third.md:0:0"])
    #expect(try references("Other note.md", "tag]") == ["Home.md:2:54", "Other%20note.md:2:7", "Third.md:0:34"])
    #expect(try references("Other note.md", "Second") == ["Other%20note.md:8:3", "Home.md:2:7"])
  }

  @Test func hoversShowWhatALinkLeadsTo() throws {
    let editor = try editor()
    let found = try editor.ask("textDocument/hover", editor.place("Home.md", of: "Second"))
    #expect(found[path: ["contents", "value"]]?.text == "**Other** — Other note.md\n\n---\n\n## Second\n\n[[Home]]")
    let tag = try editor.ask("textDocument/hover", editor.place("Home.md", of: "tag/deep"))
    #expect(tag[path: ["contents", "value"]]?.text == "**#tag/deep**\n\n1 note")
  }

  @Test func allLinksAreListed() throws {
    let editor = try editor()
    let found = try editor.ask("textDocument/documentLink", editor.place("Home.md", 0, 0))
    #expect(
      found.list?.map { $0["target"]?.text?.split(separator: "/").last } == ["Other%20note.md", "Third.md", "Home.md"])
  }

  @Test func symbolsAreNested() throws {
    let editor = try EditorUnderTest(["a.md": "# A\n\n- [ ] task\n\n## B\n\ntext ^id\n\n# C\n"])
    try editor.open("a.md")
    let found = try editor.ask("textDocument/documentSymbol", editor.place("a.md", 0, 0))
    func names(_ symbols: JSONValue?) -> [String] {
      (symbols?.list ?? []).map { symbol in
        let children = names(symbol["children"])
        return (symbol["name"]?.text ?? "") + (children.isEmpty ? "" : "(\(children.joined(separator: " ")))")
      }
    }
    #expect(names(found) == ["A(task B(^id))", "C"])
  }

  @Test func brokenLinksAreTold() throws {
    let editor = try editor()
    let told = try editor.wait("textDocument/publishDiagnostics")
    let problems = told["diagnostics"]?.list ?? []
    #expect(problems.map { $0["code"] } == [.text("link-dangling")])
    #expect(
      problems.first?["range"]
        == PositionRange(Position(line: 4, character: 14), Position(line: 4, character: 22)).json)
    editor.change("Home.md", to: "[[Other note]]", version: 2)
    let mended = try editor.wait("textDocument/publishDiagnostics") { $0["version"]?.integer == 2 }
    #expect(mended["diagnostics"] == .list([]))
  }
}
