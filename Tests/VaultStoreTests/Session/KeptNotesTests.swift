#if canImport(Glibc)
  import Foundation
  import Testing
  import VaultCore
  import VaultPlatform
  import VaultTestSupport

  @testable import VaultStore

  /// What a session keeps of its index from one question to the next.
  @Suite(.enabled(if: WatcherUnderTest.isPossible)) struct KeptNotesTests {
    private static let orders: [[Query.SortKey]] = [
      [], [Query.SortKey(.title)], [Query.SortKey(.created, isReversed: true)], [Query.SortKey(.words)],
      [Query.SortKey(.category), Query.SortKey(.path, isReversed: true)],
    ]

    private func head(_ id: Int) -> NoteHead {
      NoteHead(
        id: id, path: NotePath("\(id).md"), title: "\(id)", bodyBytes: 0, pinned: false, category: "", source: "",
        created: .instant(0), updated: .instant(0))
    }

    @Test func whatIsKnownIsNotReadAgain() throws {
      let kept = KeptNotes()
      var asked: [Int] = []
      func heads(_ index: Int64, below next: Int, isWorthReading: Bool = true) -> [Int]? {
        kept.heads(of: index, below: next, count: next - 1, isWorthReading: isWorthReading) { first in
          asked.append(first)
          return (first..<next).map(head)
        }?.map(\.id)
      }
      #expect(heads(7, below: 4, isWorthReading: false) == nil)
      #expect(heads(7, below: 4) == [1, 2, 3])
      #expect(heads(7, below: 4, isWorthReading: false) == [1, 2, 3])
      // Only what is new is read, and an earlier look finds all of its own.
      #expect(heads(7, below: 6, isWorthReading: false) == [1, 2, 3, 4, 5])
      #expect(heads(7, below: 4) == [1, 2, 3, 4, 5])
      // Another index has other notes.
      #expect(heads(8, below: 3) == [1, 2])
      #expect(asked == [1, 4, 1])
    }

    @Test func notesThatAreNoMoreAreForgotten() {
      let kept = KeptNotes()
      for next in [1_001, 1_002] {
        let heads = kept.heads(of: 1, below: next, count: 10, isWorthReading: true) { first in
          next == 1_001 ? (first..<next).map(head) : [head(1_001)]
        }
        #expect(heads?.count == (next == 1_001 ? 1_000 : 1))
      }
    }

    /// Lists, pages and handles, in every order, through changes of all kinds.
    @Test func listsAreThoseOfAFreshLook() throws {
      let folder = try TemporaryFolder()
      for number in 0..<40 {
        try folder.write(
          "---\ncategory: c\(number % 3)\ncreatedAt: 2026-0\(1 + number % 9)-01\n---\n- [ ] task \(number)\n",
          to: "n\(number).md")
      }
      let under = try SessionUnderTest(folder)
      defer { under.session.end() }
      func check(_ round: Int) throws {
        for order in Self.orders {
          let list: @Sendable (VaultReader) throws -> [String] = { reader in
            var paths: [String] = []
            var place: ListPlace?
            repeat {
              let page = try reader.list(Query(), sort: order, limit: 7, after: place)
              paths += page.entries.map(\.path.text)
              place = page.next
            } while place != nil
            return paths
          }
          let own = try under.ask(Question(body: list)).value
          #expect(try own == under.test.vault().read(list), "round \(round), \(order)")
          #expect(Set(own).count == own.count)
        }
        // What the first question for open tasks keeps, the second one is answered by.
        for scope in [TaskScope.all, .open, .open] {
          let tasks: @Sendable (VaultReader) throws -> [String] = {
            try $0.tasks(Query(), scope: scope).tasks.map {
              "\($0.shortHandle) \($0.task.path.text) \($0.task.description)"
            }
          }
          #expect(try under.ask(Question(body: tasks)).value == under.test.vault().read(tasks), "round \(round)")
        }
      }
      try check(0)
      try folder.write("---\npinned: true\n---\nnew words - here\n", to: "new.md")
      try check(1)
      try folder.write("---\ncategory: a\n---\nother\n- [ ] task more\n", to: "n7.md")
      try folder.write("- [x] task 8\n", to: "n8.md")
      try check(2)
      try folder.remove("n3.md")
      try folder.move("n4.md", to: "z4.md")
      try check(3)
    }

    /// Connections that are kept open serve only the file that they are open to.
    @Test func anotherIndexInItsPlaceIsOpened() throws {
      let folder = try TemporaryFolder()
      try folder.write("alpha\n", to: "a.md")
      let under = try SessionUnderTest(folder)
      defer { under.session.end() }
      #expect(try under.paths("alpha").value == ["a.md"])
      _ = try under.test.vault().index(rebuild: true)
      try folder.write("alpha\n", to: "b.md")
      #expect(try under.paths("alpha").value == ["a.md", "b.md"])
      let path = try #require(try under.test.vault().vault.indexPath)
      unlink(path)
      #expect(try under.paths("alpha").value == ["a.md", "b.md"])
      // Written over, and no index any more.
      let file = try #require(FileHandle(forWritingAtPath: path))
      try file.write(contentsOf: Data(repeating: 0x78, count: 9_000))
      try file.close()
      #expect(try under.paths("alpha").value == ["a.md", "b.md"])
    }

    @Test func moreOpenTasksThanFitAreReadAgain() throws {
      let folder = try TemporaryFolder()
      let count = KeptNotes.mostTasks + 1
      try folder.write((1...count).map { "- [ ] task \($0)\n" }.joined(), to: "a.md")
      let under = try SessionUnderTest(folder)
      defer { under.session.end() }
      for _ in 0..<2 {
        #expect(try under.ask(Question { try $0.tasks(Query(), scope: .open).total }).value == count)
      }
      try folder.write("- [ ] task\n", to: "a.md")
      #expect(try under.ask(Question { try $0.tasks(Query(), scope: .open).total }).value == 1)
    }

    @Test func noConnectionIsLeftOpen() throws {
      let folder = try TemporaryFolder()
      try folder.write("alpha\n", to: "a.md")
      let under = try SessionUnderTest(folder, threads: 3)
      for _ in 0..<20 { _ = try under.paths("alpha") }
      let path = try #require(try under.test.vault().vault.indexPath)
      func open() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").filter {
          (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + $0)) == path
        }.count
      }
      #expect(try open() >= 1)
      under.session.end()
      #expect(try open() == 0)
    }
  }
#endif
