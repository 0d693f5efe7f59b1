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

  @Test func thoseOfOneSecondKeepTheirOrder() throws {
    let lines = "2026-01-01T00:00:00Z\tb.md\n2026-01-01T00:00:00Z\ta.md\n2026-01-01T00:00:01Z\tc.md\n"
    let read = ReferencedNotes.parse(Array(lines.utf8))
    #expect(read.map(\.path) == ["b.md", "a.md", "c.md"])
    #expect(read.map(\.milliseconds) == read.map(\.milliseconds).sorted() && Set(read.map(\.milliseconds)).count == 3)
    #expect(String(decoding: ReferencedNotes.text(read), as: UTF8.self) == lines)
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
    #expect(try vault().read { try $0.referencedNotes().total } == 0)
    environment.variables = ["HOME": folder.absolute("home")]
    let days = [("a", 3), ("gone", 0), ("old", 8), ("b", 2), ("a", 1), ("new", 6)]
    let store = try ReferencedNotes(of: vault().location, environment.folders)
    try store.append(
      days.map { NoteReference(path: NotePath("\($0.0).md"), milliseconds: now - Int64($0.1) * 86_400_000) })
    func listed(days: Int = 7, limit: Int? = nil) throws -> [String] {
      try vault().read {
        try $0.referencedNotes(since: day.adding(days: -days), limit: limit).entries.map { $0.record.path.stem }
      }
    }
    #expect(try listed() == ["a", "b", "new"])
    #expect(try listed(limit: 2) == ["a", "b"])
    #expect(try listed(days: 2) == ["a", "b"])
    #expect(try listed(days: 9) == ["a", "b", "new", "old"])
  }

  /// The query, the order and the list are one rule; a page goes on where the one before ended.
  @Test func theyAreAskedForLikeAnythingElse() throws {
    let folder = try TemporaryFolder()
    for name in ["a", "b", "c", "d"] { try folder.write(name, to: "vault/\(name).md") }
    var environment = VaultEnvironment.fixed(try #require(CivilDate("2026-03-14")))
    environment.variables = ["HOME": folder.absolute("home")]
    let vault = try Vault(
      location: VaultLocation(root: folder.absolute("vault"), marker: .none), environment: environment)
    try vault.reference(["b.md", "gone.md"])
    environment = VaultEnvironment.fixed(try #require(CivilDate("2026-03-20")))
    environment.variables = ["HOME": folder.absolute("home")]
    let later = try Vault(location: vault.location, environment: environment)
    try later.reference(["a.md", "d.md"])
    func stems(_ query: String) throws -> [String] {
      try later.read {
        try $0.list(QueryParser(context: later.queryContext).parse(query)).records.map(\.path.stem)
      }
    }
    #expect(try stems("referenced:-7d.. sort:-referenced") == ["a", "d", "b"])
    #expect(try stems("referenced:today sort:title") == ["a", "d"])
    #expect(try stems("-referenced:-7d..") == ["c"])
    #expect(try stems("sort:referenced") == ["c", "b", "d", "a"])
    let (first, second) = try later.read { reader in
      let first = try reader.referencedNotes(limit: 2)
      return (first, try reader.referencedNotes(limit: 2, after: first.next))
    }
    #expect(first.entries.map(\.record.path.stem) == ["a", "d"] && first.total == 3)
    #expect(second.entries.map(\.record.path.stem) == ["b"] && second.next == nil)
    #expect(first.entries[0].milliseconds / 1_000 == Int64(environment.now.timeIntervalSince1970))
  }

  @Test func theyFollowMoves() throws {
    let folder = try TemporaryFolder()
    for name in ["in/a", "in/b", "c"] { try folder.write(name, to: "vault/\(name).md") }
    var environment = VaultEnvironment.fixed(try #require(CivilDate("2026-03-14")))
    environment.variables = ["HOME": folder.absolute("home")]
    let vault = try Vault(
      location: VaultLocation(root: folder.absolute("vault"), marker: .none), environment: environment)
    func paths() throws -> Set<String> {
      Set(try vault.read { try $0.referencedNotes().entries.map(\.record.path.text) })
    }
    _ = try vault.editor().move(["c"], to: "before/")
    let store = "home/.local/state/vault/\(vault.location.name)/referenced"
    #expect(!folder.exists(store), "Nothing is made where nothing was kept")
    try vault.reference(["in/a.md", "before/c.md"])
    _ = try vault.editor().move(["in/"], to: "out")
    #expect(try paths() == ["out/a.md", "before/c.md"])
    _ = try vault.editor().delete(named: ["out/a.md"])
    #expect(try paths() == ["before/c.md"])
    _ = try vault.editor().undo()
    _ = try vault.editor().undo()
    #expect(try paths() == ["in/a.md", "before/c.md"])
  }

  @Test func aLineThatWasCutOffTakesNoOtherAlong() throws {
    let state = try TemporaryFolder()
    let location = VaultLocation(root: state.absolute("v"), marker: .none)
    let store = try ReferencedNotes(of: location, UserFolders(["XDG_STATE_HOME": state.path]))
    try store.append([NoteReference(path: "a.md", milliseconds: 0)])
    let path = state.absolute("vault/\(location.name)/referenced")
    let file = open(path, O_WRONLY | O_APPEND)
    #expect("2026-03".utf8.map { $0 }.withUnsafeBytes { writeSome(file, $0) } == 7)
    close(file)
    try store.append([NoteReference(path: "b.md", milliseconds: 1_000)])
    #expect(try store.read().map(\.path) == ["a.md", "b.md"])
  }

  @Test func withoutAPlaceItSaysSo() throws {
    #expect(throws: ReferencedNotesError.self) {
      try ReferencedNotes(of: VaultLocation(root: "/nowhere", marker: .none), UserFolders([:]))
    }
  }
}
