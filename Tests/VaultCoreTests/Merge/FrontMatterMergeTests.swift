import Testing
import VaultCore

@Suite struct FrontMatterMergeTests {
  private func note(_ lines: String) -> String { lines.isEmpty ? "text\n" : "---\n\(lines)---\ntext\n" }

  private func merged(_ base: String, _ ours: String, _ theirs: String, newest: [String] = []) -> MergedText {
    VaultCoreTests.merged(note(base), note(ours), note(theirs), NoteMerge.Options(newestKeys: newest))
  }

  @Test(
    arguments: [
      ("a: 1\nb: 2\n", "a: 9\nb: 2\n", "a: 1\nb: 8\n", "a: 9\nb: 8\n"),
      ("a: 1\n", "a: 1\nb: 2\n", "a: 1\nc: 3\n", "a: 1\nb: 2\nc: 3\n"),
      // New keys stay behind their neighbour.
      ("a: 1\nb: 2\n", "x: 0\na: 1\nb: 2\n", "a: 3\ny: 9\nb: 2\n", "x: 0\na: 3\ny: 9\nb: 2\n"),
      ("a: 1\nb: 2\nc: 3\n", "c: 3\na: 1\nb: 2\n", "a: 1\nn: 7\nb: 2\nc: 4\n", "c: 4\na: 1\nn: 7\nb: 2\n"),
      ("a: 1\nb: 2\n", "b: 2\n", "a: 1\nb: 3\n", "b: 3\n"), ("a: 1\nb: 2\n", "a: 1\n", "b: 2\n", ""),
      // Both added the same key, one of them with a comment above.
      ("a: 1\n", "a: 1\nb: 2\n", "# c\na: 3\nb: 2\n", "# c\na: 3\nb: 2\n"),
      ("a: |\n  x\nb: 1\n", "a: |\n  x\n  y\nb: 1\n", "a: |\n  x\nb: 2\n", "a: |\n  x\n  y\nb: 2\n"),
      (
        "a: &x 1\nb: 1\nc: *x\n", "a: &x 1\nb: 2\nc: *x\n", "a: &x 1\nb: 1\nd: 1\nc: *x\n",
        "a: &x 1\nb: 2\nd: 1\nc: *x\n"
      ),
    ])
  func eachKeyIsMergedForItself(_ base: String, _ ours: String, _ theirs: String, _ expected: String) {
    let result = merged(base, ours, theirs)
    #expect(result == .text(expected.isEmpty ? "---\n---\ntext\n" : note(expected)))
  }

  @Test(
    arguments: [
      // In brackets and on lines of their own.
      ("tags: [a]\n", "tags: [a, b]\n", "tags: [a, c]\n", "tags: [a, b, c]\n"),
      ("tags:\n  - a\n", "tags:\n  - a\n  - b\n", "tags:\n  - a\n  - c\n", "tags:\n  - a\n  - b\n  - c\n"),
      ("tags: [a, b]\n", "tags: [b, x]\n", "tags: [a, y]\n", "tags: [x, y]\n"),
      ("tags:\n- a\n- b\n", "tags:\n- b\n- x\n", "tags:\n- a\n", "tags:\n- x\n"),
      ("tags:\n", "tags:\n- x\n", "tags:\n- y\n", "tags:\n- x\n- y\n"),
      ("", "tags: [x]\n", "tags: [y, x]\n", "tags: [x, y]\n"),
      // One made lines of brackets.
      ("tags: [a]\n", "tags: [a, b]\n", "tags:\n  - a\n  - c\n", "tags:\n  - a\n  - c\n  - b\n"),
      ("n: [1, '2']\n", "n: [1, '2', 3]\n", "n: [1, '2', '3']\n", "n: [1, '2', 3, '3']\n"),
      ("tags: [a]\n", "tags: [b]\n", "tags: [c]\n", "tags: [b, c]\n"),
    ])
  func listsHaveWhatEitherAdded(_ base: String, _ ours: String, _ theirs: String, _ expected: String) {
    #expect(merged(base, ours, theirs) == .text(note(expected)))
  }

  @Test(
    arguments: [
      ("updated: 2026-01-01\n", "updated: 2026-01-03\n", "updated: 2026-01-02\n", "updated: 2026-01-03\n"),
      (
        "Modified: 2026-01-01\n", "Modified: 2026-01-03\n", "Modified: 2026-01-03T08:00\n",
        "Modified: 2026-01-03T08:00\n"
      ),
      ("lastmod: 1767225600\n", "lastmod: 1767225700\n", "lastmod: 1767225800\n", "lastmod: 1767225800\n"),
      ("a: 1\n", "a: 1\nupdated: 2026-01-03\n", "a: 1\nupdated: 2026-01-05\n", "a: 1\nupdated: 2026-01-05\n"),
      ("seen: 2026-01-01\n", "seen: 2026-01-03\n", "seen: 2026-01-02\n", "seen: 2026-01-03\n"),
    ])
  func ofWhenItWasChangedTheLaterCounts(_ base: String, _ ours: String, _ theirs: String, _ expected: String) {
    #expect(merged(base, ours, theirs, newest: ["seen"]) == .text(note(expected)))
  }

  @Test(
    arguments: [
      ("a: 1\n", "a: 2\n", "a: 3\n"), ("", "a: 2\n", "a: 3\n"), ("a: 1\nb: 2\n", "b: 2\n", "a: 3\nb: 2\n"),
      ("a: |\n  x\n", "a: |\n  x\n  y\n", "a: |\n  x\n  z\n"), ("a: >\n  x\n", "a: >\n  x\n  y\n", "a: >\n  x\n  z\n"),
      ("a: &x [1]\nb: *x\n", "a: &x [1, 2]\nb: *x\n", "a: &x [1, 3]\nb: *x\n"),
      ("updated: soon\n", "updated: now\n", "updated: 2026-01-02\n"),
      ("tags: [a]\n", "tags: b\n", "tags: [a, c]\n"), ("m:\n  k: 1\n", "m:\n  k: 2\n", "m:\n  k: 3\n"),
      ("{a: 1}\n", "{a: 1, b: 2}\n", "{a: 1, c: 2}\n"),
    ])
  func whatCannotBeToldIsOpen(_ base: String, _ ours: String, _ theirs: String) throws {
    let result = merged(base, ours, theirs)
    #expect(result.open.count == 1)
  }

  @Test func anOpenKeyLeavesTheOthersSettled() throws {
    let result = merged("a: 1\nb: 1\nc: 1\n", "a: 2\nb: 2\nc: 2\n", "a: 1\nb: 3\nc: 2\n")
    let place = try #require(result.open.first)
    #expect(result.open.count == 1 && place.ours.line == 3 && place.theirs.line == 3)
    #expect(place.base.bytes == Array("b: 1\n".utf8))
    #expect(result.regions.first == .settled(Array("---\na: 2\n".utf8)))
  }

  /// Merged line by line, the key would be there twice.
  @Test func aKeyThatBothAddInDifferentPlacesIsThereOnce() {
    #expect(
      merged("a: 1\nb: 2\nc: 3\n", "a: 1\nx: 5\nb: 2\nc: 3\n", "a: 1\nb: 2\nc: 3\nx: 5\n")
        == .text(note("a: 1\nx: 5\nb: 2\nc: 3\n")))
    #expect(merged("a: 1\nb: 2\nc: 3\n", "a: 1\nx: 5\nb: 2\nc: 3\n", "a: 1\nb: 2\nc: 3\nx: 6\n").open.count == 1)
  }

  @Test func frontMatterThatOneSideTookAwayOrBrokeIsMergedLineByLine() {
    #expect(
      VaultCoreTests.merged("---\na: 1\n---\n\nt\n", "t\n", "---\na: 1\n---\n\nT\n") != .text("T\n"))
    #expect(
      VaultCoreTests.merged("---\na: 1\n---\n\nt\n", "---\na: [\n---\n\nt\n", "---\na: 1\nb: 2\n---\n\nt\n").open.count
        == 1)
  }
}
