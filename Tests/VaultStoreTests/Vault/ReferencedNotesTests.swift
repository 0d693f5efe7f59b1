import Foundation
import Testing
import VaultCore
import VaultPlatform
import VaultTestSupport

@testable import VaultStore

@Suite struct ReferencedNotesTests {
  @Test func linesAreReadBack() throws {
    let references = [
      NoteReference(path: "a b/ü.md", milliseconds: 1_741_307_200_000),
      NoteReference(path: NotePath(bytes: [0x61, 0x09, 0xFF, 0x2E, 0x6D, 0x64]), milliseconds: 0),
    ]
    let bytes = ReferencedNotes.text(references + [NoteReference(path: "a\nb.md", milliseconds: 0)])
    #expect(String(decoding: bytes.prefix(30), as: UTF8.self) == "2025-03-07T00:26:40Z\ta b/ü.md")
    #expect(ReferencedNotes.parse(bytes) == references)
    #expect(ReferencedNotes.parse(Array("soon\tx.md\n\tx\n2026-01-01T00:00:00Z\t\nno tab\n".utf8)) == [])
  }

  @Test func aLongFileKeepsTheLastOfEachNote() throws {
    let state = try TemporaryFolder()
    let folder = try TemporaryFolder()
    let store = try ReferencedNotes(
      of: VaultLocation(root: folder.path, marker: .none), UserFolders(["XDG_STATE_HOME": state.path]))
    #expect(try store.read() == [])
    for round in 0..<3 {
      try store.append(
        (0..<1_000).map {
          NoteReference(path: NotePath("n\($0).md"), milliseconds: Int64(round * 1_000_000 + $0 * 1_000))
        })
    }
    let kept = try store.read()
    #expect(kept.count == 1_000 && kept.allSatisfy { $0.milliseconds >= 2_000_000 })
    #expect(kept == kept.sorted { $0.milliseconds < $1.milliseconds })
    let path = state.absolute("vault/\(VaultLocation.name(ofRoot: folder.path))/referenced")
    let found = try #require(status(of: path))
    #expect(found.st_mode & 0o777 == 0o600)
    #expect(found.st_size <= ReferencedNotes.most)
  }

  @Test func thoseOfSevenDaysAreListed() throws {
    let folder = try TemporaryFolder()
    for name in ["a", "b", "old", "new"] { try folder.write(name, to: "vault/\(name).md") }
    let day = try #require(CivilDate("2026-03-14"))
    var environment = VaultEnvironment.fixed(day)
    let now = Int64(environment.now.timeIntervalSince1970 * 1_000)
    let vault = {
      try Vault(location: VaultLocation(root: folder.absolute("vault"), marker: .none), environment: environment)
    }
    // Without a place nothing was kept.
    #expect(try vault().read { try $0.referencedNotes().count } == 0)
    environment.variables = ["HOME": folder.absolute("home")]
    let days = [("a", 3), ("gone", 0), ("old", 8), ("b", 2), ("a", 1), ("new", 6)]
    let store = try ReferencedNotes(of: vault().location, environment.folders)
    try store.append(
      days.map { NoteReference(path: NotePath("\($0.0).md"), milliseconds: now - Int64($0.1) * 86_400_000) })
    func listed(days: Int = 7, limit: Int = .max) throws -> [String] {
      try vault().read { try $0.referencedNotes(days: days, limit: limit).map { $0.record.path.stem } }
    }
    #expect(try listed() == ["a", "b", "new"])
    #expect(try listed(limit: 2) == ["a", "b"])
    #expect(try listed(days: 2) == ["a", "b"])
    #expect(try listed(days: 9) == ["a", "b", "new", "old"])
  }

  @Test func withoutAPlaceItSaysSo() throws {
    #expect(throws: ReferencedNotesError.self) {
      try ReferencedNotes(of: VaultLocation(root: "/nowhere", marker: .none), UserFolders([:]))
    }
  }
}
