import Foundation
import Testing
import VaultPlatform
import VaultStore
import VaultTestSupport

@testable import VaultWeb

@Suite struct AccessTokenTests {
  private let folder: TemporaryFolder
  private var folders: UserFolders { UserFolders(["XDG_STATE_HOME": folder.absolute("state")]) }
  private var location: VaultLocation { VaultLocation(root: folder.path, marker: .none) }

  init() throws { folder = try TemporaryFolder() }

  @Test func itStaysTheSame() throws {
    let first = try AccessToken.load(location, folders)
    #expect(first.text.utf8.count == 64 && first.cookie != first.text)
    #expect(try AccessToken.load(location, folders).text == first.text)
    #expect((status(of: first.path)?.st_mode ?? 0) == S_IFREG | 0o600)
  }

  @Test(arguments: ["", "short\n", String(repeating: "g", count: 64)])
  func whatIsNoneIsReplaced(text: String) throws {
    let first = try AccessToken.load(location, folders)
    try Data(text.utf8).write(to: URL(filePath: first.path))
    let second = try AccessToken.load(location, folders)
    #expect(second.text.utf8.count == 64 && second.text != first.text)
  }

  @Test func oneThatOthersMayHaveReadIsReplaced() throws {
    let first = try AccessToken.load(location, folders)
    chmod(first.path, 0o644)
    #expect(try AccessToken.load(location, folders).text != first.text)
  }

  @Test func withoutAPlaceThereIsNone() {
    #expect(throws: TokenError.self) { try AccessToken.load(location, UserFolders([:])) }
  }
}
