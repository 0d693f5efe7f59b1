import Foundation
import GRDB
import Testing
import VaultCore
import VaultPlatform
import VaultTestSupport

@testable import VaultStore

/// The setting `index: .vault/index.sqlite`: an index there is used only where this user made it, and reading writes nothing
/// into the vault.
@Suite struct IndexInVaultTests {
  private let folder: TemporaryFolder
  private let test: VaultUnderTest

  init() throws {
    folder = try TemporaryFolder()
    for number in 0..<20 { try folder.write("zirconium \(number)\n- [ ] a task\n", to: "n\(number).md") }
    try folder.write("index: .vault/index.sqlite\n", to: ".vault/config.yaml")
    test = try VaultUnderTest(folder)
  }

  /// The names below `.vault`, but for the configuration.
  private func names() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.absolute(".vault")).sorted()
      .filter { $0 != "config.yaml" }
  }

  private func expectRight(notices: Int = 0) throws {
    #expect(try test.paths("zirconium") == test.paths("zirconium", noIndex: true))
    #expect(Set(test.notices.all).count == notices, "\(test.notices.all)")
    test.notices.clear()
  }

  /// What serves, and the path of it.
  private func place() throws -> (isInVault: Bool, path: String) {
    let place = try #require(try test.vault().vault.indexPlace())
    return (place.seal != nil, place.path)
  }

  @Test func readingMakesNone() throws {
    for _ in 0..<2 {
      try expectRight()
      #expect(try names().isEmpty)
    }
    try test.vault().withSnapshot { #expect($0 is IndexSnapshot) }
    #expect(try !place().isInVault)
    // Reading makes no identity either.
    #expect(!test.cache.exists("state/vault/identity"))
  }

  @Test func theCommandMakesOne() throws {
    let summary = try test.vault().index(rebuild: false)
    #expect(summary.path == folder.absolute(".vault/index.sqlite") && summary.changes.added == 20)
    #expect(
      try names() == ["index.sqlite", "index.sqlite-shm", "index.sqlite-wal", "index.sqlite.lock", "index.sqlite.seal"]
        || names() == ["index.sqlite", "index.sqlite-wal", "index.sqlite.lock", "index.sqlite.seal"])
    for name in try names() {
      let status = try #require(IndexFileTests.status(folder.absolute(".vault/" + name)))
      #expect(status.st_mode & 0o777 == 0o600, "\(name)")
    }
    try expectRight()
    #expect(try place().isInVault)
    // It is brought up to date, and anew where too much has changed.
    try folder.write("zirconium, late\n", to: "late.md")
    try expectRight()
    #expect(try test.vault().index(rebuild: false).changes.total == 21)
    #expect(try test.vault().index(rebuild: true).path == folder.absolute(".vault/index.sqlite"))
    try expectRight()
    #expect(try place().isInVault && test.vault().vault.indexHealth().problem == nil)
    // Nothing of it is in the cache but what folders list.
    #expect(!test.cache.exists(String(try cachedPath().dropFirst(test.cache.path.count + 1))))
  }

  private func cachedPath() throws -> String {
    try #require(test.vault().location.cacheFolder(test.environment.folders)) + "/index.sqlite"
  }

  /// The same bytes as an index that this user did make, in other files: from a backup, a clone or another machine.
  @Test func aCopyIsForeign() throws {
    _ = try test.vault().index(rebuild: false)
    let names = try names()
    for name in names {
      let bytes = try folder.bytes(of: ".vault/" + name)
      try folder.remove(".vault/" + name)
      try folder.write(bytes, to: ".vault/" + name)
      try folder.setMode(0o600, of: ".vault/" + name)
    }
    #expect(try !place().isInVault)
    let before = try contents()
    try expectRight(notices: 1)
    try expectRight(notices: 1)
    #expect(try contents() == before)
    // The command puts it aside and makes one there.
    #expect(try test.vault().index(rebuild: false).changes.added == 20)
    #expect(test.notices.all.contains { $0.contains("set-aside") })
    test.notices.clear()
    #expect(folder.exists(".vault/index.sqlite.set-aside"))
    try expectRight()
    #expect(try place().isInVault)
  }

  private func contents() throws -> [String: [UInt8]] {
    var contents: [String: [UInt8]] = [:]
    for name in try names() { contents[name] = try folder.bytes(of: ".vault/" + name) }
    return contents
  }

  /// An index of the cache's, or of another vault of this user's, with or without its seal.
  @Test func oneOfAnotherVaultIsForeign() throws {
    let other = try TemporaryFolder()
    try other.write("otherwise\n", to: "o.md")
    try other.write("index: .vault/index.sqlite\n", to: ".vault/config.yaml")
    let otherTest = try VaultUnderTest(other, cache: test.cache)
    _ = try otherTest.vault().index(rebuild: false)
    for name in ["index.sqlite", "index.sqlite-wal", "index.sqlite.lock", "index.sqlite.seal"] {
      try FileManager.default.moveItem(
        atPath: other.absolute(".vault/" + name), toPath: folder.absolute(".vault/" + name))
    }
    try expectRight(notices: 1)
  }

  /// Each of these lies beside an index of this user's, and was not there when it was made.
  @Test(arguments: ["-wal", "-journal"]) func aForeignLogIsNotPlayedBack(_ suffix: String) throws {
    _ = try test.vault().index(rebuild: false)
    let other = try TemporaryFolder()
    let queue = try DatabaseQueue(path: other.absolute("x.sqlite"))
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA page_size = 8192; PRAGMA journal_mode = WAL; CREATE TABLE meta(x); CREATE TABLE b(x)")
    }
    let bytes = try withExtendedLifetime(queue) { try other.bytes(of: "x.sqlite-wal") }
    let name = ".vault/index.sqlite" + suffix
    if folder.exists(name) { try folder.remove(name) }
    try folder.write(bytes, to: name)
    try folder.setMode(0o600, of: name)
    let before = try contents()
    try expectRight(notices: 1)
    #expect(try contents() == before)
    #expect(try test.vault().index(rebuild: false).changes.total == 20)
    test.notices.clear()
    try expectRight()
    #expect(try place().isInVault)
  }

  /// Nothing outside of the vault is made, changed or cut off through a link, whoever asks.
  @Test(arguments: ["", "-wal", "-journal", "-shm", ".lock", ".new", ".new-journal", ".old", ".seal", ".folders"])
  func linksLeadNowhere(_ suffix: String) throws {
    let outside = try TemporaryFolder()
    try outside.write("precious", to: "precious.sqlite")
    try folder.link(".vault/index.sqlite" + suffix, to: outside.absolute("precious.sqlite"))
    try expectRight(notices: suffix.isEmpty ? 1 : 0)
    // It may refuse, and names the file then.
    do { _ = try test.vault().index(rebuild: true) } catch let error as IndexPlaceError {
      #expect(error.message.text.contains("index.sqlite"))
    }
    test.notices.clear()
    #expect(try test.paths("zirconium").count == 20)
    #expect(try outside.bytes(of: "precious.sqlite") == Array("precious".utf8))
    #expect(try FileManager.default.contentsOfDirectory(atPath: outside.path) == ["precious.sqlite"])
  }

  @Test(arguments: ["x", "nowhere"]) func aFolderThatIsALinkIsNone(_ target: String) throws {
    let outside = try TemporaryFolder()
    try outside.makeFolder("x")
    try folder.link(".vault/x", to: outside.absolute(target))
    try folder.write("index: .vault/x/index.sqlite\n", to: ".vault/config.yaml")
    try expectRight(notices: 1)
    // The command says why the index is elsewhere.
    let summary = try test.vault().index(rebuild: false)
    #expect(try summary.path == cachedPath())
    #expect(test.notices.all.contains { $0.contains(".vault/x/index.sqlite") && $0.contains("in your cache") })
    #expect(try FileManager.default.contentsOfDirectory(atPath: outside.absolute("x")).isEmpty)
    #expect(try FileManager.default.contentsOfDirectory(atPath: outside.path) == ["x"])
  }

  @Test func aFolderThatOthersMayWriteInIsNone() throws {
    _ = try test.vault().index(rebuild: false)
    for mode: mode_t in [0o777, 0o775] {
      try folder.setMode(mode, of: ".vault")
      #expect(try test.paths("zirconium").count == 20)
      #expect(test.notices.all.contains { $0.contains("`chmod go-w \(folder.absolute(".vault"))`") })
      try expectRight(notices: 1)
    }
    let path = try test.vault().index(rebuild: false).path
    #expect(try path == cachedPath())
    try folder.setMode(0o755, of: ".vault")
    test.notices.clear()
    try expectRight()
    #expect(try place().isInVault)
  }

  @Test(arguments: [0o644, 0o660]) func oneThatOthersMayReadIsNone(_ mode: mode_t) throws {
    _ = try test.vault().index(rebuild: false)
    try folder.setMode(mode, of: ".vault/index.sqlite")
    try expectRight(notices: 1)
  }

  /// Whatever is no index of this program's is left where it is, whoever asks.
  @Test func anotherProgramsFileStays() throws {
    let path = folder.absolute(".vault/index.sqlite")
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { try $0.execute(sql: "CREATE TABLE photographs(x)") }
    try queue.close()
    let bytes = try folder.bytes(of: ".vault/index.sqlite")
    try expectRight(notices: 1)
    #expect(throws: IndexPlaceError.self) { try test.vault().index(rebuild: true) }
    #expect(try folder.bytes(of: ".vault/index.sqlite") == bytes)
  }

  /// Damage of an index that is this user's is mended where it lies.
  @Test func damageIsMendedInPlace() throws {
    _ = try test.vault().index(rebuild: false)
    let queue = try DatabaseQueue(path: folder.absolute(".vault/index.sqlite"))
    // The last to close it would delete the log that the seal is over.
    defer { withExtendedLifetime(queue) {} }
    try queue.writeWithoutTransaction {
      try $0.execute(sql: "PRAGMA wal_autocheckpoint = 0; CREATE VIEW a AS SELECT 1")
    }
    #expect(try place().isInVault)
    try expectRight(notices: 1)
    #expect(folder.exists(".vault/index.sqlite.old"))
    #expect(try place().isInVault)
  }

  /// A look at one of another version leaves its seal whole, and it is made anew where it lies.
  @Test func anotherVersionIsReplacedInPlace() throws {
    _ = try test.vault().index(rebuild: false)
    let index = try IndexDump.opened(folder.absolute(".vault/index.sqlite"))
    try index.queue.inDatabase { try $0.execute(sql: "PRAGMA user_version = 13") }
    try index.queue.close()
    let keeper = try #require(try test.vault().vault.keeper(VaultListener()))
    #expect(keeper.key() == nil)
    #expect(try keeper.isOfOtherVersion() && keeper.isOfOtherVersion())
    #expect(try place().isInVault)
    try expectRight(notices: 1)
    #expect(folder.exists(".vault/index.sqlite.old"))
    #expect(try place().isInVault)
    try expectRight()
  }

  /// As `cp -r` and some that unpack archives do it: the files stay the same ones, and their seal.
  @Test func oneThatWasWrittenOverIsMadeAnew() throws {
    _ = try test.vault().index(rebuild: false)
    let other = try TemporaryFolder()
    try other.write("zirconium, elsewhere\n", to: "n1.md")
    let otherTest = try VaultUnderTest(other)
    _ = try otherTest.paths("zirconium")
    let index = try IndexDump.opened(otherTest.indexPath())
    try index.queue.inDatabase { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
    try index.queue.close()
    try folder.write([UInt8](Data(contentsOf: URL(fileURLWithPath: otherTest.indexPath()))), to: ".vault/index.sqlite")
    try folder.write([], to: ".vault/index.sqlite-wal")
    #expect(try place().isInVault)
    #expect(try test.paths("zirconium").count == 20)
    #expect(test.notices.all.contains { $0.contains("is not the one that was made for this vault; it was moved to") })
    test.notices.clear()
    try expectRight()
    #expect(try place().isInVault)
  }

  /// The index goes along with the vault.
  @Test func aVaultThatMovedKeepsIt() throws {
    let around = try TemporaryFolder()
    try around.write("zirconium\n", to: "a/n.md")
    try around.write("index: .vault/index.sqlite\n", to: "a/.vault/config.yaml")
    _ = try VaultUnderTest(root: around.absolute("a"), cache: test.cache).vault().index(rebuild: false)
    try around.move("a", to: "b")
    let moved = try VaultUnderTest(root: around.absolute("b"), cache: test.cache)
    #expect(try moved.paths("zirconium") == ["n.md"] && moved.notices.all.isEmpty)
    #expect(try moved.vault().vault.indexPlace()?.seal != nil)
  }

  /// Without the identity nobody can tell, and the command makes another.
  @Test func anotherIdentity() throws {
    _ = try test.vault().index(rebuild: false)
    try test.cache.remove("state/vault/identity")
    try expectRight(notices: 1)
    #expect(try test.vault().index(rebuild: false).changes.added == 20)
    test.notices.clear()
    try expectRight()
    #expect(try place().isInVault)
  }

  /// A build that was killed leaves files that are put away; what others have left stays.
  @Test func whatLiesInTheWayOfABuild() throws {
    try folder.write("somebody's", to: ".vault/index.sqlite.new")
    _ = try test.vault().index(rebuild: false)
    #expect(try folder.bytes(of: ".vault/index.sqlite.new.set-aside") == Array("somebody's".utf8))
    #expect(!folder.exists(".vault/index.sqlite.new") && !folder.exists(".vault/index.sqlite.new.seal"))
  }

  @Test func withoutAnIndexNothingOfItIsRead() throws {
    _ = try test.vault().index(rebuild: false)
    try folder.setMode(0o644, of: ".vault/index.sqlite")
    #expect(try test.paths("zirconium", noIndex: true).count == 20 && test.notices.all.isEmpty)
    let vault = try test.vault(noIndex: true).vault
    #expect(try vault.keeper(VaultListener()) == nil && vault.indexHealth().problem == nil)
  }

  /// The folder that the user's own configuration names is the user's alone, too.
  @Test func theFolderForAllIndexesIsTheUsersAlone() throws {
    let elsewhere = try TemporaryFolder()
    var test = test
    test.environment.variables["XDG_CONFIG_HOME"] = elsewhere.path
    try elsewhere.write("index: \(elsewhere.absolute("indexes"))\n", to: "vault/config.yaml")
    let path = try test.vault().index(rebuild: false).path
    #expect(path.hasPrefix(elsewhere.absolute("indexes/")))
    #expect(try names().isEmpty && test.paths("zirconium").count == 20)
    let folder = String(path.dropFirst(elsewhere.path.count + 1).dropLast("/index.sqlite".count))
    for mode: mode_t in [0o777, 0o775] {
      try elsewhere.setMode(mode, of: folder)
      test.notices.clear()
      #expect(try test.paths("zirconium").count == 20)
      let remedy =
        "others may write in \(elsewhere.absolute(folder)); `chmod go-w \(elsewhere.absolute(folder))` ends that"
      #expect(test.notices.all == ["there can be no index, since \(remedy); answering from the files"])
      #expect(try test.vault().vault.indexHealth().problem?.contains(remedy) == true)
      let error = #expect(throws: IndexPlaceError.self) { _ = try test.vault().index(rebuild: false) }
      #expect(error?.message.text.contains(remedy) == true)
    }
  }
}
