import Testing
import VaultCore
import VaultListingSupport
import VaultStore

@testable import VaultTerminal

/// Today is Saturday 2026-03-14.
@Suite struct AgendaListingTests {
  private let fixture: ListingFixture

  init() throws {
    fixture = try ListingFixture([
      "a.md": """
      - [ ] passport 📅 2026-03-11 ⏫
      - [ ] report 📅 2026-03-14
      - [ ] call ⏳ 2026-03-10
      - [ ] plan ⏳ 2026-03-15 📅 2026-12-30
      - [ ] sow 🛫 2026-03-16
      - [ ] taxes 📅 2027-01-02
      - [ ] someday
      """
    ])
  }

  private func agenda(_ width: Int?, days: Int = 2, limit: Int? = nil) throws -> String {
    let result = try fixture.vault.read { try $0.agenda(Query(), days: days, limit: limit) }
    let text = try fixture.printed(ListingFixture.context(width: width)) {
      try AgendaListing.write(result, to: $0, fixture.listed)
    }
    return result.entries.reduce(text) { $0.replacing(" " + $1.view.shortHandle + " ", with: " hdl ") }
  }

  @Test func onATerminal() throws {
    #expect(
      try agenda(80) == """
        Overdue
          ! hdl  passport  high  3 days ago            a.md:1
        Saturday 14 March  today
          ○ hdl  report          due                   a.md:2
          ○ hdl  call            scheduled 4 days ago  a.md:3
        Sunday 15 March  tomorrow
          ○ hdl  plan            scheduled             a.md:4
        Monday 16 March
          ○ hdl  sow             starts                a.md:5
        Later
          ○ hdl  plan            in 9 months           a.md:4
          ○ hdl  taxes           in 9 months           a.md:6
        1 overdue, 2 today, 2 in the next 2 days, 2 later

        """)
  }

  @Test func emptyDaysHaveATitle() throws {
    let text = try agenda(80, days: 4)
    #expect(text.contains("\nTuesday 17 March\nWednesday 18 March\nLater\n"))
  }

  @Test func inAPipe() throws {
    #expect(
      try agenda(nil) == """
        ! hdl  passport  high  2026-03-11            a.md:1
        ○ hdl  report          2026-03-14            a.md:2
        ○ hdl  call            scheduled 2026-03-10  a.md:3
        ○ hdl  plan            scheduled 2026-03-15  a.md:4
        ○ hdl  sow             starts 2026-03-16     a.md:5
        ○ hdl  plan            2026-12-30            a.md:4
        ○ hdl  taxes           2027-01-02            a.md:6

        """)
  }

  @Test func limited() throws {
    #expect(try agenda(80, limit: 2).hasSuffix("2 of 7 shown: 1 overdue, 1 today\n"))
  }

  @Test func daysThatDoNotExistAreCounted() throws {
    let fixture = try ListingFixture(["a.md": "- [ ] a 📅 2026-02-30\n- [ ] b 📅 2026-03-14\n- [x] c 📅 2026-02-30\n"])
    let result = try fixture.vault.read { try $0.agenda(Query(), days: 0) }
    #expect(result.total == 1 && result.impossible == 1)
    let text = try fixture.printed(ListingFixture.context(width: 80)) {
      try AgendaListing.write(result, to: $0, fixture.listed)
    }
    #expect(text.hasSuffix("1 today\n1 due on a day that does not exist\n"))
  }

  @Test(arguments: 20...140)
  func neverIsWiderThanTheTerminal(_ width: Int) throws {
    _ = try agenda(width)
  }

  @Test(arguments: [("2026-03-14", "Saturday 14 March"), ("2027-01-02", "Saturday 2 January 2027")])
  func namesOfDays(_ day: String, _ expected: String) throws {
    let today = try #require(CivilDate("2026-03-14"))
    #expect(AgendaListing.name(of: try #require(CivilDate(day)), today: today) == expected)
  }
}
