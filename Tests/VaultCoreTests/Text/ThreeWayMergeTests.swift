import Testing
import VaultCore
import VaultTestSupport

@Suite struct ThreeWayMergeTests {
  /// Merges, and checks what holds of every merge.
  private func merged(_ base: [UInt8], _ ours: [UInt8], _ theirs: [UInt8]) -> [UInt8]? {
    let result = ThreeWayMerge.merge(base: base, ours: ours, theirs: theirs)
    #expect(ThreeWayMerge.merge(base: base, ours: theirs, theirs: ours) == result, "the sides are not alike")
    #expect(ThreeWayMerge.merge(base: base, ours: ours, theirs: base) == ours)
    #expect(ThreeWayMerge.merge(base: base, ours: ours, theirs: ours) == ours)
    guard let result else { return nil }
    let known = Set(lines(base) + lines(ours) + lines(theirs))
    #expect(lines(result).allSatisfy(known.contains), "a line that is in none of the texts")
    return result
  }

  private func merged(_ base: String, _ ours: String, _ theirs: String) -> String? {
    merged(Array(base.utf8), Array(ours.utf8), Array(theirs.utf8)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// With their endings.
  private func lines(_ text: [UInt8]) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    var line: [UInt8] = []
    for c in text {
      line.append(c)
      if c == 0x0A {
        lines.append(line)
        line = []
      }
    }
    return line.isEmpty ? lines : lines + [line]
  }

  @Test func changesInDifferentPlacesAreBothTaken() {
    #expect(merged("a\nb\nc\nd\n", "A\nb\nc\nd\n", "a\nb\nc\nD\n") == "A\nb\nc\nD\n")
    #expect(merged("a\nb\nc\nd\n", "b\nc\nd\n", "a\nb\nc\nd\ne\n") == "b\nc\nd\ne\n")
    #expect(merged("a\nb\nc", "x\na\nb\nc", "a\nb\nc\n") == "x\na\nb\nc\n")
  }

  @Test func equalChangesCountOnce() {
    #expect(merged("a\nb\nc\nd\ne\n", "a\nX\nc\nd\nE\n", "a\nX\nc\nd\ne\n") == "a\nX\nc\nd\nE\n")
    #expect(merged("a\n", "a\nb\n", "a\nb\n") == "a\nb\n")
  }

  @Test func neighbouringLinesAreNoneOfTheOtherWhereNoneCameOrWent() {
    #expect(merged("a\nb\nc\n", "A\nb\nc\n", "a\nB\nc\n") == "A\nB\nc\n")
    #expect(merged("a\nb\nc\n", "A\nb\nC\n", "a\nB\nc\n") == "A\nB\nC\n")
    #expect(merged("a\nb\nc", "A\nb\nc", "a\nB\nc\n") == "A\nB\nc\n")
    // Two tasks completed, of which the first one is opened again.
    #expect(
      merged("- [x] a\n- [ ] b\n", "- [ ] a\n- [ ] b\n", "- [x] a\n- [x] b\n") == "- [ ] a\n- [x] b\n")
  }

  @Test func theSameLinesAndNeighboursOfNewOnesAreAConflict() {
    #expect(merged("a\nb\nc\n", "a\nX\nc\n", "a\nY\nc\n") == nil)
    #expect(merged("a\nb\nc\n", "A\nX\nb\nc\n", "a\nB\nc\n") == nil)
    #expect(merged("a\nb\nc\n", "A\nB\nc\n", "a\nb2\nc\n") == nil)
    #expect(merged("a\nb\n", "a\nx\nb\n", "a\ny\nb\n") == nil)
    #expect(merged("a\nb\n", "a\nb\nx\n", "a\nb\ny\n") == nil)
    #expect(merged("a\nb\nc\n", "a\nc\n", "a\nB\nc\n") == nil)
    #expect(merged("", "a\n", "b\n") == nil)
  }

  @Test func aChangeThatBothMadeWithMoreBesideItCountsOnce() {
    #expect(merged("a\nb\nc\nd\n", "a\nX\nc\nd\n", "a\nX\nY\nd\n") == "a\nX\nY\nd\n")
    #expect(merged("a\nb\nc\nd\n", "a\nX\nc\nd\n", "a\nX\nY\nc\nd\n") == nil)
  }

  @Test func lineEndingsAndTheLastNewlineAreKept() {
    #expect(merged("a\r\nb\r\nc\r\nd", "A\r\nb\r\nc\r\nd", "a\r\nb\r\nc\r\nD") == "A\r\nb\r\nc\r\nD")
    #expect(merged("a\nb\nc", "A\nb\nc", "a\nb\nc\n") == "A\nb\nc\n")
    #expect(merged("a\nb", "a\nb\n", "a\nB") == nil)
  }

  @Test func disjointEditsOfUniqueLinesMergeToBoth() {
    var random = SeededGenerator(seed: 33)
    for _ in 0..<1_000 {
      let count = 2 + random.below(20)
      let ending = random.below(3) == 0 ? "\r\n" : "\n"
      let base = (0..<count).map { "line \($0)\(ending)" }
      var (ours, theirs, both) = ([String](), [String](), [String]())
      // Each line is changed by one side at most, and lines of different sides have an untouched line between them.
      var last = 0
      for (i, line) in base.enumerated() {
        var side = random.below(5)
        if side == 1 && last == 2 || side == 2 && last == 1 { side = 0 }
        last = side
        var new = line
        if side == 1 || side == 2 {
          new = ["", "new \(i)\(ending)", "\(line)more \(i)\(ending)", "before \(i)\(ending)\(line)"][random.below(4)]
        }
        ours.append(side == 1 ? new : line)
        theirs.append(side == 2 ? new : line)
        both.append(new)
      }
      #expect(merged(base.joined(), ours.joined(), theirs.joined()) == both.joined())
    }
  }

  @Test func randomTextsMergeAlikeFromBothSides() {
    var random = SeededGenerator(seed: 34)
    func text(like other: [UInt8]? = nil) -> [UInt8] {
      guard var text = other, !text.isEmpty, random.below(5) > 0 else {
        return (0..<random.below(30)).map { _ in random.pick([0x61, 0x62, 0x0A, 0x0A, 0x0D]) }
      }
      for _ in 0...random.below(3) where !text.isEmpty {
        let place = random.below(text.count)
        if random.below(2) == 0 { text.remove(at: place) } else { text.insert(random.pick([0x63, 0x0A]), at: place) }
      }
      return text
    }
    var clean = 0
    for _ in 0..<1_500 {
      let base = text()
      if merged(base, text(like: base), text(like: base)) != nil { clean += 1 }
    }
    #expect(clean > 150 && clean < 1_500)
  }
}
