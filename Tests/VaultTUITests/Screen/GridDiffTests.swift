import Foundation
import Testing
import VaultCore
import VaultInterface
import VaultTerminal
import VaultTestSupport

@testable import VaultTUI

/// Whatever frames come after each other, a terminal shows the last one.
@Suite struct GridDiffTests {
  private static let pieces = [
    "a", "word ", "the quick brown fox", "日本語", "한글", "é", "e\u{301}", "👩‍👩‍👧", "👍🏽", "❤️", "🇩🇪", "1️⃣", "☀", "⛔", "│",
    "שלום", "مرحبا", "\u{200D}", "x\u{200D}", "\u{1B}[31m", "\u{202E}", "\t", "🏳️‍🌈", "क्षि", "ก็", "\u{AD}", "  ", "      ",
  ]

  private static func frame(_ size: GridSize, _ table: CellTable, _ random: inout SeededGenerator, from old: Grid?)
    -> Grid
  {
    var grid = Grid(size, table: table)
    if let old, Bool.random(using: &random) { grid = old }
    for _ in 0..<Int.random(in: 0..<12, using: &random) {
      let row = Int.random(in: 0..<size.rows, using: &random)
      let column = Int.random(in: 0..<size.columns, using: &random)
      let text = (0..<Int.random(in: 1..<6, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
        .joined()
      let style = Bool.random(using: &random) ? Style.plain : Style(bold: true, reverse: Bool.random(using: &random))
      grid.put(
        text, style, at: GridPlace(row: row, column: column), columns: Int.random(in: 1...size.columns, using: &random))
      if Int.random(in: 0..<8, using: &random) == 0 { grid.fill(row, column..<size.columns) }
    }
    grid.cursor = Bool.random(using: &random) ? GridPlace(row: 0, column: size.columns - 1) : nil
    return grid
  }

  /// The cells that some terminal may draw a cluster over.
  private static func disputed(_ grid: Grid, _ row: Int) -> Set<Int> {
    var places: Set<Int> = []
    for column in 0..<grid.size.columns where grid.cell(row, column).reach > 0 {
      places.formUnion(column..<column + Int(grid.cell(row, column).width))
    }
    return places
  }

  @Test(arguments: ModelTerminal.Rule.allCases) func aTerminalShowsTheLastFrame(_ rule: ModelTerminal.Rule) {
    let seed = TestSeed(fixed: 2_026)
    var random = SeededGenerator(seed: seed.value)
    // Ten millions of frames with both rules in the long tests.
    for _ in 0..<(ProcessInfo.processInfo.environment["VAULT_SOAK"] == nil ? 60 : 420_000) {
      let size = GridSize(columns: Int.random(in: 1...50, using: &random), rows: Int.random(in: 1...6, using: &random))
      let table = CellTable()
      var terminal = ModelTerminal(rows: size.rows, columns: size.columns, rule: rule)
      let diff = GridDiff(colors: .palette256, hyperlinks: false)
      var shown: Grid?
      for _ in 0..<12 {
        let next = Self.frame(size, table, &random, from: shown)
        terminal.write(diff.bytes(from: shown, to: next))
        shown = next
        for row in 0..<size.rows {
          let disputed = Self.disputed(next, row)
          for column in 0..<size.columns where !disputed.contains(column) {
            let cell = next.cell(row, column)
            let wanted = cell.width == 0 ? "" : table.text(of: cell.glyph)
            // A combining mark by itself is none of this terminal's.
            let seen = terminal.cells[row][column]
            // A cluster of several columns may be drawn in them piece by piece.
            let isSame = seen == wanted || wanted == "" || seen.unicodeScalars.first == wanted.unicodeScalars.first
            if !isSame {
              Issue.record(
                "\(seed): row \(row), column \(column): \(seen.debugDescription) is not \(wanted.debugDescription)")
              return
            }
          }
        }
      }
      if terminal.problems != [] {
        Issue.record("\(seed): \(terminal.problems)")
        return
      }
    }
  }

  /// What is written along between two changes may be drawn further than it should by some terminal.
  @Test func nothingIsHarmedByWhatIsWrittenAlong() {
    let size = GridSize(columns: 16, rows: 1)
    let table = CellTable()
    func grid(_ text: String) -> Grid {
      var grid = Grid(size, table: table)
      grid.put(text, at: GridPlace(row: 0, column: 0), columns: 9)
      grid.put("🇩🇪", at: GridPlace(row: 0, column: 11), columns: 2)
      grid.put(text.hasPrefix("a") ? "│" : " ", at: GridPlace(row: 0, column: 13), columns: 1)
      grid.put("日", at: GridPlace(row: 0, column: 14), columns: 2)
      return grid
    }
    var terminal = ModelTerminal(rows: 1, columns: 16, rule: .scalars)
    let diff = GridDiff(colors: .none, hyperlinks: false)
    let (old, new) = (grid("aaaaaaaaa"), grid("bbbbbbbbb"))
    terminal.write(diff.bytes(from: nil, to: old))
    terminal.write(diff.bytes(from: old, to: new))
    #expect(terminal.cells[0][14] == "日")
  }

  /// Autowrap is off: what a terminal takes for two columns lands on the one before the last.
  @Test(arguments: ["क्षि", "ก็", "1️⃣", "❤️", "🏳️‍🌈"]) func theLastColumnHarmsNothingBeforeIt(_ cluster: String) {
    let size = GridSize(columns: 5, rows: 1)
    var grid = Grid(size)
    grid.put("日", at: GridPlace(row: 0, column: 2), columns: 2)
    grid.put(cluster, at: GridPlace(row: 0, column: 4), columns: 1)
    var terminal = ModelTerminal(rows: 1, columns: 5, rule: .scalars)
    terminal.write(GridDiff(colors: .none, hyperlinks: false).bytes(from: nil, to: grid))
    #expect(terminal.cells[0][2] == "日")
  }

  /// As in Emacs's own terminal.
  @Test func blanksAreWrittenWhereNoSequenceErasesThem() {
    let size = GridSize(columns: 30, rows: 1)
    let table = CellTable()
    var old = Grid(size, table: table)
    old.put("something that is to go away", at: GridPlace(row: 0, column: 0), columns: 30)
    let new = Grid(size, table: table)
    for erases in [true, false] {
      let diff = GridDiff(colors: .none, hyperlinks: false, erasesCells: erases)
      var terminal = ModelTerminal(rows: 1, columns: 30, rule: .scalars)
      terminal.write(diff.bytes(from: nil, to: old))
      let bytes = diff.bytes(from: old, to: new)
      terminal.write(bytes)
      #expect(terminal.cells[0].allSatisfy { $0 == " " })
      #expect(bytes.contains(UInt8(ascii: "X")) == erases)
    }
  }

  @Test func nothingIsWrittenWhereNothingDiffers() {
    let size = GridSize(columns: 20, rows: 3)
    var grid = Grid(size)
    grid.put("text", at: GridPlace(row: 1, column: 2), columns: 10)
    #expect(GridDiff(colors: .trueColor, hyperlinks: true).bytes(from: grid, to: grid) == [])
  }

  /// Without colours the other attributes say all.
  @Test func attributesStayWithoutColours() {
    let size = GridSize(columns: 10, rows: 1)
    var grid = Grid(size)
    grid.put("x", Style(Color(0xFF0000), bold: true, reverse: true), at: GridPlace(row: 0, column: 0), columns: 1)
    let bytes = GridDiff(colors: .none, hyperlinks: false).bytes(from: nil, to: grid)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("\u{1B}[1;7mx\u{1B}[0m"))
  }

  @Test func aLetterTakesFewBytes() {
    let size = GridSize(columns: 200, rows: 60)
    let table = CellTable()
    let old = Grid(size, table: table)
    var new = old
    new.put("a", at: GridPlace(row: 0, column: 3), columns: 1)
    #expect(GridDiff(colors: .trueColor, hyperlinks: true).bytes(from: old, to: new).count < 40)
  }
}
