import Foundation
import Testing
import VaultCore
import VaultPlatform
import VaultTestSupport

@testable import VaultStore

struct TrashTests {
  private static let files = ["a.md": "a", "f/b.md": "b", "f/g/c.png": "c", "f/.hidden": "h"]

  @Test func foldersGoAndComeWhole() throws {
    let test = try ChangedVault(Self.files)
    let before = try test.tree()
    let gone = try test.differences { try $0.editor.delete(named: ["f/"], $1) }
    #expect(gone.count == 5 && gone.values.allSatisfy { $0 == nil })
    #expect(Set(try test.vault().read { try $0.trash() }.map(\.path.text)) == ["f/b.md", "f/g/c.png", "f/.hidden"])
    _ = try test.differences { try $0.editor.restore(["f/"], $1) }
    #expect(try test.tree() == before)
    #expect(try test.vault().read { try $0.trash() }.isEmpty)
  }

  @Test func whatIsThereIsNotOverwritten() throws {
    let test = try ChangedVault(Self.files)
    _ = try test.vault().editor.delete(named: ["a", "f"])
    try test.folder.write("new", to: "a.md")
    #expect(throws: ChangeError.self) { try test.vault().editor.restore(["b", "a"]) }
    #expect(try test.tree() == ["a.md": "new"])
    #expect(throws: TrashNameError.self) { try test.vault().editor.restore(["nowhere"]) }
  }

  @Test func ofSeveralVersionsTheLatestComesBack() throws {
    let test = try ChangedVault(Self.files)
    _ = try test.vault(now: Date(timeIntervalSince1970: 1_790_000_000)).editor.delete(named: ["a"])
    try test.folder.write("later", to: "a.md")
    // Also of those that were deleted at one time.
    _ = try test.vault(now: Date(timeIntervalSince1970: 1_790_000_000)).editor.delete(named: ["a"])
    let items = try test.vault().read { try $0.trash() }
    #expect(items.map(\.path.text) == ["a.md", "a.md"])
    _ = try test.vault().editor.restore(["a"])
    #expect(try test.text("a.md") == "later")
    try test.folder.remove("a.md")
    _ = try test.vault().editor.restore([items[1].id])
    #expect(try test.text("a.md") == "a")
  }

  /// Told by its path and by the operation that deleted it, an older version comes back as well.
  @Test func justTheChosenVersionComesBack() throws {
    let test = try ChangedVault(Self.files)
    _ = try test.vault().editor.delete(named: ["a"])
    try test.folder.write("later", to: "a.md")
    _ = try test.vault().editor.delete(named: ["a", "f"])
    let items = try test.vault().read { try $0.trash() }
    let older = try #require(items.last { $0.path.text == "a.md" })
    let other = try #require(items.first { $0.path.text == "f/b.md" })
    _ = try test.vault().editor.restore([(older.path, older.id), (other.path, other.id)])
    #expect(try test.text("a.md") == "a")
    #expect(try test.text("f/b.md") == "b")
    #expect(try test.vault().read { try $0.trash() }.map(\.path.text).sorted() == ["a.md", "f/.hidden", "f/g/c.png"])
    // It is not there any more.
    #expect(throws: TrashNameError.self) { try test.vault().editor.restore([(older.path, older.id)]) }
  }

  @Test(arguments: [".vault/", ".vault/state/x", ".git/config", "f/.hidden", "..", "../x", "/", ".", "nowhere/"])
  func hiddenOnesAndOthersAreLeftAlone(_ name: String) throws {
    let test = try ChangedVault(Self.files.merging([".vault/state/x": "x", ".git/config": "g"]) { $1 })
    let before = try test.tree()
    #expect(throws: (any Error).self) { try test.vault().editor.delete(named: [name]) }
    #expect(try test.tree() == before)
    #expect(try test.text(".vault/state/x") == "x")
  }

  @Test func onlyWhatWasListedIsEmptied() throws {
    let test = try ChangedVault(Self.files)
    let vault = try test.vault()
    _ = try vault.editor.delete(named: ["a"])
    let listed = try vault.read { try $0.trash() }
    _ = try vault.editor.delete(named: ["f"])
    #expect(try vault.editor.emptyTrash(listed).map(\.path.text) == ["a.md"])
    #expect(try vault.editor.emptyTrash(listed).isEmpty)
    #expect(try vault.read { try $0.trash() }.count == 3)
  }

  /// What others could not look into they cannot look into now; but they may delete notes, too.
  @Test func nobodyElseLooksIntoWhatWasDeleted() throws {
    let test = try ChangedVault(Self.files)
    _ = try test.vault().editor.delete(named: ["a"])
    let folder = test.folder.absolute(".vault/trash")
    let own = try #require(FileManager.default.contentsOfDirectory(atPath: folder).first)
    #expect(status(of: folder + "/" + own)?.st_mode == S_IFDIR | 0o700)
    let mask = umask(0)
    umask(mask)
    #expect(status(of: folder)?.st_mode == S_IFDIR | 0o777 & ~mask)
  }

  @Test func whatIsInAFolderWhoseNameIsNoTextIsDeletedAndComesBack() throws {
    let test = try ChangedVault()
    let path = [UInt8]("f\u{0}".utf8.dropLast()) + [0xFF] + Array("/n.md".utf8)
    try test.folder.write(Array("x".utf8), to: path)
    let vault = try test.vault()
    _ = try vault.editor.change("rm") { plan in
      let folder = try Trash.folder(
        stamp: vault.editor.stamp, id: "0123abcd", UserIdentity.made(in: test.folders), home: plan.tree.root)
      try plan.move(
        NotePath(bytes: path), to: folder.appending(NotePath(bytes: path).bytes), checkingName: false)
    }
    #expect(try vault.read { try $0.trash() }.map(\.path.bytes) == [path])
    _ = try vault.editor.restore(["n"])
    #expect(try vault.read { try $0.trash() }.isEmpty)
    #expect(try vault.read { try $0.list(Query()) }.total == 1)
  }

  @Test func whatWasRestoredWasNotEmptied() throws {
    let test = try ChangedVault(Self.files)
    let vault = try test.vault()
    _ = try vault.editor.delete(named: ["f"])
    _ = try vault.editor.restore(["f"])
    #expect(try vault.read { try $0.history() }.map(\.loss) == [nil, .restored])
    _ = try vault.editor.undo()
    #expect(try vault.read { try $0.history() }.map(\.loss) == [nil, nil, nil])
    _ = try vault.editor.undo(redo: true)
    _ = try vault.editor.delete(named: ["a"])
    #expect(try vault.editor.emptyTrash(vault.read { try $0.trash() }).count == 1)
    #expect(try vault.read { try $0.history() }.first?.loss == .emptied)
  }

  /// Nobody may be told that nothing was changed.
  @Test func emptyingCanNoLongerBeCancelled() throws {
    let test = try ChangedVault(Self.files)
    let open = try test.vault()
    _ = try open.editor.delete(named: ["a"])
    var vault = open.vault
    let cancellation = Cancellation()
    vault.options.cancellation = cancellation
    #expect(try vault.editor(telling: open.listener).emptyTrash(open.read { try $0.trash() }).count == 1)
    #expect(!cancellation.cancel())
  }

  @Test func emptyingIsForGood() throws {
    let test = try ChangedVault(Self.files)
    _ = try test.vault(now: Date(timeIntervalSince1970: 1_780_000_000)).editor.delete(named: ["a"])
    _ = try test.vault().editor.delete(named: ["f"])
    let vault = try test.vault()
    let gone = try vault.editor.emptyTrash(
      vault.read { try $0.trash() }.filter { $0.deleted < Date(timeIntervalSince1970: 1_785_000_000) })
    #expect(gone.map(\.path.text) == ["a.md"])
    #expect(try test.vault().read { try $0.trash() }.count == 3)
    #expect(try vault.editor.emptyTrash(vault.read { try $0.trash() }).count == 3)
    // Neither can be undone any more; what came before can.
    #expect(throws: NothingToUndoError.self) { try test.vault().editor.undo() }
    #expect(test.notices.count { $0.contains("emptied from the trash") } == 2)
    #expect(try FileManager.default.contentsOfDirectory(atPath: test.folder.absolute(".vault/trash")).isEmpty)
  }
}
