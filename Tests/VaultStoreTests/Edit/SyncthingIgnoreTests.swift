import Foundation
import Testing
import VaultCore
import VaultPlatform
import VaultTestSupport

@testable import VaultStore

@Suite("Syncthing's ignore file") struct SyncthingIgnoreTests {
  private static let lines =
    "// What vault keeps for this machine alone.\n/.vault/state\n/.vault/journal\n/.vault/trash\n/.vault/sync\n/.vault/**.sqlite*\n"

  private func add(_ test: ChangedVault) throws -> SyncthingIgnore.Outcome {
    try SyncthingIgnore.add(in: test.folder.path)
  }

  @Test func whereNothingIsSharedNothingIsMade() throws {
    let test = try ChangedVault(["a.md": "a"])
    #expect(try add(test) == .notShared)
    _ = try test.vault().editor.delete(named: ["a"])
    #expect(!test.folder.exists(".stignore"))
  }

  @Test func theFirstChangeOfASharedFolderSaysWhatIsNotToBeCarried() throws {
    let test = try ChangedVault(["a.md": "a", ".stfolder/x": ""])
    _ = try test.vault().editor.set("k", to: .text("v"), in: ["a"])
    #expect(try test.text(".stignore") == Self.lines)
    #expect(test.notices.contains { $0.contains(".stignore") })
    // Whoever takes the lines out wants them out.
    try test.folder.write("", to: ".stignore")
    _ = try test.vault().editor.set("k", to: .text("w"), in: ["a"])
    #expect(try test.text(".stignore") == "")
  }

  @Test(
    arguments: [
      ("", lines), ("*.tmp", "*.tmp\n" + lines), ("*.tmp\n", "*.tmp\n" + lines),
      ("*.tmp\r\n", "*.tmp\r\n" + lines.replacing("\n", with: "\r\n")),
      ("a\n!/.vault/trash\nb\n", "a\n" + lines + "!/.vault/trash\nb\n"), ("!*.md\n*\n", lines + "!*.md\n*\n"),
      (
        "(?d)/.vault/state\n.vault/journal\n",
        "(?d)/.vault/state\n.vault/journal\n" + lines.replacing("/.vault/state\n/.vault/journal\n", with: "")
      ),
      (".vault\n", nil), ("/.vault/**\n", nil), (lines, nil), ("!x\n.vault\n", lines + "!x\n.vault\n"),
    ] as [(String, String?)])
  func otherLinesStay(_ before: String, _ after: String?) throws {
    let test = try ChangedVault([".stignore": before])
    try test.folder.setMode(0o640, of: ".stignore")
    #expect(try add(test) == (after == nil ? .known : .added))
    #expect(try test.text(".stignore") == after ?? before)
    #expect(status(of: test.folder.absolute(".stignore"))?.st_mode == S_IFREG | 0o640)
    #expect(try add(test) == .known)
    #expect(try test.leftovers().isEmpty)
  }

  @Test func bytesThatAreNoTextStay() throws {
    #expect(SyncthingIgnore.adding(to: [0xFF, 0xFE, 0x0A]) == [0xFF, 0xFE, 0x0A] + Array(Self.lines.utf8))
  }

  @Test(arguments: ["link", "folder", "FIFO", "hard link"]) func whatIsNoFileOfLinesStays(_ kind: String) throws {
    let test = try ChangedVault([".stfolder/x": "", "victim": "keep"])
    switch kind {
    case "link": try test.folder.link(".stignore", to: "victim")
    case "folder": try test.folder.makeFolder(".stignore")
    case "hard link": try test.folder.hardLink(".stignore", to: "victim")
    default: try test.folder.makeFIFO(".stignore")
    }
    guard case .refused = try add(test) else {
      Issue.record("not refused")
      return
    }
    #expect(try test.text("victim") == "keep")
  }

  @Test func aFolderThatIsSharedAboveIsNamed() throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder(".stfolder")
    try folder.makeFolder("Notes/Vault")
    guard case .sharedAbove(let shared, let lines) = try SyncthingIgnore.add(in: folder.absolute("Notes/Vault")) else {
      Issue.record("not seen")
      return
    }
    #expect(shared == folder.path)
    #expect(lines.first == "/Notes/Vault/.vault/state")
    #expect(!folder.exists(".stignore"))
  }
}
