import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

@Suite struct NoteChangesTests {
  /// Two changes as one lead from the first state to the last, whatever they are.
  @Test func changesAreMerged() {
    var random = SeededGenerator(seed: 41)
    for _ in 0..<2_000 {
      var notes: Set<NotePath> = ["a", "b", "c"]
      let start = notes
      var sum = NoteChanges.none
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let change = Self.random(&notes, &random)
        sum = sum.followed(by: .some(change))
      }
      guard case .some(let paths) = sum else {
        Issue.record("too many")
        return
      }
      var end = start
      for path in paths.removed + paths.moved.map(\.from) { #expect(end.remove(path) != nil, "\(paths)") }
      for path in paths.added + paths.moved.map(\.to) { #expect(end.insert(path).inserted, "\(paths)") }
      for path in paths.changed { #expect(start.contains(path) && end.contains(path), "\(paths)") }
      #expect(end == notes, "\(paths)")
    }
    #expect(NoteChanges.many.followed(by: .none) == .many && NoteChanges.none.followed(by: .many) == .many)
  }

  private static func random(_ notes: inout Set<NotePath>, _ random: inout SeededGenerator) -> NoteChanges.Paths {
    var change = NoteChanges.Paths()
    var touched: Set<NotePath> = []
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let path = NotePath(["a", "b", "c", "d", "e"].randomElement(using: &random) ?? "a")
      guard touched.insert(path).inserted else { continue }
      if !notes.contains(path) {
        change.added.append(path)
        notes.insert(path)
      } else if Bool.random(using: &random) {
        change.changed.append(path)
      } else if let target = ["f", "g"].map({ NotePath($0) }).first(where: {
        !notes.contains($0) && !touched.contains($0)
      }),
        Bool.random(using: &random)
      {
        touched.insert(target)
        change.moved.append(NoteChanges.Move(from: path, to: target))
        notes.remove(path)
        notes.insert(target)
      } else {
        change.removed.append(path)
        notes.remove(path)
      }
    }
    return change
  }

  @Test func movesAreToldByTheContent() {
    var log = NoteChangeLog()
    log.removed("a.md", [1])
    log.added("b.md", [1])
    // Twins, and what could not be read, may have come from anywhere.
    log.removed("c.md", [2])
    log.added("d.md", [2])
    log.added("e.md", [2])
    log.removed("f.md", [])
    log.added("g.md", [])
    #expect(
      log.changes
        == .some(
          NoteChanges.Paths(
            added: ["d.md", "e.md", "g.md"], removed: ["c.md", "f.md"],
            moved: [NoteChanges.Move(from: "a.md", to: "b.md")])))
    for number in 0...NoteChanges.most { log.changed(NotePath("\(number).md")) }
    #expect(log.changes == .many)
  }

  @Test func framesOfAWatcherAreReadBack() {
    let events: [WatchEvent] = [
      .notes(.many), .freshness(nil), .freshness("no room"), .stopping,
      .notes(
        .some(
          NoteChanges.Paths(
            added: ["a.md"], changed: ["Ü/b.md"], removed: ["c.md"], moved: [NoteChanges.Move(from: "d", to: "e")]))),
    ]
    let bytes = events.flatMap(\.frame)
    // However they are cut.
    for cut in 0...bytes.count {
      var received = Array(bytes[..<cut])
      var read = WatchEvent.take(from: &received) ?? []
      received += bytes[cut...]
      read += WatchEvent.take(from: &received) ?? []
      #expect(read == events && received.isEmpty)
    }
    var random = SeededGenerator(seed: 7)
    for _ in 0..<2_000 {
      var garbage = bytes
      garbage[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      // Whatever comes of it, nothing traps.
      _ = WatchEvent.take(from: &garbage)
    }
    var huge: [UInt8] = [255, 255, 255, 255, 0]
    #expect(WatchEvent.take(from: &huge) == nil)
  }
}
