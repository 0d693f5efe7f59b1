import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// What is asked of a whole vault besides its notes: files, folders, properties, lengths.
@Suite struct VaultContentsTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      "---\nstatus: draft\ntags: [a, b, a]\nday: 2026-01-02\nn: 1\naliases: [One, Uno]\n---\nOne two.\n\n[[b]] ![[p.png]]\n",
      to: "x/a.md")
    try folder.write(
      "---\nStatus: [draft, done]\nday:\nn: text\n---\n[[#own]] <https://a.b>\r\n\u{E9}\u{301}\n", to: "x/y/b.md")
    try folder.write("[t](x/q%20r.png)", to: "c.md")
    for path in ["x/p.png", "x/q r.png", "x/y/unused.png", "img/p.PNG"] { try folder.write("", to: path) }
  }

  private func vault(_ noIndex: Bool) throws -> OpenVault { try VaultUnderTest(folder).vault(noIndex: noIndex) }

  @Test(arguments: [false, true]) func filesAndFolders(_ noIndex: Bool) throws {
    try vault(noIndex).read { reader throws in
      #expect(
        try reader.files().map(\.text)
          == ["c.md", "img/p.PNG", "x/a.md", "x/p.png", "x/q r.png", "x/y/b.md", "x/y/unused.png"])
      #expect(try reader.attachments().map(\.text) == ["img/p.PNG", "x/p.png", "x/q r.png", "x/y/unused.png"])
      #expect(try reader.unusedAttachments().map(\.text) == ["img/p.PNG", "x/y/unused.png"])
      #expect(
        try reader.folders().map { "\($0.path) \($0.notes) \($0.attachments) \($0.total)" }
          == ["img 0 1 1", "x 1 2 5", "x/y 1 1 2"])
      #expect(try reader.folder(named: "x/") == NotePath("x") && reader.folder(named: ".") == nil)
      #expect(
        try reader.file(named: "q r.png") == NotePath("x/q r.png") && reader.file(named: "B") == NotePath("x/y/b.md"))
      #expect(throws: NoteNameError.self) { try reader.file(named: "p.png") }
      #expect(throws: NoteNameError.self) { try reader.file(named: "none.png") }
    }
  }

  @Test(arguments: [false, true]) func properties(_ noIndex: Bool) throws {
    try vault(noIndex).read { reader throws in
      #expect(
        try reader.properties().map { "\($0.key) \($0.types) \($0.count)" } == [
          "aliases [\"list\"] 1", "day [\"date\"] 2", "n [\"number\", \"text\"] 2", "status [\"list\", \"text\"] 2",
          "tags [\"list\"] 1",
        ])
      #expect(
        try reader.values(ofProperty: "STATUS").map { "\($0.value.text ?? "") \($0.count)" } == ["draft 2", "done 1"])
      #expect(try reader.values(ofProperty: "tags").map(\.count) == [1, 1])
      #expect(try reader.values(ofProperty: "none") == [])
    }
  }

  @Test(arguments: [false, true]) func contents(_ noIndex: Bool) throws {
    try vault(noIndex).read { reader throws in
      #expect(
        try reader.lengths(of: Query()).map { "\($0.path) \($0.words) \($0.characters ?? -1)" }
          == ["c.md 5 16", "x/a.md 5 27", "x/y/b.md 5 25"])
      #expect(try reader.lengths(of: Query(), named: ["x/a", "One"]).map(\.path.text) == ["x/a.md"])
      #expect(try reader.aliases(Query()).map { "\($0.alias) \($0.path)" } == ["One x/a.md", "Uno x/a.md"])
      #expect(try reader.deadEnds(Query()).records.map(\.path.text) == ["x/y/b.md"])
      #expect(try reader.outline(of: ["c"]) == [])
      let random = try reader.randomNotes(Query(), count: 2)
      #expect(random.total == 3 && Set(random.records.map(\.path)).count == 2)
    }
  }
}
