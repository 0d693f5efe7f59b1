import Foundation
import Testing
import VaultCore
import VaultPlatform
import VaultTestSupport

@testable import VaultStore

@Suite("Identity of the user")
struct UserIdentityTests {
  private let home: TemporaryFolder
  private var folders: UserFolders { UserFolders(["XDG_STATE_HOME": home.path]) }
  private var path: String { home.absolute("vault/identity") }

  init() throws { home = try TemporaryFolder() }

  @Test("Reading makes none")
  func reading() throws {
    #expect(try UserIdentity.ofUser(folders) == nil)
    #expect(!FileManager.default.fileExists(atPath: home.absolute("vault")))
    #expect(try UserIdentity.ofUser(UserFolders([:])) == nil)
  }

  @Test("It is made once, for this user's eyes alone")
  func making() throws {
    let made = try UserIdentity.made(in: folders)
    let seal = made.seal("text".utf8, for: .journal)
    #expect(seal.utf8.count == 32)
    for identity in [try UserIdentity.made(in: folders), try #require(try UserIdentity.ofUser(folders))] {
      #expect(identity.isSeal(seal, of: "text".utf8, for: .journal))
      #expect(!identity.isSeal(seal, of: "texts".utf8, for: .journal))
      #expect(!identity.isSeal(seal, of: "text".utf8, for: .trash))
      #expect(!identity.isSeal(String(seal.dropLast()), of: "text".utf8, for: .journal))
    }
    #expect(status(of: path)?.st_mode == S_IFREG | 0o600)
    #expect(status(of: home.absolute("vault"))?.st_mode == S_IFDIR | 0o700)
  }

  @Test("Another user's identity makes other seals")
  func others() throws {
    let other = try TemporaryFolder()
    let seal = try UserIdentity.made(in: UserFolders(["XDG_STATE_HOME": other.path])).seal("text".utf8, for: .journal)
    #expect(try !UserIdentity.made(in: folders).isSeal(seal, of: "text".utf8, for: .journal))
  }

  @Test("One that others can read, that is a link or is damaged is not used", arguments: ["mode", "link", "damage"])
  func untrusted(_ kind: String) throws {
    _ = try UserIdentity.made(in: folders)
    switch kind {
    case "mode": chmod(path, 0o644)
    case "link":
      rename(path, path + ".real")
      symlink(path + ".real", path)
    default: try home.write("0123\n", to: "vault/identity")
    }
    #expect(throws: IdentityError.self) { try UserIdentity.ofUser(folders) }
    let error = #expect(throws: IdentityError.self) { try UserIdentity.made(in: folders) }
    #expect(error?.description.contains("vault/identity") == true)
  }

  @Test("A folder that others may write to is not used")
  func folder() throws {
    _ = try UserIdentity.made(in: folders)
    chmod(home.absolute("vault"), 0o777)
    #expect(throws: IdentityError.self) { try UserIdentity.ofUser(folders) }
  }

  @Test("Where the environment names no place, that is said")
  func noPlace() throws {
    let error = #expect(throws: IdentityError.self) { try UserIdentity.made(in: UserFolders([:])) }
    #expect(error?.description.contains("XDG_STATE_HOME") == true)
  }
}
