import Testing
import VaultCore
import VaultInterface
import VaultListingSupport
import VaultStore
import VaultTestSupport

@testable import VaultTerminal

@Suite struct TaskListingTests {
  private let fixture: ListingFixture

  init() throws {
    fixture = try ListingFixture([
      "Personal/Admin.md": """
      # Admin

      - [ ] Renew passport ⏫ 📅 2026-03-11
      - [/] Send the draft to the [[Anna|editor]] #book 🔼 📅 2026-03-14 🆔 draft
        - [x] Read it once more ✅ 2026-03-10
        - [ ] Spell-check
      - [ ] Invoice ⛔ draft 📅 2026-03-20
      """,
      "Recipes/Bread.md": "- [ ] Try the new flour @shopping\n- [-] Buy [a mill](https://example.org) ❌ 2026-03-01\n",
      "日記/今日.md": "- [ ] 漢字テストの準備をする 📅 2026-03-15\n- [ ] 🥐 order 👩‍👩‍👧 croissants 🔽\n",
    ])
  }

  @Test func onATerminalOf80Columns() throws {
    let text = try fixture.tasks(ListingFixture.context(width: 80), group: .due)
    #expect(
      text == """
        Overdue
          ! hdl  Renew passport                high    3 days ago  …/Admin.md:3
        Today
          ▶ hdl  Send the draft to the edito…  medium  today       …/Admin.md:4    (1/2)
        Tomorrow
          ○ hdl  漢字テストの準備をする                tomorrow    日記/今日.md:1
        Later
          ○ hdl  Invoice                               in 6 days   …/Admin.md:7    ⛔
        No due date
          ○ hdl  Spell-check                                       …/Admin.md:6
          ○ hdl  Try the new flour                                 …/Bread.md:1
          ○ hdl  🥐 order 👩‍👩‍👧 croissants        low                 日記/今日.md:2
        7 open, 1 overdue

        """)
  }

  @Test func onATerminalOf140Columns() throws {
    let text = try fixture.tasks(ListingFixture.context(width: 140), scope: .all, group: .due)
    #expect(
      text == """
        Overdue
          ! hdl  Renew passport                      high              3 days ago             Personal/Admin.md:3
        Today
          ▶ hdl  Send the draft to the editor #book  medium            today                  Personal/Admin.md:4  (1/2)
        Tomorrow
          ○ hdl  漢字テストの準備をする                                tomorrow               日記/今日.md:1
        Later
          ○ hdl  Invoice                                               in 6 days              Personal/Admin.md:7  (blocked)
        No due date
          ○ hdl  Spell-check                                                                  Personal/Admin.md:6
          ○ hdl  Try the new flour                           shopping                         Recipes/Bread.md:1
          ○ hdl  🥐 order 👩‍👩‍👧 croissants              low                                      日記/今日.md:2
        Done
          ✓ hdl  Read it once more                                     done 4 days ago        Personal/Admin.md:5
          ✗ hdl  Buy a mill                                            cancelled 13 days ago  Recipes/Bread.md:2
        7 open, 1 overdue, 2 done

        """)
  }

  @Test func inAPipe() throws {
    let text = try fixture.tasks(ListingFixture.context(width: nil))
    #expect(
      text == """
        ! hdl  Renew passport                      high              2026-03-11  Personal/Admin.md:3
        ▶ hdl  Send the draft to the editor #book  medium            2026-03-14  Personal/Admin.md:4  (1/2)
        ○ hdl  漢字テストの準備をする                                2026-03-15  日記/今日.md:1
        ○ hdl  Invoice                                               2026-03-20  Personal/Admin.md:7  (blocked)
        ○ hdl  Spell-check                                                       Personal/Admin.md:6
        ○ hdl  Try the new flour                           shopping              Recipes/Bread.md:1
        ○ hdl  🥐 order 👩‍👩‍👧 croissants              low                           日記/今日.md:2

        """)
  }

  @Test func inASCII() throws {
    let text = try fixture.tasks(
      ListingFixture.context(width: 64, unicode: false), "renew OR invoice OR buy", scope: .all)
    #expect(
      text == """
        ! hdl  Renew passport  high  3 days ago
               Personal/Admin.md:3
        o hdl  Invoice               in 6 days              (blocked)
               Personal/Admin.md:7
        - hdl  Buy a mill            cancelled 13 days ago
               Recipes/Bread.md:2
        2 open, 1 overdue, 1 done

        """)
  }

  /// The names of files, and the lines, are to be seen at any width.
  @Test(arguments: [48, 60, 72, 80, 100, 140])
  func placesAreNeverLeftOut(_ width: Int) throws {
    let fixture = try ListingFixture([
      "Meetings/2026-03-12 Tenants' meeting.md": "- [ ] Borrow the long tables from the tennis club ⏳ 2026-02-01 ⏫\n"
    ])
    let text = try fixture.tasks(ListingFixture.context(width: width))
    #expect(text.contains("2026-03-12 Tenants' meeting.md:1"), "\(text)")
    let agenda = try fixture.vault.read { try $0.agenda(fixture.query(""), days: 7, limit: nil) }
    let days = try fixture.printed(ListingFixture.context(width: width)) {
      try AgendaListing.write(agenda, to: $0, fixture.listed)
    }
    #expect(days.contains("2026-03-12 Tenants' meeting.md:1"), "\(days)")
  }

  @Test func inColour() throws {
    let text = try fixture.tasks(
      ListingFixture.context(width: 80, colors: .palette256, hyperlinks: true), "path:Admin #book"
    )
    .replacing(fixture.folder.path, with: "/vault").replacing("\u{1B}", with: "^")
    #expect(
      text == """
        ^[38;5;254m▶^[0m ^[38;5;247mhdl^[0m  Send the draft to the ^[4;38;5;254meditor^[0m ^[38;5;248m#book^[0m  ^[38;5;215mmedium^[0m  today  ^]8;;file:///vault/Personal/Admin.md^\\^[38;5;248m…/Admin.md^[0m^]8;;^\\^[38;5;247m:4^[0m  ^[38;5;247m(1/2)^[0m
        ^[38;5;247m1 open^[0m

        """)
  }

  @Test(arguments: 20...140)
  func neverIsWiderThanTheTerminal(_ width: Int) throws {
    _ = try fixture.tasks(ListingFixture.context(width: width), scope: .all, group: .due)
    _ = try fixture.tasks(ListingFixture.context(width: width, unicode: false), scope: .all)
  }

  @Test func controlCharactersAreMadeVisible() throws {
    let fixture = try ListingFixture(["a\u{1B}[2Jb.md": "- [ ] x \u{1B}[31mred\u{9B}0m \u{202E}evil [l\u{7}](u)\n"])
    let text = try fixture.tasks(ListingFixture.context(width: 100, colors: .palette256))
    #expect(text.contains("x ␛[31mred<U+009B>0m <U+202E>evil"))
    #expect(text.contains("a␛[2Jb.md"))
    #expect(try fixture.tasks(ListingFixture.context(width: nil)).contains("\u{1B}[31mred"))
  }

  @Test(arguments: [
    (TaskScope.open, 100, "7 open, 1 overdue"), (.all, 100, "7 open, 1 overdue, 2 done"),
    (.done, 100, "2 done"), (.all, 2, "2 of 9 shown: 7 open, 1 overdue, 2 done"),
  ])
  func summary(_ scope: TaskScope, _ limit: Int, _ expected: String) throws {
    let result = try fixture.vault.read { try $0.tasks(Query(), scope: scope, limit: limit) }
    #expect(TaskListing.summary(result) == expected)
  }

  /// Columns are as wide as the widest cell of all shares.
  @Test func aLongListIsLaidOutAsAShortOne() throws {
    let count = 3 * ConcurrentShares.size + 11
    let long = try ListingFixture([
      "a.md": (1...count).map { "- [ ] Task \($0)\($0 == count ? " with the widest text" : "") 📅 2026-03-15" }
        .joined(separator: "\n")
    ])
    let result = try long.vault.read { try $0.tasks(Query(), scope: .open) }
    let printed = try long.printed(ListingFixture.context(width: nil)) {
      try TaskListing.write(result, groupings: [], to: $0, long.listed)
    }
    let lines = printed.split(separator: "\n")
    #expect(lines.count == count)
    let width = "Task \(count) with the widest text".utf8.count
    for (index, line) in lines.enumerated() {
      let text = "Task \(index + 1)\(index + 1 == count ? " with the widest text" : "")"
      let blanks = String(repeating: " ", count: width - text.utf8.count + 2)
      #expect(line.hasSuffix("  \(text)\(blanks)2026-03-15  a.md:\(index + 1)"), "\(line)")
    }
  }

  @Test(arguments: [
    (100, 2, "7 to work on, 1 overdue; 2 cannot yet"), (3, 2, "3 of 7 that can be worked on, 1 overdue; 2 cannot yet"),
    (3, 0, "3 of 7 that can be worked on, 1 overdue"),
  ])
  func summaryOfWhatCanBeWorkedOn(_ limit: Int, _ waiting: Int, _ expected: String) throws {
    let result = try fixture.vault.read { try $0.tasks(Query(), scope: .open, limit: limit) }
    #expect(TaskListing.summary(result, waiting: waiting) == expected)
  }
}
