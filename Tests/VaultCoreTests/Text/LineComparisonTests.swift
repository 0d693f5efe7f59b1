import Testing
import VaultTestSupport

@testable import VaultCore

@Suite struct LineComparisonTests {
  /// One line a letter.
  private func comparison(_ old: String, _ new: String) -> LineComparison {
    func text(_ letters: String) -> [UInt8] { letters.utf8.flatMap { [$0, 0x0A] } }
    return LineComparison(old: text(old), new: text(new))
  }

  private func changes(_ old: String, _ new: String) -> [LineChange] { comparison(old, new).changes }

  @Test func equalTextsHaveNoChanges() {
    #expect(changes("", "").isEmpty)
    #expect(changes("abc", "abc").isEmpty)
  }

  @Test func findsWhatWasAddedTakenAndReplaced() {
    #expect(changes("abc", "axbc") == [LineChange(old: 1..<1, new: 1..<2)])
    #expect(changes("abc", "ac") == [LineChange(old: 1..<2, new: 1..<1)])
    #expect(changes("abc", "axc") == [LineChange(old: 1..<2, new: 1..<2)])
    #expect(changes("", "ab") == [LineChange(old: 0..<0, new: 0..<2)])
    #expect(
      changes("abcdef", "bcdxef") == [LineChange(old: 0..<1, new: 0..<0), LineChange(old: 4..<4, new: 3..<4)])
  }

  @Test func whatCanStandInTwoPlacesStandsInTheLower() {
    #expect(changes("aab", "aaab") == [LineChange(old: 2..<2, new: 2..<3)])
    #expect(changes("xabab", "xababab") == [LineChange(old: 5..<5, new: 5..<7)])
    #expect(changes("aaab", "aab") == [LineChange(old: 2..<3, new: 2..<2)])
  }

  @Test func aChangeThatSlidesToTheNextBecomesOneWithIt() {
    let found = changes("-a-b", "-x-aa-yb").map { ($0.old, $0.new) }
    for (a, b) in zip(found, found.dropFirst()) { #expect(a.0.upperBound < b.0.lowerBound) }
  }

  @Test func carriageReturnsAndTheLastNewlineBelongToTheLine() {
    let changed = LineComparison(old: Array("a\r\nb".utf8), new: Array("a\nb\n".utf8)).changes
    #expect(changed == [LineChange(old: 0..<2, new: 0..<2)])
    #expect(LineComparison(old: Array("a\rb".utf8), new: []).oldLines == [0..<3])
  }

  /// The longest common subsequence by the plain table.
  private func shortest(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var row = Array(repeating: 0, count: b.count + 1)
    for x in a {
      var diagonal = 0
      for j in b.indices {
        let above = row[j + 1]
        row[j + 1] = x == b[j] ? diagonal + 1 : max(above, row[j])
        diagonal = above
      }
    }
    return a.count + b.count - 2 * row[b.count]
  }

  @Test func changesAreTheFewestAndRebuildTheNewText() {
    var random = SeededGenerator(seed: 21)
    for round in 0..<1_500 {
      let letters = 1 + random.below(round % 3 == 0 ? 2 : 9)
      let old = (0..<random.below(24)).map { _ in UInt8(0x61 + random.below(letters)) }
      var new = (0..<random.below(24)).map { _ in UInt8(0x61 + random.below(letters)) }
      if round % 2 == 0, !old.isEmpty {
        new = old
        for _ in 0..<random.below(4) { new.insert(UInt8(0x61 + random.below(letters)), at: random.below(new.count)) }
      }
      let changes = changes(String(decoding: old, as: UTF8.self), String(decoding: new, as: UTF8.self))
      var rebuilt: [UInt8] = []
      var (i, j) = (0, 0)
      for change in changes {
        #expect(change.old.lowerBound - i == change.new.lowerBound - j)
        rebuilt += old[i..<change.old.lowerBound] + new[change.new]
        (i, j) = (change.old.upperBound, change.new.upperBound)
      }
      #expect(rebuilt + old[i...] == new)
      #expect(changes.reduce(0) { $0 + $1.old.count + $1.new.count } == shortest(old, new))
      for (a, b) in zip(changes, changes.dropFirst()) { #expect(a.old.upperBound < b.old.lowerBound) }
    }
  }

  @Test func withoutABudgetTheRestIsOneChange() {
    let old: [Int32] = [1, 2, 3, 4, 5, 6]
    let new: [Int32] = [1, 3, 2, 5, 4, 6]
    var alignment = LineAlignment(old, new, budget: 0)
    alignment.align()
    #expect(alignment.inOld == [false, true, true, true, true, false])
    #expect(alignment.inNew == [false, true, true, true, true, false])
  }

  @Test func textsWithNothingInCommonTakeNoSteps() {
    var alignment = LineAlignment(Array(0..<50_000), Array(50_000..<100_000), budget: 0)
    alignment.align()
    #expect(alignment.inOld.allSatisfy { $0 } && alignment.inNew.allSatisfy { $0 })
  }
}
