import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// Today is 2026-03-12.
@Suite struct NextTasksTests {
  /// The descriptions' first words and how many wait, the same from the index and from the files.
  private func next(_ note: String, _ query: String = "", limit: Int? = nil) throws -> [String] {
    let folder = try TemporaryFolder()
    try folder.write(note, to: "a.md")
    let configuration = "tasks:\n  statuses:\n    - {symbol: h, name: Hold, type: on-hold, next: ' '}\n"
    try folder.write(configuration, to: ".vault/config.yaml")
    let test = try VaultUnderTest(folder)
    func answer(noIndex: Bool) throws -> [String] {
      let next = try test.vault(noIndex: noIndex).read { try $0.nextTasks(test.query(query), limit: limit) }
      #expect(next.result.tasks.count <= next.result.total)
      #expect(next.result.open == next.result.total)
      #expect(next.result.tasks.allSatisfy { !$0.isBlocked })
      return next.result.tasks.map { String($0.task.description.prefix { $0 != " " }) } + ["\(next.waiting) wait"]
    }
    let found = try answer(noIndex: false)
    #expect(try answer(noIndex: true) == found)
    #expect(test.notices.all == [])
    return found
  }

  @Test func byUrgencyThenInTheUsualOrder() throws {
    #expect(
      try next("- [ ] plain\n- [ ] also\n- [ ] due 📅 2026-03-20\n- [ ] high ⏫\n- [ ] overdue 📅 2026-03-01\n") == [
        "overdue", "due", "high", "plain", "also", "0 wait",
      ])
  }

  @Test func whatCannotBeBegunWaits() throws {
    #expect(
      try next(
        """
        - [ ] later 🛫 2026-03-13 📅 2026-03-12
        - [ ] planned ⏳ 2026-03-13
        - [ ] begun 🛫 2026-03-12 ⏳ 2026-03-12
        - [ ] impossible 🛫 2026-02-30
        - [h] hold
        - [ ] blocked ⛔ x
        - [ ] blocking 🆔 x
        - [ ] free ⛔ nobody
        - [/] running
        - [x] done
        - [-] cancelled
        """) == ["begun", "impossible", "blocking", "free", "running", "4 wait"])
  }

  @Test func aParentGivesWayToItsSubtasksAndTheFirstIsAsUrgent() throws {
    let note = """
      - [ ] other 🔺
      - [ ] parent 📅 2026-03-01
        - [x] done
        - [ ] first
        - [ ] second
      - [ ] last
      """
    #expect(try next(note) == ["first", "other", "second", "last", "1 wait"])
  }

  @Test func aParentStaysWhereNoneOfItsSubtasksCanBeDone() throws {
    #expect(
      try next("- [ ] parent\n  - [ ] later ⏳ 2026-04-01\n  - [x] done\n- [ ] all\n  - [x] done\n") == [
        "parent", "all", "1 wait",
      ])
  }

  @Test func subtasksWaitWithTheirParents() throws {
    #expect(
      try next(
        """
        - [ ] trip 🛫 2026-05-01
          - [ ] tickets 📅 2026-03-01
            - [ ] look
        - [h] held
          - [ ] piece
        - [ ] blocked ⛔ x
          - [ ] part
        - [ ] x 🆔 x
        - [x] done
          - [ ] rest
        """) == ["x", "rest", "7 wait"])
  }

  @Test func giveWayToTheDeepest() throws {
    #expect(
      try next("- [ ] a ⏫\n  - [ ] b\n    - [ ] c\n    - [ ] d\n  - [ ] e\n- [ ] f 🔼\n") == [
        "c", "f", "d", "e", "2 wait",
      ])
  }

  @Test func onlyToThoseThatMatch() throws {
    let note = "- [ ] parent ⏫\n  - [ ] child\n  - [ ] daughter ⏫\n"
    #expect(try next(note, "parent") == ["parent", "0 wait"])
    #expect(try next(note, "priority:high") == ["daughter", "1 wait"])
    #expect(try next(note, "child") == ["child", "0 wait"])
  }

  @Test func theQueryMaySortAndLimit() throws {
    let note = "- [ ] b ⏫\n- [ ] a\n- [ ] c\n"
    #expect(try next(note, "sort:title") == ["a", "b", "c", "0 wait"])
    #expect(try next(note, "limit:1") == ["b", "0 wait"])
    #expect(try next(note, limit: 2) == ["b", "a", "0 wait"])
  }

  @Test func deepOutlinesTakeNoStack() throws {
    let note = (0..<60).map { String(repeating: "  ", count: $0) + "- [ ] t\($0)\n" }.joined()
    #expect(try next(note) == ["t59", "59 wait"])
  }

  @Test func listsCanHaveTheSameOrder() throws {
    let folder = try TemporaryFolder()
    try folder.write("- [ ] plain\n- [ ] due 📅 2026-03-20\n- [ ] high ⏫\n- [ ] overdue 📅 2026-03-01\n", to: "a.md")
    let test = try VaultUnderTest(folder)
    for (query, expected) in [
      ("sort:urgency", ["overdue", "due", "high", "plain"]), ("sort:-urgency", ["plain", "high", "due", "overdue"]),
    ] {
      #expect(
        try test.vault().read { try $0.tasks(test.query(query), scope: .open) }.tasks.map(\.task.description)
          == expected)
    }
  }
}
