import Testing
import VaultCore
import VaultInterface
import VaultListingSupport
import VaultStore

@testable import VaultTerminal

@Suite struct TaskOutlineTests {
  private let fixture: ListingFixture

  init() throws {
    fixture = try ListingFixture([
      "b.md": "- [ ] last 📅 2026-03-14\n",
      "a.md": """
      - [ ] book 🔽
        - [x] read
        - text
          - [ ] proof 📅 2026-03-14
            - [ ] page
      - [ ] other ⏫
      """,
    ])
  }

  private func tree(_ width: Int?, _ query: String = "", limit: Int? = nil) throws -> String {
    let result = try fixture.vault.read { try $0.tasks(fixture.query(query), scope: .open) }.inFileOrder(limit: limit)
    let text = try fixture.printed(ListingFixture.context(width: width)) {
      try TaskListing.write(result, groupings: [], isTree: true, to: $0, fixture.listed)
    }
    return result.tasks.reduce(text) { $0.replacing(" " + $1.shortHandle + " ", with: " hdl ") }
  }

  @Test func subtasksStandBelowTheirTasks() throws {
    #expect(
      try tree(60) == """
        ○ hdl  book      low          a.md:1  (1/2)
        ○ hdl    proof         today  a.md:4  (0/1)
        ○ hdl      page               a.md:5
        ○ hdl  other     high         a.md:6
        ○ hdl  last            today  b.md:1
        5 open

        """)
  }

  @Test func belowTasksThatAreListedOnly() throws {
    #expect(
      try tree(nil, "proof OR page") == """
        ○ hdl  proof   2026-03-14  a.md:4  (0/1)
        ○ hdl    page              a.md:5

        """)
    #expect(try tree(nil, "page") == "○ hdl  page  a.md:5\n")
  }

  @Test func aLimitCountsFromTheFirstFile() throws {
    #expect(try tree(60, limit: 2).hasSuffix("a.md:4  (0/1)\n2 of 5 shown: 5 open\n"))
  }

  @Test(arguments: 20...100)
  func neverIsWiderThanTheTerminal(_ width: Int) throws {
    let note = (0..<30).map { String(repeating: "  ", count: $0) + "- [ ] a task with a long text, depth \($0)\n" }
    let fixture = try ListingFixture(["a.md": note.joined()])
    let result = try fixture.vault.read { try $0.tasks(Query(), scope: .open) }.inFileOrder(limit: nil)
    _ = try fixture.printed(ListingFixture.context(width: width)) {
      try TaskListing.write(result, groupings: [], isTree: true, to: $0, fixture.listed)
    }
  }
}
