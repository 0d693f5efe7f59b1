import Foundation
import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// What is in the trash without having been deleted here.
struct ForeignTrashTests {
  private static let stamp = ".vault/trash/20260101T000000Z-0a1b2c3d"

  private func trash(_ test: ChangedVault) throws -> [TrashItem] { try test.vault().read { try $0.trash() } }

  @Test(arguments: [
    stamp, stamp + "-" + String(repeating: "0", count: 32), stamp + "-", ".vault/trash/20260101T000000Z-0a1b2c3d-x",
  ])
  func whatCameWithTheFolderIsListedAndNotRestored(_ folder: String) throws {
    let test = try ChangedVault(["a.md": "a"])
    try test.folder.write("#!/bin/sh", to: folder + "/.git/hooks/pre-commit")
    try test.folder.write("evil", to: folder + "/Root.md")
    let items = try trash(test)
    #expect(Set(items.map(\.path.text)) == [".git/hooks/pre-commit", "Root.md"])
    #expect(items.allSatisfy { $0.isForeign && $0.id == "0a1b2c3d" })
    for name in ["Root", "pre-commit", "0a1b2c3d", ".git/hooks/"] {
      let error = #expect(throws: ForeignTrashError.self) { try test.vault().editor.restore([name]) }
      #expect(error?.kind == .foreign)
      #expect(error?.description.contains(folder) == true)
    }
    #expect(try test.tree() == ["a.md": "a"])
    #expect(try test.vault().editor.emptyTrash(items).count == 2)
  }

  @Test func ownDeletionsAreElsewhereOnAnotherMachine() throws {
    let test = try ChangedVault(["a.md": "a"])
    _ = try test.vault().editor.delete(named: ["a"])
    let item = try #require(try trash(test).first)
    #expect(!item.isForeign && item.id.utf8.count == 8)
    let other = try test.elsewhere()
    #expect(try trash(other).map(\.isForeign) == [true])
    #expect(throws: ForeignTrashError.self) { try other.vault().editor.restore(["a"]) }
    _ = try test.vault().editor.restore([item.id])
    #expect(try test.text("a.md") == "a")
  }

  /// The name of a folder that this user's deletion in one vault has, in another vault.
  @Test func namesOfAnotherVaultAreForeign() throws {
    let (test, other) = (try ChangedVault(["a.md": "a"]), try TemporaryFolder())
    _ = try test.vault().editor.delete(named: ["a"])
    let folder = try #require(try trash(test).first).place.parent
    try FileManager.default.createDirectory(
      atPath: other.absolute(".vault/trash"), withIntermediateDirectories: true)
    try FileManager.default.moveItem(
      atPath: test.folder.absolute(folder.text), toPath: other.absolute(folder.text))
    let tree = try VaultTree(root: other.path)
    let identity = try UserIdentity.made(in: test.folders)
    let name = String(folder.text.split(separator: "/").last ?? "")
    #expect(try Trash.folder(named: name, identity, home: tree.root)?.isForeign == true)
    #expect(try Trash.folder(named: name, identity, home: VaultTree(root: test.folder.path).root)?.isForeign == false)
  }

  @Test func nothingComesBackThatRunsAsSomebodyElse() throws {
    let test = try ChangedVault(["a.md": "a"])
    _ = try test.vault().editor.delete(named: ["a"])
    try test.folder.setMode(0o4755, of: try #require(try trash(test).first).place.text)
    #expect(throws: ChangeError.self) { try test.vault().editor.restore(["a"]) }
  }

  /// A foreign version of the same path, said to be newer, is not what is meant.
  @Test func ownVersionsComeFirst() throws {
    let test = try ChangedVault(["a.md": "a"])
    _ = try test.vault().editor.delete(named: ["a"])
    try test.folder.write("evil", to: ".vault/trash/90260101T000000Z-0a1b2c3d/a.md")
    _ = try test.vault().editor.restore(["a"])
    #expect(try test.text("a.md") == "a")
  }

  /// Whoever can put files into a folder of the user's own does not get them into hidden places.
  @Test(arguments: [".git/hooks/pre-commit", "git~1/hooks/x", "\u{200C}.git/x", "f/.git/hooks/pre-commit"])
  func nothingIsRestoredIntoHiddenPlaces(_ path: String) throws {
    let test = try ChangedVault(["a.md": "a", "f/.git/config": "c", "f/n.md": "n"])
    _ = try test.vault().editor.delete(named: ["a"])
    let folder = try #require(try trash(test).first).place.parent
    try test.folder.write("#!/bin/sh", to: folder.text + "/" + path)
    #expect(throws: ChangeError.self) { try test.vault().editor.restore([path]) }
    #expect(!test.folder.exists(path))
    _ = try test.vault().editor.restore(["a.md"])
  }

  @Test func aFolderComesBackWithWhatWasHiddenInIt() throws {
    let test = try ChangedVault(["f/.git/config": "c", "f/n.md": "n"])
    let before = try test.tree()
    _ = try test.vault().editor.delete(named: ["f/"])
    _ = try test.vault().editor.restore(["f/"])
    #expect(try test.tree() == before)
  }
}
