import Testing
import VaultCore
import VaultListingSupport
import VaultStore

@testable import VaultInterface
@testable import VaultTerminal

/// Today is Saturday 2026-03-14.
@Suite struct TaskTallyTests {
  private let fixture: ListingFixture

  init() throws {
    fixture = try ListingFixture([
      "Work/a.md": """
      # Plan

      - [ ] one 📅 2026-03-14 @work
      - [x] two 📅 2026-03-14 @work
      - [x] three 📅 2026-03-01 @work
      - [ ] four 📅 2026-03-13 #a #b
      - [-] five
      - [ ] six
      """
    ])
  }

  private func rows(_ groupings: TaskGrouping..., query: String = "") throws -> [String] {
    try fixture.vault.read { try TaskTallies(groupings, of: fixture.query(query), $0) }.rows.map { row in
      let keys = row.keys.map { "\($0.title)=\($0.value ?? "null")" }.joined(separator: " ")
      return "\(keys): \(row.tally.open) \(row.tally.done) \(row.tally.overdue) \(row.tally.total)"
    }
  }

  @Test func doneTasksCountWhereTheyWereDue() throws {
    #expect(
      try rows(.due) == [
        "Overdue=overdue: 1 0 1 1", "Today=today: 1 1 0 2", "No due date=null: 1 1 0 2", "Done=done: 0 1 0 1",
      ])
  }

  @Test func insideOfEachOther() throws {
    #expect(
      try rows(.category, .folder) == ["general=general Work=Work: 2 1 1 3", "work=work Work=Work: 1 2 0 3"])
    #expect(try rows(.tag, query: "four") == ["#a=a: 1 0 1 1", "#b=b: 1 0 1 1"])
    #expect(try rows(.note, query: "six") == ["Plan=Plan: 1 0 0 1"])
  }

  @Test func everyLevelHasATally() throws {
    let tallies = try fixture.vault.read { try TaskTallies([.category, .due], of: Query(), $0) }
    let work = try #require(tallies.rows.first { $0.keys[0].title == "work" }?.keys)
    #expect(tallies[[work[0]]] == TaskTally(open: 1, done: 2, overdue: 0))
    #expect(tallies[work].total > 0)
    #expect(tallies[[]] == TaskTally())
  }

  @Test(
    arguments: [
      (TaskTally(open: 5, done: 3, overdue: 0), "████░░░░░░ 3/8"), (TaskTally(open: 0, done: 4), "██████████ 4/4"),
      (TaskTally(open: 2, done: 0, overdue: 2), "▒▒▒▒▒▒▒▒▒▒ 0/2"), (TaskTally(), ""),
      // Little is not nothing, and much not all.
      (TaskTally(open: 999, done: 1), "█░░░░░░░░░ 1/1000"), (TaskTally(open: 1, done: 999), "█████████░ 999/1000"),
      (TaskTally(open: 999, done: 1, overdue: 1), "█▒░░░░░░░░ 1/1000"),
    ])
  func bars(_ tally: TaskTally, _ expected: String) {
    let printer = Printer(context: ListingFixture.context(width: 80), theme: Theme(), sink: OutputSink())
    #expect(TallyBar(tally: tally).text(printer).plain == expected)
  }

  @Test func doneIsGreenAndOverdueRed() {
    let printer = Printer(context: ListingFixture.context(width: 80), theme: Theme(), sink: OutputSink())
    let styles = TallyBar(tally: TaskTally(open: 8, done: 2, overdue: 3)).text(printer).spans.map(\.style)
    #expect(styles.prefix(3) == [printer.theme[.success], printer.theme[.overdue], printer.theme[.muted]])
  }

  private func counts(_ width: Int?, unicode: Bool = true, limit: Int? = nil) throws -> String {
    let tallies = try fixture.vault.read { try TaskTallies([.due, .category], of: Query(), $0) }
    return try fixture.printed(ListingFixture.context(width: width, unicode: unicode)) {
      try TallyListing.write(tallies, limit: limit, to: $0)
    }
  }

  @Test func asText() throws {
    #expect(
      try counts(nil) == """
        1  0  1  1  Overdue › general
        1  1  0  2  Today › work
        1  1  0  2  No due date › general
        0  1  0  1  Done › work

        """)
    #expect(
      try counts(70, unicode: false, limit: 2) == """
        open  done  overdue  total                  due > category
           1     0        1      1  !!!!!!!!!! 0/1  Overdue > general
           1     1        0      2  #####..... 1/2  Today > work

        """)
  }

  @Test func theLabelsOutliveTheBarsOnANarrowTerminal() throws {
    #expect(
      try counts(46, limit: 2) == """
        open  done  overdue  total  due › category
           1     0        1      1  Overdue › general
           1     1        0      2  Today › work

        """)
    #expect(
      try counts(32, limit: 2) == """
        open  done  due › category
           1     0  Overdue › general
           1     1  Today › work

        """)
  }

  @Test(arguments: [20, 31, 44, 60])
  func neverIsWiderThanTheTerminal(_ width: Int) throws {
    _ = try counts(width)
  }

  @Test func titlesOfAListHaveCountsAndBars() throws {
    let result = try fixture.vault.read { try $0.tasks(Query(), scope: .open) }
    let tallies = try fixture.vault.read { try TaskTallies([.category, .due], of: Query(), $0) }
    let text = try fixture.printed(ListingFixture.context(width: 60)) {
      try TaskListing.write(
        result, groupings: [.category, .due], showsCounts: true, tallies: tallies, to: $0, fixture.listed)
    }
    #expect(
      text.split(separator: "\n").filter { !$0.contains("a.md") }.map(String.init) == [
        "general  2  ███▒▒▒░░░░ 1/3", "  Overdue  1  ▒▒▒▒▒▒▒▒▒▒ 0/1",
        "  No due date  1  █████░░░░░ 1/2", "work  1  ███████░░░ 2/3", "  Today  1  █████░░░░░ 1/2",
        "3 open, 1 overdue",
      ])
  }
}
