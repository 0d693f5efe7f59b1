import Foundation
import Testing
import VaultCore
import VaultPlatform
import VaultTestSupport

@testable import VaultStore

@Suite struct WatchSocketTests {
  private func socket(_ folder: String, root: String = "/a/vault", makes: Bool = false) -> WatchSocket {
    WatchSocket(root: root, environment: ["XDG_RUNTIME_DIR": folder], makes: makes)
  }

  @Test func isInTheFolderForThat() throws {
    let folder = try TemporaryFolder()
    let socket = socket(folder.path, makes: true)
    #expect(socket.path.hasPrefix(folder.path + "/vault/"))
    #expect(socket.path != self.socket(folder.path, root: "/another/vault").path)
    #expect(status(of: folder.absolute("vault")).map { $0.st_mode & 0o777 } == 0o700)
  }

  /// The system's addresses hold a hundred bytes or so, and folders' paths may be longer.
  @Test func isReachedByLongPaths() throws {
    let folder = try TemporaryFolder()
    for length in [20, 60, 61, 80, 200] {
      let name = String(repeating: "x", count: length)
      try folder.makeFolder(name)
      let socket = socket(folder.absolute(name), makes: true)
      #if os(Linux)
        #expect(socket.path.hasPrefix(folder.absolute(name)))
      #endif
      let listening = try socket.listen()
      #expect(socket.connect() != nil)
      socket.close()
      #expect(socket.connect() == nil)
      _ = listening
    }
  }

  @Test func isNotWhereThereIsNoFolder() throws {
    let folder = try TemporaryFolder()
    #expect(!socket(folder.absolute("missing")).path.hasPrefix(folder.path))
    #expect(!socket("relative").path.hasPrefix("relative"))
    #expect(!folder.exists("missing"))
  }

  /// Nobody who only asks makes anything.
  @Test func askingLeavesNothing() throws {
    let folder = try TemporaryFolder()
    #expect(try socket(folder.path).watcherProcess == nil)
    #expect(socket(folder.path).connect() == nil)
    #expect(!folder.exists("vault"))
    _ = socket(folder.path, makes: true)
    #expect(try socket(folder.path).watcherProcess == nil)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.absolute("vault")) == [])
  }

  @Test(arguments: [0o777, 0o755, 0o710, 0o701] as [mode_t])
  func foldersThatOthersMayLookIntoAreNotTrusted(_ mode: mode_t) throws {
    let folder = try TemporaryFolder()
    let first = socket(folder.path, makes: true)
    let lock = try #require(try first.lock())
    let listening = try first.listen()
    #expect(socket(folder.path).connect() != nil)
    #expect(try socket(folder.path).watcherProcess == Int(getpid()))
    try folder.setMode(mode, of: "vault")
    #expect(socket(folder.path).connect() == nil)
    #expect(try socket(folder.path).watcherProcess == nil)
    let error = #expect(throws: WatchSocketError.self) { try socket(folder.path, makes: true).lock() }
    #expect(error?.description.contains("set XDG_RUNTIME_DIR") == true)
    withExtendedLifetime((lock, listening)) {}
  }

  @Test(.enabled(if: geteuid() == 0, "only root gives files away")) func anothersFolderIsNotTrusted() throws {
    let folder = try TemporaryFolder()
    let first = socket(folder.path, makes: true)
    let lock = try #require(try first.lock())
    let listening = try first.listen()
    #expect(chown(folder.absolute("vault"), 65_534, 65_534) == 0)
    #expect(socket(folder.path).connect() == nil)
    #expect(try socket(folder.path).watcherProcess == nil)
    let error = #expect(throws: WatchSocketError.self) { try socket(folder.path, makes: true).listen() }
    #expect(error?.description.contains("belongs to somebody else") == true)
    withExtendedLifetime((lock, listening)) {}
  }

  /// Somebody else has put a link to a folder of ours, or of theirs, where ours ought to be.
  @Test func linksInPlaceOfTheFolderAreNotFollowed() throws {
    let (folder, elsewhere) = (try TemporaryFolder(), try TemporaryFolder())
    let other = socket(elsewhere.path, makes: true)
    let lock = try #require(try other.lock())
    let listening = try other.listen()
    #expect(symlink(elsewhere.absolute("vault"), folder.absolute("vault")) == 0)
    #expect(socket(folder.path).connect() == nil)
    #expect(try socket(folder.path).watcherProcess == nil)
    let error = #expect(throws: WatchSocketError.self) { try socket(folder.path, makes: true).lock() }
    #expect(error?.description.contains("is a link") == true)
    withExtendedLifetime((lock, listening)) {}
  }

  /// The file whose process is told, and that is emptied and written to, is a regular one of this user.
  @Test(arguments: ["link", "folder", "fifo"]) func whatIsNoFileInPlaceOfTheLockIsRefused(_ kind: String) throws {
    let folder = try TemporaryFolder()
    let socket = socket(folder.path, makes: true)
    try folder.write("1\n", to: "precious")
    let place = socket.path + ".lock"
    let made: CInt =
      switch kind {
      case "link": symlink(folder.absolute("precious"), place)
      case "folder": mkdir(place, 0o700)
      default: mkfifo(place, 0o600)
      }
    #expect(made == 0)
    // Another's process holds what the link leads to.
    let held = try #require(try FileLock.acquire(folder.absolute("precious"), .alone, patience: 0))
    #expect(try socket.watcherProcess == nil)
    #expect(throws: WatchSocketError.self) { try socket.lock() }
    held.release()
    #expect(throws: WatchSocketError.self) { try socket.lock() }
    #expect(try folder.bytes(of: "precious") == Array("1\n".utf8))
  }

  @Test(arguments: ["", "x\n", "-1\n", "0\n", "99999999999999999999\n", String(repeating: "1", count: 100)])
  func whatIsNoNumberNamesNoProcess(_ text: String) throws {
    let folder = try TemporaryFolder()
    let socket = socket(folder.path, makes: true)
    let lock = try #require(try socket.lock())
    #expect(try socket.watcherProcess == Int(getpid()))
    try folder.write(text, to: String(socket.path.dropFirst(folder.path.count + 1)) + ".lock")
    #expect(try socket.watcherProcess == nil)
    withExtendedLifetime(lock) {}
  }

  /// What is put in the place of the folder after it was opened changes nothing.
  #if os(Linux)
    @Test func theFolderThatWasOpenedIsTheOneThatIsUsed() throws {
      let folder = try TemporaryFolder()
      let socket = socket(folder.path, makes: true)
      try folder.move("vault", to: "moved")
      try folder.makeFolder("vault")
      let lock = try #require(try socket.lock())
      let listening = try socket.listen()
      #expect(socket.connect() != nil)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.absolute("vault")) == [])
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.absolute("moved")).count == 2)
      withExtendedLifetime((lock, listening)) {}
    }
  #endif

  @Test func whoIsAnotherUserIsTurnedAway() throws {
    let folder = try TemporaryFolder()
    try folder.setMode(0o700, of: "")
    let place = try PrivateFolder(folder.path, others: .mayNothing)
    let listening = try #require(LocalSocket.listening(at: "socket", in: place))
    #expect(LocalSocket.connected(to: "socket", in: place, of: geteuid() + 1) == nil)
    let first = LocalSocket.connected(to: "socket", in: place)
    #expect(first != nil)
    #expect(LocalSocket.accepted(by: listening.number, of: [geteuid() + 1]) == nil)
    let second = LocalSocket.connected(to: "socket", in: place)
    #expect(LocalSocket.accepted(by: listening.number) != nil)
    withExtendedLifetime((first, second)) {}
  }
}
