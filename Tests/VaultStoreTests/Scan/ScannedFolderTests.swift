import Foundation
import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// Every change of a folder shows in its fingerprint, and nothing else does.
@Suite struct ScannedFolderTests {
  private func makeVault() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write("one", to: "a/one.md")
    try folder.write("two", to: "a/two.md")
    try folder.write("", to: "a/image.png")
    try folder.write("other", to: "b/three.md")
    for path in ["a/one.md", "a/two.md"] { try folder.setModificationTime(1_600_000_000_000_000_000, of: path) }
    return folder
  }

  private func fingerprints(_ folder: TemporaryFolder) throws -> [String: UInt64] {
    let scanned = try ScannedTree(folder).result.folders
    return Dictionary(uniqueKeysWithValues: scanned.map { ($0.path.text, $0.fingerprint) })
  }

  enum Change: String, CaseIterable {
    case edit, sameSizeEdit, sameSizeAndTime, mode, rename, delete, create, replace, swap, newFile, deletedFile,
      renamedFile
  }

  @Test(arguments: Change.allCases)
  func changesShow(change: Change) throws {
    let folder = try makeVault()
    let before = try fingerprints(folder)
    switch change {
    case .edit: try folder.write("longer", to: "a/one.md")
    case .sameSizeEdit: try folder.write("eno", to: "a/one.md")
    case .sameSizeAndTime:
      try changingCtime(of: "a/one.md", in: folder) {
        try folder.write("eno", to: "a/one.md")
        try folder.setModificationTime(1_600_000_000_000_000_000, of: "a/one.md")
      }
    case .mode: try changingCtime(of: "a/one.md", in: folder) { try folder.setMode(0o600, of: "a/one.md") }
    case .rename: try folder.move("a/one.md", to: "a/eno.md")
    case .delete: try folder.remove("a/one.md")
    case .create: try folder.write("", to: "a/new.md")
    case .replace:
      try folder.write("one", to: "c/one.md")
      try folder.setModificationTime(1_600_000_000_000_000_000, of: "c/one.md")
      try folder.move("c/one.md", to: "a/one.md")
      try folder.remove("c")
    case .swap:
      try folder.move("a/one.md", to: "a/x")
      try folder.move("a/two.md", to: "a/one.md")
      try folder.move("a/x", to: "a/two.md")
    case .newFile: try folder.write("", to: "a/new.png")
    case .deletedFile: try folder.remove("a/image.png")
    case .renamedFile: try folder.move("a/image.png", to: "a/image.jpg")
    }
    let after = try fingerprints(folder)
    #expect(after["a"] != before["a"])
    #expect(after["b"] == before["b"])
    #expect(after[""] == before[""])
  }

  /// Repeats a change until the file system's clock has ticked.
  private func changingCtime(of path: String, in folder: TemporaryFolder, _ change: () throws -> Void) throws {
    func ctime() -> Int64 {
      var status = stat()
      return stat(folder.absolute(path), &status) == 0 ? FileStamp(status).ctimeNS : 0
    }
    let before = ctime()
    repeat { try change() } while ctime() == before
  }

  @Test func whatIsNoChangeDoesNotShow() throws {
    let folder = try makeVault()
    let before = try fingerprints(folder)
    _ = try folder.bytes(of: "a/one.md")
    try folder.write("changed", to: "a/image.png")
    try folder.write("", to: "a/.hidden.md")
    #expect(try fingerprints(folder) == before)
  }

  @Test func ignoringANoteShows() throws {
    let folder = try makeVault()
    let before = try fingerprints(folder)
    try folder.write("two.md\n", to: ".gitignore")
    let after = try fingerprints(folder)
    #expect(after["a"] != before["a"])
    #expect(after["b"] == before["b"])
  }
}
