import Testing
import VaultCore

@Suite struct LinkCaseTests {
  private func link(_ text: String) throws -> (Link, [UInt8]) {
    let bytes = Array(text.utf8)
    return (try #require(NoteParser().structure(of: bytes, path: NotePath("d/n.md")).links.first), bytes)
  }

  @Test(arguments: [
    ("[a](note.md)", "d/Note.md", true), ("[a](Note.md)", "d/Note.md", false), ("[a](D/Note.md)", "d/Note.md", true),
    ("[a](d/Note.md)", "d/Note.md", false), ("[a](/D/Note)", "d/Note.md", true), ("[a](./Note)", "d/Note.md", false),
    ("[a](My%20note.md)", "d/My Note.md", true), ("[[note]]", "d/Note.md", false),
    ("[a](note)", "elsewhere/Note.md", false),
    ("[a]\n\n[a]: note.md", "d/Note.md", true), ("![a](p.PNG)", "d/p.png", true),
  ])
  func differs(_ text: String, _ file: String, _ differs: Bool) throws {
    let (link, _) = try link(text)
    #expect(link.differsInCase(from: NotePath("d/n.md"), to: NotePath(file)) == differs)
  }

  @Test func embedsOfEitherForm() throws {
    let (markdown, bytes) = try link("x ![a](p.PNG)")
    #expect(markdown.isDestination(in: bytes))
    let (wiki, other) = try link("x ![[p.PNG]]")
    #expect(!wiki.isDestination(in: other))
  }
}
