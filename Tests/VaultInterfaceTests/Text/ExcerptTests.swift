import Testing
import VaultCore

@testable import VaultInterface

@Suite struct ExcerptTests {
  /// `[` and `]` stand around the matches.
  private func excerpt(_ marked: String, focus: Int = 0, width: Int?) -> String {
    var line: [UInt8] = []
    var ranges: [Range<Int>] = []
    var start = 0
    for c in marked.utf8 {
      switch c {
      case UInt8(ascii: "["): start = line.count
      case UInt8(ascii: "]"): ranges.append(start..<line.count)
      default: line.append(c)
      }
    }
    let excerpt = Excerpt(String(decoding: line, as: UTF8.self), ranges, focus: focus, width: width)
    if let width { #expect(DisplayWidth.of(excerpt.text) <= width) }
    var out: [UInt8] = []
    for (offset, c) in excerpt.text.utf8.enumerated() {
      if excerpt.ranges.contains(where: { $0.upperBound == offset }) { out.append(UInt8(ascii: "]")) }
      if excerpt.ranges.contains(where: { $0.lowerBound == offset }) { out.append(UInt8(ascii: "[")) }
      out.append(c)
    }
    if excerpt.ranges.contains(where: { $0.upperBound == excerpt.text.utf8.count }) { out.append(UInt8(ascii: "]")) }
    return String(decoding: out, as: UTF8.self)
  }

  @Test(arguments: [
    ("a [match] here", 40, "a [match] here"),
    ("\t  a [match] here  ", 40, "a [match] here"),
    ("[match]", 7, "[match]"),
    ("one two three four five [match] six seven eight nine ten", 30, "… five [match] six seven …"),
    ("[match] six seven eight nine ten eleven", 20, "[match] six seven …"),
    ("one two three four five six [match]", 20, "… five six [match]"),
    ("one [match] and two more [match] further on", 30, "one [match] and two more [match] …"),
    ("漢字テストの準備をする[漢字]テスト", 16, "… する[漢字]テスト"),
    ("e\u{301}e\u{301}e\u{301} [e\u{301}]", 20, "e\u{301}e\u{301}e\u{301} [e\u{301}]"),
    ("", 10, ""),
    ("   ", 10, ""),
  ])
  func fits(_ line: String, _ width: Int, _ expected: String) {
    #expect(excerpt(line, width: width) == expected)
  }

  @Test func showsTheMatchThatIsInFocus() {
    let line = "[my] one two three four five [match] six seven eight nine ten"
    #expect(excerpt(line, width: 30) == "[my] one two three four five …")
    #expect(excerpt(line, focus: 1, width: 30) == "… five [match] six seven …")
    #expect(excerpt(line, focus: 2, width: 12) == "[my] one two …", "none is there")
  }

  @Test func keepsWholeLinesWithoutAWidth() {
    let line = String(repeating: "word ", count: 400) + "[match]"
    #expect(excerpt(line, width: nil) == line)
  }

  @Test func cutsWithinAVeryLongLine() {
    let filler = String(repeating: "é漢 ", count: 100_000)
    #expect(excerpt(filler + "[x]" + filler, width: 20).contains("[x]"))
  }

  @Test func survivesAnyRangesAndWidths() {
    var generator = SystemRandomNumberGenerator()
    let pieces = ["a", " ", "é", "漢", "👨‍👩‍👧", "\t", "e\u{301}", "\r", "word"]
    for _ in 0..<2_000 {
      let line = (0..<Int.random(in: 0...60, using: &generator)).map { _ in pieces.randomElement() ?? "" }.joined()
      let count = line.utf8.count
      let bounds = (0..<4).map { _ in Int.random(in: 0...count, using: &generator) }.sorted()
      let width = Int.random(in: 8...50, using: &generator)
      let excerpt = Excerpt(line, [bounds[0]..<bounds[1], bounds[2]..<bounds[3]], width: width)
      #expect(DisplayWidth.of(excerpt.text) <= width, "\(line) \(bounds) \(width)")
      #expect(excerpt.ranges.allSatisfy { $0.upperBound <= excerpt.text.utf8.count })
    }
  }
}
