import Foundation
import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

struct TemporaryFileTests {
  /// A process that died leaves its temporary file: the next change in the folder removes it once nobody can be at it.
  @Test func oldOnesAreSwept() throws {
    let test = try ChangedVault(["a.md": "a", "sub/b.md": "b"])
    let now = Int64(Date().timeIntervalSince1970) * 1_000_000_000
    for (name, age) in [("old", 3_700), ("young", 3_000)] as [(String, Int64)] {
      for folder in ["", "sub/"] {
        let path = folder + TemporaryFile.prefix + name
        try test.folder.write("left", to: path)
        try test.folder.setModificationTime(now - age * 1_000_000_000, of: path)
      }
    }
    try test.folder.write("not ours", to: ".vault-tmpx")
    try test.folder.setModificationTime(0, of: ".vault-tmpx")
    _ = try test.vault().change("write") { try $0.replace("a.md", with: Array("b".utf8)) }
    let left = try FileManager.default.subpathsOfDirectory(atPath: test.folder.absolute("")).filter {
      $0.contains(".vault-tmp")
    }
    let prefix = TemporaryFile.prefix
    #expect(left.sorted() == ["\(prefix)young", ".vault-tmpx", "sub/\(prefix)old", "sub/\(prefix)young"].sorted())
  }
}
