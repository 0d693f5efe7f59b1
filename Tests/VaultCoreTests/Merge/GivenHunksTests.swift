import Foundation
import Testing
import VaultTestSupport

@testable import VaultCore

/// Merges whose hunks are given, in git's form: here by the project's own comparison.
@Suite struct GivenHunksTests {
  /// What git would answer if its hunks were these.
  private static func answer(_ base: [UInt8], _ ours: [UInt8], _ theirs: [UInt8], _ size: Int) -> [UInt8] {
    let regions = ThreeWayMerge.regions(base: base, ours: ours, theirs: theirs).map { region -> MergeRegion in
      if let text = region.text { return .settled(Array(text)) }
      func side(_ bytes: [UInt8], _ lines: Range<Int>) -> OpenPlace.Side {
        OpenPlace.Side(
          bytes: Array(bytes[LineComparison.bytes(of: lines, in: LineComparison.lines(of: bytes))]), line: 1)
      }
      return .open(
        OpenPlace(base: side(base, region.base), ours: side(ours, region.ours), theirs: side(theirs, region.theirs)))
    }
    return ConflictMarkers(style: .diff3, size: size).text(of: regions)
  }

  private func given(
    _ base: [UInt8], _ ours: [UInt8], _ theirs: [UInt8], _ options: NoteMerge.Options = NoteMerge.Options()
  ) -> NoteMerge.Result? {
    given(base, ours, theirs, options, Self.answer)
  }

  private func given(
    _ base: [UInt8], _ ours: [UInt8], _ theirs: [UInt8], _ options: NoteMerge.Options,
    _ lines: ([UInt8], [UInt8], [UInt8], Int) -> [UInt8]
  ) -> NoteMerge.Result? {
    guard let merge = GivenHunksMerge(base: base, ours: ours, theirs: theirs) else { return nil }
    return merge.result(prepared: merge.prepared, options: { options }, lines: lines)
  }

  private func given(_ base: String, _ ours: String, _ theirs: String) -> MergedText? {
    given(Array(base.utf8), Array(ours.utf8), Array(theirs.utf8)).map(MergedText.init)
  }

  @Test func theRulesAreThoseOfEveryMerge() {
    let base = "---\ntags: [a]\nupdated: 2026-01-01\n---\n# A\n\n- [ ] one\n- [ ] two\n"
    let ours = "---\ntags: [a, b]\nupdated: 2026-01-03\n---\n# A\n\n- [x] one\n- [ ] two\n"
    let theirs = "---\ntags: [a, c]\nupdated: 2026-01-02\n---\n# A\n\n- [ ] one\n- [x] two\n"
    #expect(
      given(base, ours, theirs)
        == .text("---\ntags: [a, b, c]\nupdated: 2026-01-03\n---\n# A\n\n- [x] one\n- [x] two\n"))
  }

  @Test func frontMatterAndBodyInOnePlace() {
    #expect(
      given("Text.\n", "---\na: 1\n---\nText!\n", "---\nb: 2\n---\nText.\n")
        == .text("---\na: 1\nb: 2\n---\nText!\n"))
    let open = given("---\na: 1\n---\nText.\n", "---\na: 2\nb: 1\n---\nOurs.\n", "---\na: 3\nc: 1\n---\nTheirs.\n")
    #expect(open?.open.map { String(decoding: $0.ours.bytes, as: UTF8.self) } == ["a: 2\n", "Ours.\n"])
  }

  @Test func nothingSettledIsGitsAnswer() {
    #expect(given("a\n", "b\n", "c\n") == nil)
    #expect(given("", "a\n", "b\n") == nil)
    #expect(given("<<<<<<< a\n=======\n>>>>>>> b\n- x\n", "- x\n- y\n", "- x\n- z\n") == nil)
    #expect(given("- x\u{0}\n", "- x\u{0}\n- y\n", "- x\u{0}\n- z\n") == nil)
    #expect(given("+++\na = 1\n+++\n- x\n", "+++\na = 1\n+++\n- x\n- y\n", "+++\na = 1\n+++\n- x\n- z\n") == nil)
  }

  @Test func endingsOfOneSide() {
    #expect(given("a\nb\n", "a\r\nb\r\n", "a\nc\n") == .text("a\r\nc\r\n"))
    #expect(given("a\nb", "a\nb\n", "a\nb\n\nc") == .text("a\nb\n\nc\n"))
    #expect(given("a\nb\n", "\u{FEFF}a\nb\n", "a\nc\n") == .text("\u{FEFF}a\nc\n"))
  }

  @Test func anAnswerThatIsNoneIsGitsMatter() {
    let result = given(Array("a\n".utf8), Array("b\n".utf8), Array("c\n".utf8), NoteMerge.Options()) { _, _, _, size in
      Array(repeating: UInt8(0x3C), count: size) + Array(" ours\nb\n".utf8)
    }
    #expect(result == nil)
  }

  @Test func givenHunksOfMadeUpNotesKeepTheLaws() {
    var texts = MadeUpNotes(seed: 7_919)
    var counts = (settled: 0, same: 0)
    for _ in 0..<600 * MadeUpNotes.times {
      let base = texts.note()
      let (ours, theirs) = (texts.changed(base), texts.changed(base))
      guard let result = given(base, ours, theirs), let other = given(base, theirs, ours) else { continue }
      counts.settled += 1
      #expect((result.text == nil) == (other.text == nil))
      // Where no front matter is merged apart, and lines are all that differs, the hunks are the same.
      let isPlain = [base, ours, theirs].allSatisfy { text in
        !text.starts(with: "---".utf8) && !text.starts(with: [0xEF]) && !text.contains(0x0D) && text.last == 0x0A
      }
      if isPlain {
        counts.same += 1
        #expect(result == NoteMerge.merge(base: base, ours: ours, theirs: theirs))
      }
    }
    #expect(counts.settled > 0 && counts.same > 0)
  }
}
