import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

struct NameTableTests {
  private func table(_ vault: OpenVault) throws -> NameTable { try vault.read { try NameTable($0) } }

  private func found(_ table: NameTable, _ typed: String, limit: Int = 10) -> [String] {
    table.matches(typed, limit: limit).map { "\($0.note.path) \($0.name)" }
  }

  @Test func notesAreFoundByAnyName() throws {
    let vault = try OverlaidVault(
      [
        "a/Budget 2026.md": "x", "b.md": "---\ntitle: Élan vital\naliases: [Bergson, budge]\n---\n",
        "c.md": "# Nothing\n",
      ], [:])
    let table = try table(vault.test.vault())
    #expect(table.notes.count == 3 && table.nameCount == 8)
    #expect(found(table, "budget") == ["a/Budget 2026.md title"])
    #expect(found(table, "ELAN") == ["b.md title"])
    #expect(found(table, "brgsn") == ["b.md alias(\"Bergson\")"])
    #expect(found(table, "2026 budg") == ["a/Budget 2026.md title"])
    #expect(found(table, "a/bud") == ["a/Budget 2026.md path"])
    #expect(found(table, "xyz").isEmpty)
    #expect(found(table, "") == ["a/Budget 2026.md path", "b.md path", "c.md path"])
    #expect(found(table, "", limit: 2).count == 2)
    #expect(found(table, "b", limit: 0).isEmpty)
  }

  @Test func theLatestComeFirst() throws {
    let vault = try OverlaidVault(
      [
        "a.md": "---\nupdated: 2026-01-02\n---\n", "b.md": "---\nupdated: 2026-01-03T10:00\n---\n",
        "c.md": "---\nupdated: 2026-01-01\n---\n",
      ], [:])
    let table = try table(vault.test.vault())
    #expect(table.recent(2).map(\.text) == ["b.md", "a.md"])
    #expect(table.recent(9).map(\.text) == ["b.md", "a.md", "c.md"])
    #expect(table.note(at: NotePath("b.md"))?.path == NotePath("b.md") && table.note(at: NotePath("bb.md")) == nil)
  }

  @Test func theNearestAreThoseOfAllNames() {
    var random = SeededGenerator(seed: 7)
    let parts = ["plan", "note", "Élan", "straße", "日本", "x", "b-u", "12"]
    func name(_ count: Int) -> String { (0..<count).map { _ in random.pick(parts) }.joined(separator: " ") }
    let notes = (0..<400).map {
      NameTable.Note(path: NotePath("folder/\(name(2)) \($0).md"), title: name(2), aliases: [])
    }.sorted { $0.path < $1.path }
    let table = NameTable(notes: notes)
    var hits = 0
    for _ in 0..<300 {
      // A name of the table, with a few letters of it changed.
      var typed = Array(random.pick(notes.map(\.title) + notes.map(\.path.stem)))
      for _ in 0..<Int.random(in: 0...3, using: &random) where !typed.isEmpty {
        typed[Int.random(in: typed.indices, using: &random)] = random.pick(["é", "q", "日", "P", "ß"])
      }
      let all = Suggestion.nearest(to: String(typed), among: notes.map(\.path.stem) + notes.map(\.title), limit: 3)
      let wanted = all.compactMap { name in notes.first { $0.path.stem == name || $0.title == name }?.path }
      #expect(table.nearest(to: String(typed), limit: 3) == wanted.uniqued(by: \.self), "\(String(typed))")
      hits += wanted.count
    }
    #expect(hits > 300)
  }

  /// The few that are kept are the first of all.
  @Test func theBestComeFirst() {
    var random = SeededGenerator(seed: 4)
    let names = (0..<300).map { number in
      (0..<3).map { _ in random.pick(["plan", "note", "Bud get", "b-u-d", "x", "année", "日"]) }.joined(separator: " ")
        + " \(number)"
    }
    let notes = names.enumerated().map { NameTable.Note(path: NotePath("\(1_000 + $0).md"), title: $1, aliases: []) }
    let table = NameTable(notes: notes)
    for typed in ["bud", "plan note", "x", "anne", "n", "日 b", "", "1 2"] {
      let all = table.matches(typed, limit: .max)
      let matcher = NameMatcher(typed)
      var folding = NameFolding()
      let scores = notes.compactMap { note -> (Int, NotePath)? in
        let best = [note.path.withoutNoteExtension, note.title].compactMap {
          folding.folded($0).withUnsafeBufferPointer { matcher.score($0) }
        }.max()
        return best.map { ($0, note.path) }
      }
      let ordered = scores.sorted { ($1.0, $0.1) < ($0.0, $1.1) }
      #expect(all.map(\.note.path) == ordered.map(\.1))
      #expect(table.matches(typed, limit: 7) == Array(all.prefix(7)))
      #expect(!all.isEmpty)
    }
  }

  /// Whatever was told of the changes, as long as no path that changed is missing.
  @Test(arguments: 0..<6 as Range<UInt64>) func aMendedTableIsAsOneMadeAnew(_ seed: UInt64) throws {
    var random = RandomNotes(seed: 300 + seed)
    let folder = try TemporaryFolder()
    let test = try VaultUnderTest(folder)
    var paths: [String] = []
    for _ in 0..<8 {
      guard let path = random.path() else { break }
      try folder.write(random.text(), to: path)
      paths.append(path)
    }
    var mended = try table(test.vault(noIndex: seed % 2 == 0))
    for _ in 0..<12 {
      var changes = NoteChanges.Paths()
      for _ in 0..<random.below(4) {
        let place = random.below(paths.count)
        switch random.below(4) {
        case 0:
          guard let path = random.path() else { continue }
          try folder.write(random.text(), to: path)
          changes.added.append(NotePath(path))
          paths.append(path)
        case 1 where paths.count > 3:
          try folder.remove(paths[place])
          changes.removed.append(NotePath(paths.remove(at: place)))
        case 2:
          let target = "moved/\(seed) \(random.below(1_000_000)).md"
          try folder.write(folder.bytes(of: paths[place]), to: target)
          try folder.remove(paths[place])
          changes.moved.append(NoteChanges.Move(from: NotePath(paths[place]), to: NotePath(target)))
          paths[place] = target
        default:
          try folder.write(random.text(), to: paths[place])
          changes.changed.append(NotePath(paths[place]))
        }
      }
      let vault = try test.vault(noIndex: seed % 2 == 0)
      let told: NoteChanges = random.below(6) == 0 ? .many : .some(changes)
      try vault.read { try mended.mend(told, $0) }
      #expect(try mended == table(vault))
      #expect(mended.notes.map(\.path.text) == paths.sorted { NotePath($0) < NotePath($1) })
    }
  }

  @Test func textsOfEditorsHaveNames() throws {
    let vault = try OverlaidVault(["a.md": "# Saved"], ["a.md": "# Unsaved", "n.md": "---\naliases: [nick]\n---\n"])
    let table = try table(vault.vault())
    #expect(found(table, "saved") == ["a.md title"])
    #expect(found(table, "nick") == ["n.md alias(\"nick\")"])
    #expect(table.notes.map(\.title) == ["Unsaved", "n"])
  }
}
