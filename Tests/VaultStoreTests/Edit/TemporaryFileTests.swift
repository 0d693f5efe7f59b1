import Foundation
import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

struct TemporaryFileTests {
  /// A process that died leaves its temporary file: it goes once nobody can be at it, however old its text is.
  @Test func oldOnesAreSwept() throws {
    let test = try ChangedVault(["a.md": "a"])
    let prefix = TemporaryFile.prefix
    for name in [prefix + "1", ".vault-tmpx"] {
      try test.folder.write("left", to: name)
      try test.folder.setModificationTime(0, of: name)
    }
    func left() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: test.folder.absolute("")).filter { $0.hasPrefix(".vault-") }
    }
    _ = try test.vault().editor.change("write") { try $0.replace("a.md", with: Array("b".utf8)) }
    #expect(try left().sorted() == [prefix + "1", ".vault-tmpx"].sorted())
    let root = try VaultTree(root: test.folder.absolute("")).root
    let now = Int(Date().timeIntervalSince1970)
    TemporaryFile.sweep(root, now: now + 3_000)
    #expect(try left().count == 2)
    TemporaryFile.sweep(root, now: now + 3_700)
    #expect(try left() == [".vault-tmpx"])
  }
}
