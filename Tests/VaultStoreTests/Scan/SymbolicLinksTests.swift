import Testing
import VaultTestSupport

@testable import VaultStore

@Suite struct SymbolicLinksTests {
  @Test func aLinkToANoteCountsOnce() throws {
    let folder = try TemporaryFolder()
    try folder.write("x", to: "real/note.md")
    try folder.link("a.md", to: "real/note.md")
    try folder.link("real/z.md", to: folder.absolute("real/note.md"))
    let tree = try ScannedTree(folder)
    #expect(tree.notes == ["real/note.md"])
    #expect(tree.problems.isEmpty)
  }

  @Test func aLinkToWhatIsNoNoteItselfIsFollowedOnce() throws {
    let folder = try TemporaryFolder()
    try folder.write("12345", to: "data/text.txt")
    try folder.write("1234567", to: ".hidden/note.md")
    try folder.link("b/second.md", to: "../data/text.txt")
    try folder.link("a/first.md", to: "../b/second.md")
    try folder.link("h.md", to: ".hidden/note.md")
    let tree = try ScannedTree(folder)
    #expect(tree.notes == ["a/first.md", "h.md"])
    #expect(tree.files == ["data/text.txt"])
    #expect(tree.problems.isEmpty)
    let note = try #require(tree.folder("a")?.notes.first)
    #expect(note.isLink)
    #expect(note.stamp.size == 5)
    #expect(tree.folder("")?.notes.first?.stamp.size == 7)
  }

  @Test func theTargetsChangesShowInTheLinksFolder() throws {
    let folder = try TemporaryFolder()
    try folder.write("12345", to: "data/text.txt")
    try folder.link("a/first.md", to: "../data/text.txt")
    let before = try #require(try ScannedTree(folder).folder("a"))
    try folder.write("123456", to: "data/text.txt")
    let after = try #require(try ScannedTree(folder).folder("a"))
    #expect(before.fingerprint != after.fingerprint)
    #expect(after.stamps.newest >= before.stamps.newest)
    #expect(after.stamps.newest == after.notes.first.map { max($0.stamp.mtimeNS, $0.stamp.ctimeNS) })
  }

  @Test func otherFilesMayHaveSeveralNames() throws {
    let folder = try TemporaryFolder()
    try folder.write("x", to: "a.png")
    try folder.link("b.png", to: "a.png")
    try folder.link("gone.png", to: "nothing.png")
    let tree = try ScannedTree(folder)
    #expect(tree.files == ["a.png", "b.png"])
    #expect(tree.problems.isEmpty)
  }

  @Test func whatLeadsOutOfTheRootIsReported() throws {
    let folder = try TemporaryFolder()
    try folder.write("x", to: "outside/secret.md")
    try folder.write("x", to: "vault-2/near.md")
    try folder.write("x", to: "vault/a.md")
    try folder.link("vault/secret.md", to: "../outside/secret.md")
    try folder.link("vault/near.md", to: "../vault-2/near.md")
    try folder.link("vault/folder", to: "../outside")
    try folder.link("vault/image.png", to: "/dev/null")
    let tree = try ScannedTree(folder, at: "vault")
    #expect(tree.notes == ["a.md"])
    #expect(tree.files.isEmpty)
    #expect(tree.folders == [""])
    #expect(
      tree.problems
        == ["link-outside folder", "link-outside image.png", "link-outside near.md", "link-outside secret.md"])
  }

  @Test func loopsAreReported() throws {
    let folder = try TemporaryFolder()
    try folder.write("x", to: "a/b/x.md")
    try folder.link("self.md", to: "self.md")
    try folder.link("one.md", to: "two.md")
    try folder.link("two.md", to: "one.md")
    try folder.link("a/b/up", to: "..")
    try folder.link("root", to: ".")
    try folder.link("broken.md", to: "nothing.md")
    let tree = try ScannedTree(folder)
    #expect(tree.notes == ["a/b/x.md"])
    #expect(
      tree.problems
        == [
          "link-loop a/b/up", "link-broken broken.md", "link-loop one.md", "link-loop root", "link-loop self.md",
          "link-loop two.md",
        ])
  }

  @Test func linksToFoldersInsideAreNotFollowed() throws {
    let folder = try TemporaryFolder()
    try folder.write("x", to: "a/x.md")
    try folder.makeFolder("b")
    try folder.link("b/a", to: "../a")
    let tree = try ScannedTree(folder)
    #expect(tree.notes == ["a/x.md"])
    #expect(tree.folders == ["", "a", "b"])
    #expect(tree.problems.isEmpty)
  }

  @Test func aLinkToAFIFOIsReported() throws {
    let folder = try TemporaryFolder()
    try folder.makeFIFO("pipe")
    try folder.link("a.md", to: "pipe")
    #expect(try ScannedTree(folder).problems == ["not-regular a.md"])
  }

  @Test func ignoredLinksAreNotLookedAt() throws {
    let folder = try TemporaryFolder()
    try folder.link("out.md", to: "/dev/null")
    try folder.write("out.md\n", to: ".gitignore")
    #expect(try ScannedTree(folder).problems.isEmpty)
  }
}
