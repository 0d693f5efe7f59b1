import Foundation
import VaultCore
import VaultStore

/// A figure as it grew, month by month.
package struct LineChart: Drawing {
  package struct Point: Sendable {
    package var month: CivilDate
    package var value: Int

    package init(month: CivilDate, value: Int) { (self.month, self.value) = (month, value) }
  }

  private let title: String
  private let points: [Point]
  package let width: Double
  package let height = 190.0

  /// More than any vault has; the scale can count on.
  private static let most = 1_000_000_000_000_000

  /// `points`: one for each month, by month.
  package init(_ title: String, _ points: [Point], width: Double) {
    (self.title, self.width) = (title, width)
    self.points = points.map { Point(month: $0.month, value: min(max($0.value, 0), Self.most)) }
  }

  package var name: String {
    guard let first = points.first, let last = points.last else { return "\(title) over time: none" }
    return "\(title) over time: \(GroupedNumber.text(first.value)) in \(Self.month(first.month)), "
      + "\(GroupedNumber.text(last.value)) in \(Self.month(last.month))"
  }

  private static let top = 44.0
  private static let bottom = 24.0
  private static let left = 52.0
  private static let right = 12.0

  package func draw(on svg: inout SVGWriter) {
    svg.text(title, x: 0, y: 14, size: 14, bold: true)
    guard let last = points.last else {
      svg.text("Nothing yet", .remark, x: 0, y: 44)
      return
    }
    svg.text(GroupedNumber.text(last.value), .remark, x: width - Self.right, y: 14, anchor: .end, size: 13)
    let most = points.map(\.value).max() ?? 0
    let step = Self.step(most)
    let highest = max((most + step - 1) / step, 1) * step
    let ground = height - Self.bottom
    func y(_ value: Int) -> Double { ground - (ground - Self.top) * Double(value) / Double(highest) }
    func x(_ index: Int) -> Double {
      let room = width - Self.left - Self.right
      return points.count == 1 ? Self.left + room : Self.left + room * Double(index) / Double(points.count - 1)
    }
    let n = SVGWriter.number
    for value in stride(from: 0, through: highest, by: step) {
      let path = "M\(n(Self.left)) \(n(y(value)))H\(n(width - Self.right))"
      svg.element("path", .grid, ["d": path])
      svg.text(
        Self.short(value), .remark, x: Self.left - 8, y: y(value) + 4, anchor: .end, size: 11)
    }
    for (index, label) in monthLabels {
      svg.text(label, .remark, x: x(index), y: height - 6, anchor: .middle, size: 11)
    }
    // One month is a level line.
    let corners = points.count == 1 ? [(Self.left, y(last.value))] : []
    let all = corners + points.enumerated().map { (x($0), y($1.value)) }
    let line = all.map { "\(n($0.0)) \(n($0.1))" }.joined(separator: "L")
    svg.element("path", .area, ["d": "M\(n(Self.left)) \(n(ground))L\(line)L\(n(x(points.count - 1))) \(n(ground))Z"])
    svg.element("path", .line, ["d": "M" + line, "stroke-width": "2"])
  }

  /// Every so many months one, so that there is room for each: years, or months with their year.
  private var monthLabels: [(Int, String)] {
    let most = max(Int((width - Self.left) / 62), 2)
    let spans = [1, 2, 3, 6, 12, 24, 60, 120]
    let span = spans.first { points.count / $0 < most } ?? 240
    return points.enumerated().compactMap { index, point in
      let number = point.month.year * 12 + point.month.month - 1
      guard number % span == 0 else { return nil }
      return (index, span >= 12 ? String(point.month.year) : Self.month(point.month))
    }
  }

  /// `Mar 2026`
  private static func month(_ day: CivilDate) -> String { "\(day.monthName.prefix(3)) \(day.year)" }

  /// The distance of lines, so that there are four at most: 1, 2 or 5 times a power of ten.
  private static func step(_ most: Int) -> Int {
    var power = 1
    while power < most / 20 { power *= 10 }
    return [1, 2, 5, 10].map { $0 * power }.first { $0 * 4 >= most } ?? 20 * power
  }

  /// `1.5k`, `20M`
  private static func short(_ value: Int) -> String {
    for (unit, sign) in [(1_000_000_000, "G"), (1_000_000, "M"), (1_000, "k")] where value >= unit {
      return SVGWriter.number(Double(value) / Double(unit)) + sign
    }
    return String(value)
  }
}
