import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// Overlays of what is no note any more, or none at all.
struct OverlayTests {
  private func paths(_ vault: OverlaidVault, noIndex: Bool) throws -> [String] {
    try vault.vault(noIndex: noIndex).read { try $0.list(Query()).records.map(\.path.text).sorted() }
  }

  @Test(arguments: [false, true]) func aNoteThatVanishesFromTheDiskStays(_ noIndex: Bool) throws {
    let vault = try OverlaidVault(["a.md": "[[b]] x", "f/b.md": "old"], ["f/b.md": "# Title\nnew words"])
    #expect(try paths(vault, noIndex: noIndex) == ["a.md", "f/b.md"])
    for gone in ["f/b.md", "f"] {
      try vault.folder.remove(gone)
      try vault.vault(noIndex: noIndex).read { reader throws in
        #expect(try reader.search(vault.test.query("new")).hits.map(\.record.path) == ["f/b.md"])
        #expect(try reader.search(vault.test.query("old")).total == 0)
        #expect(try reader.show("b").record.title == "Title")
        #expect(try reader.backlinks(to: "b").links.map(\.source) == ["a.md"])
      }
    }
    #expect(vault.test.notices.all.isEmpty)
  }

  static let noNotes = [
    "../outside.md", "/absolute.md", "a/../b.md", "", "x//y.md", "picture.png", "note", ".hidden/x.md", ".dot.md",
    "left-out/x.md", "through/x.md", "away.md", "x\0.md",
  ]

  /// A file at such a place would be no note either.
  @Test(arguments: noNotes) func whatIsNoPlaceForANoteIsPassedOver(_ path: String) throws {
    let elsewhere = try TemporaryFolder()
    try elsewhere.write("there", to: "there.md")
    let vault = try OverlaidVault(
      [".gitignore": "left-out/\n", "real/x.md": "real", "a.md": "saved"], [path: "unsaved #tag", "a.md": "of a"])
    try vault.folder.link("through", to: "real")
    try vault.folder.link("away.md", to: elsewhere.absolute("there.md"))
    let opened = try vault.vault()
    let overlay = try #require(vault.overlays.first { $0.path.text == path })
    #expect(throws: ChangeError.self) { try opened.vault.note(overlaidBy: overlay) }
    for noIndex in [false, true] {
      #expect(try paths(vault, noIndex: noIndex) == ["a.md", "real/x.md"])
      try vault.vault(noIndex: noIndex).read { reader throws in
        #expect(try reader.tags().isEmpty)
        #expect(try reader.search(vault.test.query("unsaved")).total == 0)
        #expect(try String(decoding: reader.show("a").bytes, as: UTF8.self) == "of a")
      }
    }
    #expect(try elsewhere.bytes(of: "there.md") == Array("there".utf8))
  }

  @Test func aLinkToANoteIsThatNote() throws {
    let vault = try OverlaidVault(
      ["a.md": "saved", "b.txt": "plain"], ["link.md": "of a", "text.md": "of b", "new.md": "new"])
    try vault.folder.link("link.md", to: "a.md")
    try vault.folder.link("text.md", to: "b.txt")
    let opened = try vault.vault().vault
    #expect(try vault.overlays.map { try opened.note(overlaidBy: $0) } == ["a.md", "new.md", "text.md"])
    for noIndex in [false, true] {
      try vault.vault(noIndex: noIndex).read { reader throws in
        #expect(try reader.list(Query()).total == 3)
        #expect(try reader.search(vault.test.query("of")).hits.map(\.record.path.text).sorted() == ["a.md", "text.md"])
      }
    }
  }

  @Test(arguments: [false, true]) func whatIsNotUTF8IsReadAndNeverRewritten(_ noIndex: Bool) throws {
    let vault = try OverlaidVault(["a.md": Array("x".utf8)], ["a.md": Array("word ".utf8) + [0xFF, 0xFE]])
    let opened = try vault.vault(noIndex: noIndex)
    #expect(try opened.read { try $0.search(vault.test.query("word")).total } == 1)
    expectChangeError("a.md", .notUTF8) {
      try opened.editor.insert([0x61], .append, under: nil, in: ["a"], ChangeOptions(dryRun: true))
    }
  }

  @Test(arguments: [false, true]) func whatIsTooLargeIsListedByItsName(_ noIndex: Bool) throws {
    let vault = try OverlaidVault(
      [".vault/config.yaml": "max_file_size: 20\n", "a.md": "small [[b]]", "b.md": "b"],
      ["a.md": "no more than twenty bytes"])
    let opened = try vault.vault(noIndex: noIndex)
    try opened.read { reader throws in
      #expect(try reader.search(vault.test.query("small OR bytes")).total == 0)
      let records = try reader.list(Query()).records
      #expect(records.first { $0.path == "a.md" }?.warnings.map(\.code) == [.tooLarge])
      #expect(try reader.backlinks(to: "b").links.isEmpty)
    }
    expectChangeError("a.md", .tooLarge(size: 25, limit: 20)) {
      try opened.editor.insert([0x61], .append, under: nil, in: ["a"], ChangeOptions(dryRun: true))
    }
  }

  @Test func theLaterOfTwoOverlaysCounts() throws {
    let vault = try OverlaidVault(["a.md": "saved"], [:])
    let overlays = [1, 2].map {
      Overlay(path: "a.md", bytes: Array("text \($0)".utf8), version: $0, modified: .max)
    }
    let overlaid = try vault.test.vault().vault.overlaid(by: overlays)
    #expect(try overlaid.read { try $0.show("a").bytes } == Array("text 2".utf8))
    #expect(try overlaid.read { try $0.list(Query()).total } == 1)
  }

  @Test func aSearchBeforeTheIndexSeesTheTexts() throws {
    var files = ["a.md": "sunflower", "b.md": "a sunflower on the disk"]
    for number in 0..<Vault.fewNotes { files["few/\(number).md"] = "other words" }
    let vault = try OverlaidVault(files, ["a.md": "moonflower", "n.md": "sunflower", "../x.md": "sunflower"])
    let opened = try vault.vault()
    let found = try opened.vault.search(
      vault.test.query("sunflower"), options: SearchOptions(linesPerHit: 1, mayPrecedeIndex: true))
    #expect(found.precedesIndex)
    #expect(found.hits.map(\.record.path.text).sorted() == ["b.md", "n.md"])
    #expect(found.hits.allSatisfy { $0.matches.count == 1 })
  }

  /// What editors have must not get into the index, whoever brings that up to date.
  @Test func theIndexHoldsWhatIsOnTheDisk() throws {
    let vault = try OverlaidVault(["a.md": "saved", "b.md": "b"], ["a.md": "unsaved", "c.md": "unsaved"])
    for _ in 0..<2 {
      _ = try vault.vault().index(rebuild: true)
      #expect(try vault.test.paths("unsaved").isEmpty)
      try vault.folder.write("saved again", to: "a.md")
      #expect(try vault.vault().read { try $0.count(vault.test.query("unsaved")) } == 2)
      #expect(try vault.test.paths("saved") == ["a.md"])
      #expect(try vault.test.paths("unsaved").isEmpty)
    }
  }
}
