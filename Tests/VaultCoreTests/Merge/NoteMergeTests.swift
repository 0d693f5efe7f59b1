import Testing
import VaultTestSupport

@testable import VaultCore

@Suite struct NoteMergeTests {
  @Test func changesInDifferentPlacesAreBothTaken() {
    #expect(merged("a\n\nb\n", "A\n\nb\n", "a\n\nB\n") == .text("A\n\nB\n"))
    #expect(merged("", "a\n", "") == .text("a\n"))
    #expect(merged("a\n", "", "a\n") == .text(""))
  }

  // MARK: Blanks

  @Test(
    arguments: [
      ("a \nb\n", "a\nb\n", "a \nB\n", "a\nB\n"),
      // A line's blanks go on one side, and its words change on the other.
      ("a  \n", "a\n", "A  \n", "A  \n"), ("one\n\n\ntwo\n", "one\n\ntwo\n", "one\n\n\n2\n", "one\n\n\n2\n"),
      ("a\t\n", "a \n", "a\n", "a\n"),
    ])
  func blanksAreTheOtherSides(_ base: String, _ ours: String, _ theirs: String, _ expected: String) {
    #expect(merged(base, ours, theirs) == .text(expected))
  }

  @Test func blanksInCodeAreText() {
    #expect(merged("```\na \n```\n", "```\na\n```\n", "```\nb \n```\n").open.count == 1)
  }

  // MARK: Both ends of a text

  @Test(
    arguments: [
      ("a\n\nb", "A\n\nb", "a\n\nb\n", "A\n\nb\n"), ("a\nb", "a\nb\nc", "a\nb\n", "a\nb\nc\n"),
      ("a\n\nb\n", "a\r\n\r\nb\r\n", "A\n\nb\n", "A\r\n\r\nb\r\n"),
      ("a\r\n\r\nb\r\n", "a\n\nb\n", "a\r\n\r\nb\r\n- c\r\n", "a\n\nb\n- c\n"),
      ("a\n\nb\n", "\u{FEFF}a\n\nb\n", "A\n\nb\n", "\u{FEFF}A\n\nb\n"),
      ("\u{FEFF}a\n", "a\n", "\u{FEFF}A\n", "A\n"),
      // Lines that do not all end alike keep their ends.
      ("a\r\n\nb\n", "A\r\n\nb\n", "a\r\n\nB\n", "A\r\n\nB\n"),
    ])
  func marksAndEndingsAreMergedForThemselves(
    _ base: String, _ ours: String, _ theirs: String, _ expected: String
  ) {
    #expect(merged(base, ours, theirs) == .text(expected))
  }

  @Test func anOpenPlaceSaysWhereItStandsInEachText() throws {
    let result = merged(
      "\u{FEFF}1\r\n\r\nold\r\n\r\n9\r\n", "\u{FEFF}1\r\n\r\nmine\r\n\r\n9\r\n", "\u{FEFF}0\r\n1\r\n\r\nyours\r\n\r\n9")
    #expect(result.regions.count == 3)
    #expect(result.regions.first == .settled(Array("\u{FEFF}0\r\n1\r\n\r\n".utf8)))
    #expect(result.regions.last == .settled(Array("\r\n9".utf8)))
    let place = try #require(result.open.first)
    #expect(place.base == .init(bytes: Array("old\r\n".utf8), line: 3))
    #expect(place.ours == .init(bytes: Array("mine\r\n".utf8), line: 3))
    #expect(place.theirs == .init(bytes: Array("yours\r\n".utf8), line: 4))
  }

  // MARK: Sections and paragraphs

  @Test(
    arguments: [
      ("# N\n", "# N\n\n## A\na\n", "# N\n\n## B\nb\n", "# N\n\n## A\na\n\n## B\nb\n"),
      ("# N\n\n", "# N\n\n## A\na\n\n", "# N\n\n## B\nb\n\n", "# N\n\n## A\na\n\n## B\nb\n\n"),
      // A list goes on, and a section begins behind it.
      ("- a\n", "- a\n\n## S\nt\n", "- a\n- b\n", "- a\n- b\n\n## S\nt\n"),
      // What is deeper belongs to what stands before.
      ("## A\n", "## A\n\n## B\nb\n", "## A\n\n### C\nc\n", "## A\n\n### C\nc\n\n## B\nb\n"),
      ("", "# A\n\n```\nx\n```\n", "# B\n\n<p>\n", "# A\n\n```\nx\n```\n\n# B\n\n<p>\n"),
      // One heading, to which both put an item.
      ("a\n", "a\n\n## D\n- 1\n", "a\n\n## D\n- 2\n", "a\n\n## D\n- 1\n- 2\n"),
    ])
  func sectionsAreBothTaken(_ base: String, _ ours: String, _ theirs: String, _ expected: String) {
    #expect(merged(base, ours, theirs) == .text(expected))
  }

  @Test func paragraphsAreOpenButForJournals() {
    let (base, ours, theirs) = ("# D\n\n", "# D\n\nmine\n", "# D\n\nyours\n")
    #expect(merged(base, ours, theirs).open.count == 1)
    #expect(merged(base, ours, theirs, NoteMerge.Options(appends: true)) == .text("# D\n\nmine\n\nyours\n"))
    #expect(merged("a\nb\n", "a\nmine\n", "a\nyours\n", NoteMerge.Options(appends: true)).open.count == 1)
  }

  @Test(
    arguments: [
      ("```\na\n```\n", "```\nb\n```\n", "```\nc\n```\n"),
      ("<div>\na\n</div>\n", "<div>\nb\n</div>\n", "<div>\nc\n</div>\n"),
      ("$$\na\n$$\n", "$$\nb\n$$\n", "$$\nc\n$$\n"),
      ("```\n- a\n```\n", "```\n- a\n- b\n```\n", "```\n- a\n- c\n```\n"),
      ("%%\n- a\n%%\n", "%%\n- a\n- b\n%%\n", "%%\n- a\n- c\n%%\n"), ("one\n", "two\n", "three\n"),
      ("# one\n", "# two\n", "# three\n"), ("$$\n- a\n$$\n", "$$\n- a\n- b\n$$\n", "$$\n- a\n- c\n$$\n"),
    ])
  func whatNoRuleIsForStaysOpen(_ base: String, _ ours: String, _ theirs: String) {
    #expect(merged(base, ours, theirs).open.count == 1)
  }

  // MARK: What is merged line by line alone

  @Test(arguments: [[0xFF], [0x00], [0x0D, 0x61]] as [[UInt8]]) func otherTextsAreMergedLineByLine(_ odd: [UInt8]) {
    func text(_ text: String) -> [UInt8] { odd + Array(text.utf8) }
    #expect(
      NoteMerge.merge(base: text("a\n\nb\n"), ours: text("A\n\nb\n"), theirs: text("a\n\nB\n"))
        == .merged(text("A\n\nB\n")))
    let open = NoteMerge.merge(base: text("x\n- a\n"), ours: text("x\n- a\n- b\n"), theirs: text("x\n- a\n- c\n"))
    #expect(open.text == nil)
  }

  @Test func frontMatterInTOMLIsMergedLineByLine() {
    let base = "+++\na = 1\n+++\n- x\n"
    #expect(merged(base, "+++\na = 2\n+++\n- x\n", base + "- y\n") == .text("+++\na = 2\n+++\n- x\n- y\n"))
    #expect(merged(base, base + "- z\n", base + "- y\n").open.count == 1)
  }

  @Test func manyEqualLinesEnd() {
    func merge(_ base: String, _ ours: String, _ theirs: String) -> MergedText {
      MergedText(NoteMerge.merge(base: Array(base.utf8), ours: Array(ours.utf8), theirs: Array(theirs.utf8)))
    }
    let lines = String(repeating: "- [ ] same\n", count: 100_000)
    #expect(merge(lines, "- mine\n" + lines, lines + "- yours\n") == .text("- mine\n" + lines + "- yours\n"))
    #expect(merge("x\n", "x\n" + lines, "x\n" + lines + "- more\n") == .text("x\n" + lines + "- more\n"))
    let replaced = merge(
      String(repeating: "a\n", count: 100_000), String(repeating: "- b\n", count: 100_000),
      String(repeating: "- c\n", count: 100_000))
    #expect(replaced.open.count == 1)
  }

  // MARK: Two devices

  @Test func twoDevicesAreNotInEachOthersWay() {
    let base = """
      ---
      title: Day
      updated: 2026-01-01T08:00:00Z
      tags: [daily]
      ---
      # Day

      - [ ] call home
      - [ ] buy milk 📅 2026-01-02
      - [ ] write

      ## Log
      - woke up

      """
    let ours =
      base.replacing("08:00", with: "09:30").replacing("- [ ] call home", with: "- [x] call home ✅ 2026-01-01")
      .replacing("[daily]", with: "[daily, calls]") + "- called home\n"
    let theirs =
      base.replacing("08:00", with: "09:10").replacing(
        "- [ ] buy milk 📅 2026-01-02", with: "- [x] buy milk 📅 2026-01-02 ✅ 2026-01-01"
      )
      .replacing("[daily]", with: "[daily, shop]") + "- bought milk\n"
    #expect(
      merged(base, ours, theirs)
        == .text(
          ours.replacing("[daily, calls]", with: "[daily, calls, shop]")
            .replacing("- [ ] buy milk 📅 2026-01-02", with: "- [x] buy milk 📅 2026-01-02 ✅ 2026-01-01")
            + "- bought milk\n"
        ))
  }
}
