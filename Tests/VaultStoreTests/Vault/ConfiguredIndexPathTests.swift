import Testing
import VaultTestSupport

@testable import VaultStore

/// The setting `index` comes with a vault, perhaps from someone else: it must not be able to touch any other file.
@Suite struct ConfiguredIndexPathTests {
  @Test(arguments: [".vault/index.sqlite", ".cache/a/b.sqlite", "/var/tmp/notes.sqlite"])
  func places(_ path: String) { #expect(ConfiguredIndexPath.isSafe(path)) }

  @Test(arguments: [
    "", "n1.md", "index.sqlite", "Notes/index.sqlite", "../precious.txt", "../index.sqlite", ".vault/../n.sqlite",
    "/home/x/.bashrc", "./index.sqlite", ".sqlite",
  ])
  func noPlaces(_ path: String) { #expect(!ConfiguredIndexPath.isSafe(path)) }

  @Test func aNoteNamedAsIndexStays() throws {
    let folder = try TemporaryFolder()
    try folder.write("zirconium\n", to: "n1.md")
    try folder.write("index: n1.md\n", to: ".vault/config.yaml")
    let vault = try VaultUnderTest(folder)
    #expect(try vault.paths("zirconium") == ["n1.md"])
    #expect(try folder.bytes(of: "n1.md") == Array("zirconium\n".utf8))
    #expect(vault.notices.all.contains { $0.contains("no place for an index") })
  }

  @Test func aForeignFileStays() throws {
    let folder = try TemporaryFolder()
    try folder.write("zirconium\n", to: "n1.md")
    try folder.write("not an index\n", to: ".vault/mine.sqlite")
    try folder.write("index: .vault/mine.sqlite\n", to: ".vault/config.yaml")
    let vault = try VaultUnderTest(folder)
    #expect(try vault.paths("zirconium") == ["n1.md"])
    #expect(try folder.bytes(of: ".vault/mine.sqlite") == Array("not an index\n".utf8))
    #expect(vault.notices.all.contains { $0.contains("left as it is") })
  }
}
