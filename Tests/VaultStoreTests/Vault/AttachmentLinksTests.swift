import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// Links to files that are no notes, asked from their other end.
@Suite struct AttachmentLinksTests {
  private static let files = [
    "a.md": "![[pic.png]] and [again](files/pic.png)\n", "b.md": "[[pic.png|p]]\n", "c.md": "[[other.png]]\n",
    "d.md": "pic.png\n", "files/pic.png": "", "x/two.pdf": "", "y/two.pdf": "", "e.md": "[[x/two.pdf]]\n",
    "pic.md": "", "f.md": "[[pic]]\n",
  ]

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for (path, text) in Self.files { try folder.write(text, to: path) }
  }

  @Test(arguments: [false, true]) func backlinks(_ noIndex: Bool) throws {
    let vault = try VaultUnderTest(folder).vault(noIndex: noIndex)
    for (name, sources) in [
      ("pic.png", ["a.md", "a.md", "b.md"]), ("files/pic.png", ["a.md", "a.md", "b.md"]),
      ("PIC.PNG", ["a.md", "a.md", "b.md"]), ("./files/pic.png", ["a.md", "a.md", "b.md"]),
      ("\(vault.location.root)/files/pic.png", ["a.md", "a.md", "b.md"]), ("x/two.pdf", ["e.md"]), ("y/two.pdf", []),
      ("pic", ["f.md"]),
    ] {
      #expect(try vault.read { try $0.backlinks(to: name).links.map(\.source.text) } == sources, "\(name)")
    }
    for name in ["two.pdf", "nowhere.png", "other.png", "files", ""] {
      #expect(throws: NoteNameError.self, "\(name)") { try vault.read { try $0.backlinks(to: name) } }
    }
  }

  @Test(arguments: [false, true]) func theQueryLanguageFindsTheirNotes(_ noIndex: Bool) throws {
    let test = try VaultUnderTest(folder)
    let vault = try test.vault(noIndex: noIndex)
    #expect(try test.paths("links:pic.png", noIndex: noIndex) == ["a.md", "b.md"])
    #expect(try test.paths("links:pic.png -links:files/pic.png", noIndex: noIndex) == [])
    #expect(try test.paths("links:pic", noIndex: noIndex) == ["f.md"])
    #expect(throws: QueryError.self) { try test.paths("linked-by:pic.png", noIndex: noIndex) }
    let named = try vault.read { try $0.attachments(namedIn: test.query("file:PIC.png OR file:nowhere file:pic.md")) }
    #expect(named == ["files/pic.png"])
  }
}
