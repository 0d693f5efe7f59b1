import Foundation
import Testing
import VaultCore
import VaultPlatform
import VaultTestSupport

@testable import VaultStore

@Suite struct WatchSocketTests {
  private func socket(_ folder: String, root: String = "/a/vault") -> WatchSocket {
    WatchSocket(root: root, environment: ["XDG_RUNTIME_DIR": folder])
  }

  @Test func isInTheFolderForThat() throws {
    let folder = try TemporaryFolder()
    let socket = socket(folder.path)
    #expect(socket.path.hasPrefix(folder.path + "/vault/"))
    #expect(socket.path != self.socket(folder.path, root: "/another/vault").path)
  }

  @Test func isElsewhereWhereThePathWouldBeTooLong() throws {
    let folder = try TemporaryFolder()
    for length in [20, 60, 61, 80, 200] {
      let name = String(repeating: "x", count: length)
      try folder.makeFolder(name)
      let socket = socket(folder.absolute(name))
      #expect(socket.path.utf8.count <= LocalSocket.longestPath)
      #expect(socket.path.hasPrefix(folder.path) == (folder.absolute(name).utf8.count + 23 <= LocalSocket.longestPath))
    }
    // The longest that is used can be listened to.
    let rest = LocalSocket.longestPath - 23 - folder.path.utf8.count - 1
    let name = String(repeating: "y", count: rest)
    try folder.makeFolder(name)
    let longest = socket(folder.absolute(name))
    #expect(longest.path.utf8.count == LocalSocket.longestPath)
    try longest.prepareFolder()
    let listening = try longest.listen()
    #expect(longest.connect() != nil)
    _ = listening
  }

  @Test func isNotWhereThereIsNoFolder() throws {
    let folder = try TemporaryFolder()
    #expect(!socket(folder.absolute("missing")).path.hasPrefix(folder.path))
    #expect(!socket("relative").path.hasPrefix("relative"))
  }

  @Test func foldersOfOthersAreNotTrusted() throws {
    let folder = try TemporaryFolder()
    let socket = socket(folder.path)
    try socket.prepareFolder()
    let listening = try socket.listen()
    #expect(socket.connect() != nil)
    try folder.setMode(0o777, of: "vault")
    #expect(socket.connect() == nil)
    #expect(throws: WatchSocketError.self) { try socket.prepareFolder() }
    try folder.setMode(0o700, of: "vault")
    if geteuid() == 0 {
      chown(folder.absolute("vault"), 65_534, 65_534)
      #expect(socket.connect() == nil)
      let error = #expect(throws: WatchSocketError.self) { try socket.prepareFolder() }
      #expect(error?.description.contains("set XDG_RUNTIME_DIR") == true)
    }
    _ = listening
  }
}
