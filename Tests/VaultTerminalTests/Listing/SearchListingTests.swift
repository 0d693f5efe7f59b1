import Testing
import VaultCore
import VaultListingSupport
import VaultStore
import VaultTestSupport

@testable import VaultTerminal

@Suite struct SearchListingTests {
  private let fixture: ListingFixture

  init() throws {
    fixture = try ListingFixture([
      "Projects/Runtime notes.md": """
      ---
      title: Notes on the runtime
      tags: [swift, gc]
      updated: 2026-03-12
      ---
      # Memory

      ## Cycles

      The runtime counts references rather than doing a garbage collection pass, so cycles are for the programmer \
      to find, as they are in most languages that were made for small machines.

      # Reading

      *The Garbage Collection Handbook*, ch. 3
      """,
      "Reading/Handbook.md": """
      ---
      category: memory
      source: voice
      pin: true
      updated: 2026-03-05
      ---
      # The Garbage Collection Handbook
      """,
      "日記/回収.md": "---\nupdated: 2025-03-14\n---\n今日はゴミの回収について読んだ。garbage collection と言う。\n",
    ])
  }

  @Test func onATerminalOf80Columns() throws {
    let text = try fixture.search("garbage collection", ListingFixture.context(width: 80))
    #expect(
      text == """
        Reading/Handbook.md        The Garbage Collection Handbook  📌 🧠 🎤  9 days ago
            7  # The Garbage Collection Handbook
        日記/回収.md                                                          1 year ago
            4  今日はゴミの回収について読んだ。garbage collection と言う。
        Projects/Runtime notes.md  Notes on the runtime  #swift #gc           2 days ago
           10  Memory › Cycles  … than doing a garbage collection pass, so cycles …
           14  Reading          *The Garbage Collection Handbook*, ch. 3
        3 notes

        """)
  }

  @Test func onATerminalOf140Columns() throws {
    let text = try fixture.search("garbage collection", ListingFixture.context(width: 140))
    #expect(
      text == """
        Reading/Handbook.md        The Garbage Collection Handbook  📌 🧠 Memory 🎤  9 days ago
            7  # The Garbage Collection Handbook
        日記/回収.md                                                                 1 year ago
            4  今日はゴミの回収について読んだ。garbage collection と言う。
        Projects/Runtime notes.md  Notes on the runtime  #swift #gc                  2 days ago
           10  Memory › Cycles  … references rather than doing a garbage collection pass, so cycles are for the programmer to find, as they …
           14  Reading          *The Garbage Collection Handbook*, ch. 3
        3 notes

        """)
  }

  @Test func inAPipe() throws {
    let text = try fixture.search("garbage collection", ListingFixture.context(width: nil))
    #expect(
      text == """
        Reading/Handbook.md        The Garbage Collection Handbook  2026-03-05
            7  # The Garbage Collection Handbook
        日記/回収.md               2025-03-14
            4  今日はゴミの回収について読んだ。garbage collection と言う。
        Projects/Runtime notes.md  Notes on the runtime  #swift #gc  2026-03-12
           10  Memory › Cycles  The runtime counts references rather than doing a garbage collection pass, so cycles are for the programmer to find, as they are in most languages that were made for small machines.
           14  Reading          *The Garbage Collection Handbook*, ch. 3

        """)
  }

  @Test func notesThatLackWordsComeBehindALineThatSaysSo() throws {
    func listed(_ query: String, _ breadth: SearchBreadth, _ width: Int?) throws -> String {
      let result = try fixture.vault.read {
        try $0.search(fixture.query(query), options: SearchOptions(breadth: breadth, linesPerHit: 0))
      }
      return try fixture.printed(ListingFixture.context(width: width)) {
        try SearchListing.write(result, to: $0, fixture.listed)
      }
    }
    #expect(
      try listed("handbook cycles", .all(orSomeBelow: 20), 80) == """
        Projects/Runtime notes.md  Notes on the runtime  #swift #gc           2 days ago
        1 note has all of the words; these have some of them:
        Reading/Handbook.md        The Garbage Collection Handbook  📌 🧠 🎤  9 days ago
              without "cycles"
        2 notes

        """)
    let complete = try listed("handbook cycles", .all(orSomeBelow: nil), nil)
    #expect(try listed("handbook cycles", .all(orSomeBelow: 1), nil) == complete, "one is enough")
    #expect(try listed("garbage cycles", .any, nil) == complete, "what every note has weighs little")
    #expect(
      try listed("handbook cycles", .any, nil) == """
        Reading/Handbook.md        The Garbage Collection Handbook  2026-03-05
              without "cycles"
        Projects/Runtime notes.md  Notes on the runtime  #swift #gc  2026-03-12

        """)
  }

  @Test func inColour() throws {
    let text = try fixture.search(
      "title:handbook", ListingFixture.context(width: 80, colors: .palette256, hyperlinks: true)
    )
    .replacing(fixture.folder.path, with: "/vault").replacing("\u{1B}", with: "^")
    #expect(
      text == """
        ^]8;;file:///vault/Reading/Handbook.md^\\^[38;5;248mReading/^[0mHandbook.md^]8;;^\\  ^[1mThe Garbage Collection Handbook^[0m  ^[38;5;254m📌^[0m 🧠 🎤  ^[38;5;247m9 days ago^[0m
            ^[38;5;247m7^[0m  # The Garbage Collection ^[1;38;5;221mHandbook^[0m
        ^[38;5;247m1 note^[0m

        """)
  }

  @Test func saysWhatIsLeftOut() throws {
    let text = try fixture.search("garbage", ListingFixture.context(width: 80), limit: 2)
    #expect(text.hasSuffix("\n2 of 3 notes; --limit 3 shows all\n"))
  }

  @Test(arguments: 20...120)
  func neverIsWiderThanTheTerminal(_ width: Int) throws {
    _ = try fixture.search("garbage collection", ListingFixture.context(width: width))
    _ = try fixture.list(ListingFixture.context(width: width, unicode: width % 2 == 0))
  }

  @Test func controlCharactersAreMadeVisible() throws {
    let fixture = try ListingFixture([
      "a\u{7}.md": "---\ntags: [x]\ntitle: \"t\\e[1m\"\n---\n# h\u{1B}[2J\n\nfind \u{1B}]0;me\u{7}\n"
    ])
    let text = try fixture.search("find", ListingFixture.context(width: 80))
    #expect(text.contains("a␇.md") && text.contains("t␛[1m") && text.contains("find ␛]0;me␇"))
  }

  @Test func nothingForNoHits() throws {
    #expect(try fixture.search("nowhere", ListingFixture.context(width: 80)) == "")
  }

  @Test func listsInColumnsOn80() throws {
    let text = try fixture.list(ListingFixture.context(width: 80))
    #expect(
      text == """
        Reading/Handbook.md        The Garbage Collec…  📌 🧠 🎤              9 days ago
        Projects/Runtime notes.md  Notes on the runti…            #swift #gc  2 days ago
        日記/回収.md                                                          1 year ago
        3 notes

        """)
  }

  @Test func listsInColumnsOn140() throws {
    let text = try fixture.list(ListingFixture.context(width: 140))
    #expect(
      text == """
        Reading/Handbook.md        The Garbage Collection Handbook  📌 🧠 Memory 🎤              9 days ago
        Projects/Runtime notes.md  Notes on the runtime                              #swift #gc  2 days ago
        日記/回収.md                                                                             1 year ago
        3 notes

        """)
  }

  @Test func listsInAPipe() throws {
    let text = try fixture.list(ListingFixture.context(width: nil))
    #expect(
      text == """
        Reading/Handbook.md        The Garbage Collection Handbook              2026-03-05
        Projects/Runtime notes.md  Notes on the runtime             #swift #gc  2026-03-12
        日記/回収.md                                                            2025-03-14

        """)
  }

  @Test func showsTheDateThatSorts() throws {
    let fixture = try ListingFixture(["a.md": "---\ncreated: 2026-01-02\nupdated: 2026-03-05\n---\n"])
    let created = Query.SortKey(.created, isReversed: false)
    let updated = Query.SortKey(.updated, isReversed: false)
    let context = ListingFixture.context(width: nil)
    #expect(
      try fixture.list(context, sort: [Query.SortKey(.title, isReversed: false), created]) == "a.md  2026-01-02\n")
    #expect(try fixture.list(context, sort: [updated, created]) == "a.md  2026-03-05\n")
  }

  @Test func listsInASCII() throws {
    let text = try fixture.list(ListingFixture.context(width: 80, unicode: false))
    #expect(
      text == """
        Reading/Handbook.md        The Garbage Coll...  * Memory              9 days ago
        Projects/Runtime notes.md  Notes on the run...            #swift #gc  2 days ago
        日記/回収.md                                                          1 year ago
        3 notes

        """)
  }
}
