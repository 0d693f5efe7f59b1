import Foundation
import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

@Suite struct NoteChangesTests {
  private func changes(
    added: [NotePath] = [], changed: [NotePath] = [], removed: [NotePath] = [],
    moved: [(NotePath, NotePath)] = []
  ) -> NoteChanges {
    .some(
      .init(added: added, changed: changed, removed: removed, moved: moved.map { .init(from: $0.0, to: $0.1) }))
  }

  @Test func oneAfterTheOther() {
    let added = changes(added: ["a.md"])
    #expect(added.followed(by: changes(changed: ["a.md"])) == added)
    #expect(added.followed(by: changes(removed: ["a.md"])) == changes(removed: ["a.md"]))
    #expect(changes(removed: ["a.md"]).followed(by: added) == changes(changed: ["a.md"]))
    #expect(added.followed(by: .none) == added && NoteChanges.none.followed(by: added) == added)
    #expect(added.followed(by: .many) == .many && NoteChanges.many.followed(by: added) == .many)
  }

  @Test func moves() {
    let moved = changes(moved: [("a.md", "b.md")])
    #expect(moved.followed(by: changes(changed: ["b.md"])) == changes(added: ["b.md"], removed: ["a.md"]))
    #expect(
      moved.followed(by: changes(moved: [("b.md", "c.md")])) == changes(removed: ["b.md"], moved: [("a.md", "c.md")]))
    #expect(moved.followed(by: changes(removed: ["b.md"])) == changes(removed: ["a.md", "b.md"]))
    // What was written before it moved is not what was known.
    #expect(changes(changed: ["a.md"]).followed(by: moved) == changes(added: ["b.md"], removed: ["a.md"]))
  }

  @Test func tooManyAreNotListed() {
    let many = (0..<600).map { NotePath("\($0).md") }
    let others = (600..<1_200).map { NotePath("\($0).md") }
    #expect(changes(added: many).followed(by: changes(added: others)) == .many)
    #expect(changes(added: many).followed(by: changes(changed: many)) == changes(added: many.sorted()))
  }

  /// Whoever goes by the merged changes knows the same notes as whoever goes by each of them.
  @Test func mergedChangesLeadToTheSameNotes() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<500 {
      var notes: [NotePath: Int] = ["0.md": 0, "1.md": 1, "2.md": 2]
      let before = notes
      var merged = NoteChanges.none
      for number in 0..<Int.random(in: 1...6, using: &random) {
        let path = NotePath("\(Int.random(in: 0..<5, using: &random)).md")
        let other = NotePath("\(Int.random(in: 0..<5, using: &random)).md")
        let one: NoteChanges
        switch (notes[path], Int.random(in: 0..<3, using: &random)) {
        case (nil, _):
          notes[path] = 100 + number
          one = changes(added: [path])
        case (_?, 0):
          notes[path] = nil
          one = changes(removed: [path])
        case (let content?, 1) where notes[other] == nil:
          notes[path] = nil
          notes[other] = content
          one = changes(moved: [(path, other)])
        default:
          notes[path] = 100 + number
          one = changes(changed: [path])
        }
        merged = merged.followed(by: one)
      }
      guard case .some(let paths) = merged else {
        Issue.record("too many")
        return
      }
      var known = before
      for move in paths.moved { #expect(before[move.from] == notes[move.to]) }
      for path in paths.removed + paths.moved.map(\.from) { known[path] = nil }
      for path in paths.added + paths.changed + paths.moved.map(\.to) { known[path] = notes[path] }
      #expect(known == notes, "\(merged)")
    }
  }

  @Test func newsAreReadAsTheyWereWritten() throws {
    let news: [WatchNews] = [
      .standing(hindrance: nil, isBlind: false), .standing(hindrance: "why", isBlind: true), .notes(.many),
      .notes(changes(added: ["a.md"], changed: ["ü.md"], removed: ["c d.md"], moved: [("e.md", "f.md")])),
      .building(done: 3, total: 70_000), .configuration, .stopping,
    ]
    let bytes = news.flatMap(\.bytes)
    for size in [1, 2, 3, 7, 1_000] {
      var reader = WatchNewsReader()
      var read: [WatchNews] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        let more = reader.read(bytes[start..<min(start + size, bytes.count)])
        read += try #require(more)
      }
      #expect(read == news)
    }
    var reader = WatchNewsReader()
    let none = reader.read([1, 99])
    #expect(none == nil)
  }

  @Test func aRefreshSaysWhichNotes() throws {
    let folder = try TemporaryFolder()
    let test = try VaultUnderTest(folder)
    for name in ["a", "b", "c", "d"] { try folder.write("text of \(name)\n", to: "\(name).md") }
    #expect(try test.vault().index(rebuild: true).changes.notes == .many)
    try folder.write("new\n", to: "n.md")
    try folder.write("other text\n", to: "b.md")
    try folder.remove("c.md")
    try folder.move("d.md", to: "Sub/e.md")
    let expected = changes(added: ["n.md"], changed: ["b.md"], removed: ["c.md"], moved: [("d.md", "Sub/e.md")])
    #expect(try test.vault().index(rebuild: false).changes.notes == expected)
    #expect(try test.vault().index(rebuild: false).changes.notes.isEmpty)
    for number in 0..<1_001 { try folder.write("\(number)\n", to: "many/\(number).md") }
    #expect(try test.vault().index(rebuild: false).changes.notes == .many)
  }
}
