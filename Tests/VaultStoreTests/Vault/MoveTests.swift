import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

struct MoveTests {
  private static let files = [
    "a.md": "[[b]] [b](b.md#H) ![[pic.png]]\r\n", "b.md": "# B\n\n## H\n", "f/c.md": "[[b|B]] [d](d.md)\n",
    "f/d.md": "d",
    "pic.png": "png",
  ]

  private func move(_ names: [String], _ target: String) throws -> [String: String?] {
    try ChangedVault(Self.files).differences { try $0.editor.move(names, to: target, $1) }
  }

  @Test func linksFollowANote() throws {
    #expect(
      try move(["b"], "New place/b two") == [
        "a.md": "[[b two]] [b](New%20place/b%20two.md#H) ![[pic.png]]\r\n", "b.md": nil,
        "f/c.md": "[[b two|B]] [d](d.md)\n", "New place": "(folder)", "New place/b two.md": "# B\n\n## H\n",
      ])
  }

  /// A file with two names gets each edit once, though both names are notes with links.
  @Test func hardLinksAreEditedOnce() throws {
    let test = try ChangedVault(Self.files.merging(["hard.md": "[[b]] ![x](b.md)\n"]) { $1 })
    try test.folder.makeFolder("other")
    try test.folder.hardLink("other/twin.md", to: "hard.md")
    let outcome = try test.vault().editor.move(["b"], to: "b2.md")
    #expect(try test.text("hard.md") == "[[b2]] ![x](b2.md)\n")
    #expect(try test.text("other/twin.md") == "[[b2]] ![x](b2.md)\n")
    #expect(Set(outcome.planned.records.map(\.path)).isSuperset(of: ["hard.md", "other/twin.md"]))
    _ = try test.vault().editor.move(["a", "b2"], to: "f/")
    #expect(try test.text("other/twin.md") == "[[b2]] ![x](f/b2.md)\n")
  }

  @Test func aFolderKeepsWhatIsWithinIt() throws {
    #expect(
      try move(["f"], "g/h") == [
        "f": nil, "f/c.md": nil, "f/d.md": nil, "g": "(folder)", "g/h": "(folder)",
        "g/h/c.md": "[[b|B]] [d](d.md)\n", "g/h/d.md": "d",
      ])
  }

  @Test func severalGoIntoAFolder() throws {
    let differences = try move(["b", "pic.png"], "f/")
    #expect(
      differences == [
        "a.md": "[[b]] [b](f/b.md#H) ![[pic.png]]\r\n", "b.md": nil, "pic.png": nil, "f/pic.png": "png",
        "f/b.md": "# B\n\n## H\n",
      ])
  }

  @Test(arguments: [
    (["b"], "a"), (["b"], "A.md"), (["a", "b"], "x"), (["f"], "f/g"), (["b"], "../x"), (["b"], "/tmp/x"),
    (["b"], "x:y"), (["pic.png"], "pic.md"), (["f", "f/c.md"], "g/"), (["b"], "x /"), (["b"], "x./"), (["b"], " /"),
    (["f"], "x "), (["b"], " "), (["b"], "..."), (["b"], ".hidden/"), (["b"], "a\u{1}"), (["nowhere"], "x"),
    (["nowhere/"], "x"),
    ([".vault/journal/x"], "x"), ([".vault/"], "x"), (["b"], String(repeating: "x", count: 300)),
  ])
  func whatCannotBeIsRefused(_ names: [String], _ target: String) throws {
    let test = try ChangedVault(Self.files.merging([".vault/journal/x": "x"]) { $1 })
    let before = try test.tree()
    #expect(throws: (any Error).self) { try test.vault().editor.move(names, to: target) }
    #expect(try test.tree() == before)
    #expect(try test.text(".vault/journal/x") == "x")
  }

  @Test func renamesOfSeveralMayPassThroughEachOther() throws {
    let test = try ChangedVault(["1.md": "one [[2]]", "2.md": "two [[1]]"])
    #expect(
      try test.differences { vault, options in
        try vault.editor.rename(["1", "2"], title: "swap", options) { name, _ in name == "1" ? "2" : "1" }
      } == ["1.md": "two [[2]]", "2.md": "one [[1]]"])
  }

  @Test(arguments: ["", "a/b", "a", "x:y", " ", "  .md", "\u{3000}"])
  func newNamesMustBeFreeNames(_ name: String) throws {
    let test = try ChangedVault(Self.files)
    #expect(throws: (any Error).self) { try test.vault().editor.rename(["b"], title: "r") { _, _ in name } }
    #expect(try test.tree().count == Self.files.count + 1)
  }

  @Test func namesCountFromTheWorkingFolder() throws {
    let test = try ChangedVault(Self.files)
    let vault = try test.vault(workingFolder: "f")
    _ = try vault.editor.move(["d"], to: "../d2")
    _ = try vault.editor.move(["../b"], to: ".")
    #expect(try test.tree().keys.sorted() == ["a.md", "d2.md", "f", "f/b.md", "f/c.md", "pic.png"])
  }

  @Test func linksThroughTheVaultsEdgeAreRefused() throws {
    let outside = try TemporaryFolder()
    try outside.write("outside", to: "x.md")
    let test = try ChangedVault(Self.files)
    try test.folder.link("out", to: outside.path)
    try test.folder.link("link.md", to: outside.absolute("x.md"))
    #expect(throws: ChangeError.self) { try test.vault().editor.move(["b"], to: "out/") }
    #expect(throws: (any Error).self) { try test.vault().editor.insert([0x78], .append, under: nil, in: ["link.md"]) }
    #expect(try outside.bytes(of: "x.md") == Array("outside".utf8))
    #expect(try test.text("b.md") == "# B\n\n## H\n")
  }

  /// Links by name alone lead to one of them. Names are those after the move: what leaves one has it no more.
  @Test func namesakesOfANewNameAreTold() throws {
    func told(_ names: [String], to target: String, dryRun: Bool = false) throws -> [String] {
      let test = try ChangedVault(Self.files.merging(["g/C.md": "", "pic.md": ""]) { $1 })
      _ = try test.vault().editor.move(names, to: target, ChangeOptions(dryRun: dryRun))
      return test.notices
    }
    let remark = "has that name too, so that links and commands need the path."
    #expect(try told(["b"], to: "c") == ["c.md: f/c.md and 1 more \(remark)"])
    #expect(try told(["b"], to: "c", dryRun: true) == ["c.md: f/c.md and 1 more \(remark)"])
    #expect(try told(["b"], to: "f/A.md") == ["f/A.md: a.md \(remark)"])
    #expect(try told(["f/d"], to: "D.md") == [])
    // It keeps its name.
    #expect(try told(["f/c.md"], to: "h/") == [])
    #expect(try told(["b"], to: "f/pic.md") == ["f/pic.md: pic.md \(remark)"])
  }

  @Test func whatIsGivenTwiceCountsOnce() throws {
    #expect(try Set(move(["b", "b.md", "f/c.md"], "g/").keys) == ["a.md", "b.md", "f/c.md", "g", "g/b.md", "g/c.md"])
    let test = try ChangedVault(Self.files)
    let numbered = try test.vault().editor.rename(["b", "b.md", "a"], title: "r") { "\($1) \($0)" }
    #expect(numbered.planned.records.filter { $0.from != nil }.map(\.path) == ["0 b.md", "1 a.md"])
  }

  @Test func filesKeepTheirExtension() throws {
    let test = try ChangedVault(Self.files.merging(["v1.2.png": "", "LICENSE": ""]) { $1 })
    _ = try test.vault().editor.rename(["pic.png"], title: "r") { _, _ in "photo" }
    #expect(try test.text("a.md") == "[[b]] [b](b.md#H) ![[photo.png]]\r\n")
    _ = try test.vault().editor.rename(["photo.png"], title: "r") { _, _ in "photo.jpg" }
    _ = try test.vault().editor.move(["photo.jpg"], to: "f/image")
    _ = try test.vault().editor.rename(["v1.2.png", "LICENSE"], title: "r", keepingExtensions: true) { name, _ in
      name + "-x"
    }
    #expect(
      try test.tree().keys.sorted()
        == ["LICENSE-x", "a.md", "b.md", "f", "f/c.md", "f/d.md", "f/image.jpg", "v1.2-x.png"])
    #expect(throws: MoveError.self) {
      try test.vault().editor.rename(["f/image.jpg"], title: "r") { _, _ in "image.md" }
    }
  }

  /// A folder that is there already may have any name, and its notes go to the trash.
  @Test func oddFoldersThatAreThereStay() throws {
    let test = try ChangedVault(["x /a.md": "a", "x /b.md": "b", "c.md": "c"])
    _ = try test.vault().editor.move(["c"], to: "x /")
    _ = try test.vault().editor.delete(named: ["x /a.md"])
    _ = try test.vault().editor.move(["x /"], to: "y/")
    #expect(try test.tree().keys.sorted() == ["y", "y/x ", "y/x /b.md", "y/x /c.md"])
  }
}
