import Testing
import VaultCore

@Suite struct UnitMergeTests {
  @Test(
    arguments: [
      // Added at one place.
      ("- a\n", "- a\n- b\n", "- a\n- c\n", "- a\n- b\n- c\n"), ("", "- b\n", "- c\n", "- b\n- c\n"),
      ("- a\n", "- a\n- b\n- x\n", "- a\n- b\n- y\n", "- a\n- b\n- x\n- y\n"),
      ("- a\n\nend\n", "- a\n- b\n\nend\n", "- a\n- c\n\nend\n", "- a\n- b\n- c\n\nend\n"),
      ("1. a\n", "1. a\n2. b\n", "1. a\n2. c\n", "1. a\n2. b\n2. c\n"),
      ("> - a\n", "> - a\n> - b\n", "> - a\n> - c\n", "> - a\n> - b\n> - c\n"),
      // What is nested stands with what it is nested in.
      ("- a\n", "- a\n- b\n", "- a\n  - c\n", "- a\n  - c\n- b\n"),
      // Each for itself.
      ("- a\n- b\n", "- a\n- x\n- b\n", "- a\n- b2 b\n", "- a\n- x\n- b2 b\n"),
      ("- a\n- b\n- c\n", "- b\n- c\n", "- a\n- b\n- c\n- d\n", "- b\n- c\n- d\n"),
      ("- a\n- b\n", "- b\n", "- a\n", ""),
      (
        "- one two three\n- b c\n", "- one two four\n- b c\n- n\n", "- one two three\n- b c d\n",
        "- one two four\n- b c d\n- n\n"
      ),
      // One side moved an item, the other changed it.
      ("- [ ] a\n- [ ] b\n", "- [ ] b\n- [ ] a\n", "- [x] a\n- [x] b\n", "- [x] b\n- [x] a\n"),
      // An item with more lines.
      (
        "- a\n  more\n- b b\n", "- a\n  more\n  yet\n- b b\n- n\n", "- a\n  more\n- b b c\n",
        "- a\n  more\n  yet\n- b b c\n- n\n"
      ),
    ])
  func itemsAreMergedEachForItself(_ base: String, _ ours: String, _ theirs: String, _ expected: String) {
    #expect(merged(base, ours, theirs) == .text(expected))
  }

  private static let table = "| n | v |\n|---|---|\n"

  @Test(
    arguments: [
      ("| a | 1 |\n", "| a | 1 |\n| b | 2 |\n", "| a | 1 |\n| c | 3 |\n", "| a | 1 |\n| b | 2 |\n| c | 3 |\n"),
      (
        "| a | 1 |\n| b | 1 |\n", "| a | 2 |\n| b | 1 |\n| n | 1 |\n", "| a | 1 |\n| b | 3 |\n",
        "| a | 2 |\n| b | 3 |\n| n | 1 |\n"
      ),
      // Drawn anew on one side.
      (
        "| a | 1 |\n| b | 1 |\n", "| a   | 1   |\n| b   | 1   |\n", "| a | 1 |\n| b | 2 |\n| c | 3 |\n",
        "| a   | 1   |\n| b | 2 |\n| c | 3 |\n"
      ),
    ])
  func rowsAreMergedByTheirLabel(_ base: String, _ ours: String, _ theirs: String, _ expected: String) {
    #expect(merged(Self.table + base, Self.table + ours, Self.table + theirs) == .text(Self.table + expected))
  }

  @Test func definitionsAreMergedByTheirLabel() {
    let base = "[a]: /1\n[b]: /2\n"
    #expect(merged(base, "[a]: /9\n[b]: /2\n[c]: /3\n", "[a]: /1\n[b]: /8\n") == .text("[a]: /9\n[b]: /8\n[c]: /3\n"))
    #expect(merged(base, base + "[c]: /3\n", base + "[d]: /4\n") == .text(base + "[c]: /3\n[d]: /4\n"))
    #expect(merged(base, base + "[c]: /3\n", base + "[C]: /4\n").open.count == 1)
  }

  @Test(
    arguments: [
      // A removal against a change.
      ("- [ ] a\n- b\n", "- b\n", "- [x] a\n- b\n"), ("- a\n- b\n", "", "- a c d\n- b\n"),
      // A rewritten item may be what was taken away.
      ("- one two three\n- b\n", "- four five six\n- b\n", "- one two three 4\n- b\n"),
      // The item is gone that the other put something into.
      ("- a\n  - b\n- z\n", "- z\n", "- a\n  - b\n  - c\n- z\n"),
      // Called alike, and not the same.
      ("- a\n", "- a\n- [ ] b\n", "- a\n- [x] b\n"), ("x\n", "x\n\n- b\n", "x\n\n| a |\n|---|\n| 1 |\n"),
      ("# a\n", "# a\n\n## S\none\n", "# a\n\n## S\ntwo\n"),
      // Both put something else in its place.
      ("- a\n", "- b\n", "- c\n"),
    ])
  func whatCannotBeToldIsOpen(_ base: String, _ ours: String, _ theirs: String) {
    #expect(merged(base, ours, theirs).open.count >= 1)
  }

  @Test func anOpenItemLeavesTheOthersSettled() throws {
    let result = merged(
      "- [ ] a 📅 2026-01-01\n- b\n", "- [ ] a 📅 2026-01-02\n- b\n- x\n", "- [ ] a 📅 2026-01-03\n- b\n- y\n")
    #expect(result.open.count == 1)
    #expect(result.regions.last == .settled(Array("- b\n- x\n- y\n".utf8)))
    let place = try #require(result.open.first)
    #expect(place.theirs.bytes == Array("- [ ] a 📅 2026-01-03\n".utf8) && place.theirs.line == 1)
  }
}
