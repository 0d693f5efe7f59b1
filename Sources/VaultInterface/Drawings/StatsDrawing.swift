import VaultCore
import VaultStore

/// All that is drawn of a vault's figures, one below the other.
package struct StatsDrawing: Drawing {
  /// Beside each other.
  private typealias Row = [any Drawing]

  private let rows: [Row]
  private static let margin = 24.0
  private static let gap = 28.0
  private static let columnWidth = 376.0

  package init(_ stats: StatsOverTime, firstWeekday: Int) {
    rows = Self.parts(stats, firstWeekday: firstWeekday)
  }

  /// Each drawing for itself, for a page that puts them where there is room.
  package static func drawings(_ stats: StatsOverTime, firstWeekday: Int) -> [any Drawing] {
    parts(stats, firstWeekday: firstWeekday).flatMap { $0 }
  }

  private static func parts(_ stats: StatsOverTime, firstWeekday: Int) -> [Row] {
    func line(_ title: String, _ value: (StatsOverTime.Month) -> Int) -> LineChart {
      LineChart(title, stats.months.map { .init(month: $0.first, value: value($0)) }, width: columnWidth)
    }
    func map(_ title: String, _ noun: String, _ counts: [CivilDate: Int]) -> HeatMap {
      HeatMap(title, noun: noun, counts, until: stats.today, firstWeekday: firstWeekday)
    }
    return [
      [line("Notes", \.notes), line("Words", \.words)],
      [map("Notes by last edit", "note", stats.edits)],
      [map("Tasks done", "task", stats.done)],
      [
        BarChart("Tags", stats.tags, width: columnWidth), BarChart("Categories", stats.categories, width: columnWidth),
      ],
    ]
  }

  package var name: String { "Figures of the vault. " + rows.joined().map(\.name).joined(separator: ". ") }

  package var width: Double { rows.map(Self.width).max().map { $0 + 2 * Self.margin } ?? 0 }

  package var height: Double {
    rows.reduce(2 * Self.margin - Self.gap) { $0 + Self.height($1) + Self.gap }
  }

  package func draw(on svg: inout SVGWriter) {
    var y = Self.margin
    for row in rows {
      var x = Self.margin
      for drawing in row {
        svg.lineFeed()
        svg.element("g", nil, ["transform": "translate(\(SVGWriter.number(x)) \(SVGWriter.number(y)))"]) {
          drawing.draw(on: &$0)
        }
        x += drawing.width + Self.gap
      }
      y += Self.height(row) + Self.gap
    }
    svg.lineFeed()
  }

  private static func width(_ row: Row) -> Double {
    row.reduce(-gap) { $0 + $1.width + gap }
  }

  private static func height(_ row: Row) -> Double { row.map(\.height).max() ?? 0 }
}
