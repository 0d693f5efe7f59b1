import Testing

@testable import VaultCore

/// The check finds what rules that are wrong would do.
@Suite struct MergeCheckTests {
  private func check(_ base: String, _ ours: String, _ theirs: String, _ result: String) -> MergeCheck {
    MergeCheck(
      sides: ThreeSides(base, ours, theirs).map { Array($0.utf8)[...] }, result: Array(result.utf8)[...],
      newest: ["updated"])
  }

  @Test(
    arguments: [
      ("a\n", "a b\n", "a\nc\n", "a b\nc\n"), ("a b\n", "b\n", "a b c\n", "b c\n"),
      // Both added or removed the same: once or twice.
      ("", "a\n", "a\n", "a\n"), ("", "a\n", "a\n", "a\na\n"), ("a a a\n", "a a\n", "a\n", "a\n"),
      ("a a a\n", "a a\n", "a\n", ""),
      ("updated: 1\n", "updated: 2\n", "updated: 3\n", "updated: 3\n"),
      ("- [ ] a\n", "- [x] a ✅ 2026-01-02\n", "- [X] a ✅ 2026-01-01\n", "- [x] a ✅ 2026-01-01\n"),
    ])
  func whatIsRight(_ base: String, _ ours: String, _ theirs: String, _ result: String) {
    #expect(check(base, ours, theirs, result).isRight)
  }

  @Test(
    arguments: [
      // A word lost, one too many, and one that was removed.
      ("a\n", "a b\n", "a\nc\n", "a\nc\n"), ("a\n", "a b\n", "a\nc\n", "a b b\nc\n"),
      ("a b\n", "b\n", "a b c\n", "a b c\n"),
      ("", "a\n", "a\n", "a\na\na\n"), ("", "a\n", "b\n", "a\n"),
      ("- [ ] a\n", "- [x] a ✅ 2026-01-02\n", "- [ ] a\n", "- [x] a\n"), ("k: 1\n", "k: 2\n", "k: 3\n", "k: 3\n"),
    ])
  func whatIsWrong(_ base: String, _ ours: String, _ theirs: String, _ result: String) {
    #expect(!check(base, ours, theirs, result).wordsAddUp)
  }

  @Test func aLineFromNowhereIsWrong() {
    #expect(!check("a\n", "a b\n", "a\n", "a z\n").linesAreKnown)
    #expect(check("a\n", "a b  \n", "a\n", "a b\n").linesAreKnown)
  }

  @Test(
    arguments: [
      ("a: 1\n", "a: 1\nb: 2\n", "a: 1\nc: 3\n", "a: 1\nb: 2\n"), ("a: 1\n", "a: 2\n", "a: 3\n", "a: 4\n"),
      ("a: 1\n", "a: 1\nb: 2\n", "a: 1\nb: 3\n", "a: 1\nb: 2\nb: 3\n"), ("a: 1\n", "a: 2\n", "a: 3\n", "a: [\n"),
      ("l: [x]\n", "l: [x, y]\n", "l: [x, z]\n", "l: [x, y, z, w]\n"), ("a: 1\n", "a: 2\n", "a: 1\n", "a: 2\nq: 1\n"),
    ])
  func wrongFrontMatterIsFound(_ base: String, _ ours: String, _ theirs: String, _ result: String) {
    func block(_ lines: String) -> [UInt8] { Array("---\n\(lines)---\n".utf8) }
    #expect(!MergeCheck.frontMatterIsRight(ThreeSides(base, ours, theirs).map(block), block(result)))
  }

  @Test(
    arguments: [
      // A task gone, and a line that is code afterwards.
      ("- [ ] a\n- [ ] b\n", "- [ ] a\n- [ ] b\n", "- [ ] a\n- [ ] b\n", "- [ ] a\n"),
      ("a\n", "a\n\nb\n", "a\n", "a\n\n```\nb\n"),
    ])
  func wrongWholesAreFound(_ base: String, _ ours: String, _ theirs: String, _ result: String) {
    func body(_ text: String) -> MergeBody { MergeBody(MergeText(asGiven: Array(text.utf8))) }
    func isRight(_ result: String) -> Bool {
      MergeCheck.Whole(
        bodies: ThreeSides(base, ours, theirs).map(body), result: body(result), open: ThreeSides([], [], []),
        openInResult: []
      ).isRight
    }
    #expect(!isRight(result))
    #expect(isRight(ours))
  }
}
