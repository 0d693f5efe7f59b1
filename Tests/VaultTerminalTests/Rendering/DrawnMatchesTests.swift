import Foundation
import Testing

@testable import VaultCore
@testable import VaultTerminal

@Suite struct DrawnMatchesTests {
  private static let style = Style(reverse: true)

  private func lines(_ texts: (Int, String)...) -> [DrawnLine] {
    texts.map { DrawnLine(text: StyledText($1), number: $0) }
  }

  private func match(_ line: Int, _ text: String, _ words: String...) -> LineMatch {
    let ranges = words.compactMap { word -> Range<Int>? in
      guard let range = text.range(of: word) else { return nil }
      let start = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
      return start..<start + word.utf8.count
    }
    return LineMatch(line: line, text: text, ranges: ranges, heading: [])
  }

  /// The marked parts of each line.
  private func marked(_ lines: [DrawnLine]) -> [[String]] {
    lines.map { $0.text.spans.filter { $0.style.reverse }.map(\.text) }
  }

  @Test func wordsAreMarkedWhereTheyStand() {
    let drawn = lines((1, "A rye bread"), (3, "Rye, rye and rye"))
    let (found, first) = drawn.marking([match(3, "Rye, rye and rye", "Rye", "rye")], Self.style)
    #expect(marked(found) == [[], ["Rye", "rye", "rye"]])
    #expect(first == 1)
  }

  /// A paragraph is drawn anew in other lines than it was written in, and a phrase may be broken between two of them.
  @Test func aBlockIsLookedThroughWhole() {
    let drawn = lines((2, "a long"), (2, "salt"), (2, "road"), (5, "salt road"))
    let (found, first) = drawn.marking([match(3, "long salt road", "salt road")], Self.style)
    #expect(marked(found) == [[], ["salt"], ["road"], []])
    #expect(first == 1)
  }

  @Test func whatIsNotDrawnLeadsToItsLineAllTheSame() {
    let drawn = lines((1, "Title"), (4, "a link"), (9, "end"))
    let (found, first) = drawn.marking([match(5, "[a link](https://rye.example)", "rye")], Self.style)
    #expect(marked(found) == [[], [], []])
    #expect(first == 1)
  }

  @Test func nothingIsMarkedWithoutMatches() {
    let drawn = lines((1, "rye"))
    let (found, first) = drawn.marking([], Self.style)
    #expect(marked(found) == [[]])
    #expect(first == nil)
  }
}
