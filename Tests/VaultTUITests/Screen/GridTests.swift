import Testing
import VaultTerminal

@testable import VaultTUI

@Suite struct GridTests {
  private func line(_ text: String, columns: Int = 20, width: Int = 20) -> String {
    var grid = Grid(GridSize(columns: width, rows: 1))
    grid.put(text, at: GridPlace(row: 0, column: 0), columns: columns)
    return grid.text
  }

  @Test(arguments: [
    ("plain", "plain"), ("日本語", "日本語"), ("a\u{1B}[31mb", "a␛[31mb"), ("a\nb\tc", "a␊b c"), ("\u{202E}x", "<U+202E>x"),
    ("👩‍👩‍👧!", "👩‍👩‍👧!"), ("x\u{200D}y", "xy"), ("", ""),
  ])
  func textIsDrawn(_ text: String, _ shown: String) { #expect(line(text) == shown) }

  /// A cluster that does not fit whole is left out, with all behind it.
  @Test(arguments: [(3, "日"), (4, "日本"), (5, "日本"), (1, "")])
  func clustersStayWhole(_ columns: Int, _ shown: String) { #expect(line("日本語", columns: columns) == shown) }

  @Test func halfOfAWideCharacterIsNotLeft() {
    var grid = Grid(GridSize(columns: 6, rows: 1))
    grid.put("日本語", at: GridPlace(row: 0, column: 0), columns: 6)
    grid.put("x", at: GridPlace(row: 0, column: 1), columns: 1)
    #expect(grid.text == " x本語")
    grid.put("y", at: GridPlace(row: 0, column: 4), columns: 1)
    #expect(grid.text == " x本y")
  }

  @Test func whatLiesOutsideIsNotDrawn() {
    var grid = Grid(GridSize(columns: 4, rows: 2))
    for place in [(-1, 0), (2, 0), (0, 4), (0, -1)] {
      #expect(grid.put("abcdef", at: GridPlace(row: place.0, column: place.1), columns: 6) == 0)
    }
    #expect(grid.put("abcdef", at: GridPlace(row: 1, column: 2), columns: 6) == 2)
    #expect(grid.text == "\n  ab")
  }

  /// What a terminal orders must not take along what follows.
  @Test func textFromRightToLeftEndsWithAMark() {
    var grid = Grid(GridSize(columns: 10, rows: 1))
    grid.put("שלום", at: GridPlace(row: 0, column: 0), columns: 6)
    #expect(grid.text == "שלום\u{200E}")
  }

  @Test func asciiHasNoOtherSigns() {
    var grid = Grid(GridSize(columns: 10, rows: 1), isASCII: true)
    grid.put("a\u{1B}b", at: GridPlace(row: 0, column: 0), columns: 10)
    #expect(grid.text == "a?b")
  }

  @Test func longTextIsNotLookedAtWhole() {
    var grid = Grid(GridSize(columns: 10, rows: 1))
    #expect(grid.put(String(repeating: "x", count: 10_000_000), at: GridPlace(row: 0, column: 0), columns: 10) == 10)
  }
}
