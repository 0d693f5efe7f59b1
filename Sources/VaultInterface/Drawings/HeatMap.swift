import VaultCore
import VaultStore

/// The days of a year, a column for each week, coloured by how much happened on them.
package struct HeatMap: Drawing {
  package let title: String
  private let noun: String
  private let first: CivilDate
  private let today: CivilDate
  private let firstWeekday: Int
  private let counts: [CivilDate: Int]
  /// The different counts, ascending. Shades are by their order: one day of very much leaves the others to be told apart.
  private let steps: [Int]

  private static let weeks = 53
  private static let cell = 11.0
  private static let pitch = 14.0
  private static let left = 34.0
  private static let top = 42.0

  /// `noun`: what is counted, in the singular. `firstWeekday`: 1 is Monday.
  package init(_ title: String, noun: String, _ counts: [CivilDate: Int], until today: CivilDate, firstWeekday: Int) {
    self.title = title
    self.noun = noun
    self.today = today
    self.firstWeekday = firstWeekday
    let first = today.adding(days: -((today.isoWeekday - firstWeekday + 7) % 7) - 7 * (Self.weeks - 1))
    self.first = first
    self.counts = counts.filter { $0.key >= first && $0.key <= today && $0.value > 0 }
    steps = Set(self.counts.values).sorted()
  }

  package let width = left + pitch * Double(weeks)
  package let height = top + pitch * 7 + 24

  package var name: String {
    "\(title), day by day from \(first) to \(today): \(text(counts.values.reduce(0, +))) on \(counts.count) days"
  }

  package func draw(on svg: inout SVGWriter) {
    svg.text(title, x: 0, y: 14, size: 14, bold: true)
    svg.text(text(counts.values.reduce(0, +)), .remark, x: width - 3, y: 14, anchor: .end, size: 13)
    drawNames(on: &svg)
    // One path has all the empty days, of which there is nothing to tell.
    var empty = ""
    for offset in 0...today.days(since: first) where counts[first.adding(days: offset)] == nil {
      let (x, y) = place(offset)
      empty += "M\(SVGWriter.number(x)) \(SVGWriter.number(y))h11v11h-11z"
    }
    svg.element("path", .empty, ["d": empty])
    for (day, count) in counts.sorted(by: { $0.key < $1.key }) {
      let (x, y) = place(day.days(since: first))
      svg.element("rect", part(count), square(x, y)) { svg in
        svg.element("title", text: "\(day): \(text(count))")
      }
    }
    drawLegend(on: &svg)
  }

  private func drawNames(on svg: inout SVGWriter) {
    for row in stride(from: 0, to: 7, by: 2) {
      let weekday = CivilDate.weekdayNames[(firstWeekday - 1 + row) % 7]
      let y = Self.top + Self.pitch * Double(row) + 10
      svg.text(String(weekday.prefix(3)), .remark, x: Self.left - 8, y: y, anchor: .end, size: 11)
    }
    // The first week may have the end of a month alone.
    for week in 0..<Self.weeks - 1 {
      let days = (0..<7).map { first.adding(days: 7 * week + $0) }
      guard let month = days.first(where: { $0.day == 1 }) else { continue }
      let label = month.month == 1 ? String(month.year) : String(month.monthName.prefix(3))
      svg.text(label, .remark, x: Self.left + Self.pitch * Double(week), y: Self.top - 7, size: 11)
    }
  }

  private func drawLegend(on svg: inout SVGWriter) {
    let y = Self.top + Self.pitch * 7 + 6
    let parts: [DrawingPart] = [.empty, .level1, .level2, .level3, .level4]
    let start = width - 3 - 34 - Self.pitch * Double(parts.count)
    svg.text("Less", .remark, x: start - 6, y: y + 10, anchor: .end, size: 11)
    for (index, part) in parts.enumerated() {
      svg.element("rect", part, square(start + Self.pitch * Double(index), y))
    }
    svg.text("More", .remark, x: width - 3, y: y + 10, anchor: .end, size: 11)
  }

  private func square(_ x: Double, _ y: Double) -> SVGWriter.Attributes {
    let side = SVGWriter.number(Self.cell)
    return ["x": SVGWriter.number(x), "y": SVGWriter.number(y), "width": side, "height": side, "rx": "2"]
  }

  private func place(_ offset: Int) -> (x: Double, y: Double) {
    (Self.left + Self.pitch * Double(offset / 7), Self.top + Self.pitch * Double(offset % 7))
  }

  private func part(_ count: Int) -> DrawingPart {
    let parts: [DrawingPart] = [.level1, .level2, .level3, .level4]
    guard steps.count > 1 else { return .level2 }
    return parts[steps.partitioningIndex { $0 >= count } * (parts.count - 1) / (steps.count - 1)]
  }

  private func text(_ count: Int) -> String { "\(GroupedNumber.text(count)) \(noun)\(count == 1 ? "" : "s")" }
}
