import VaultCore
import VaultStore

/// The most frequent of some names, each with a bar.
package struct BarChart: Drawing {
  private let title: String
  private let shares: [StatsOverTime.Share]
  private let omitted: Int
  package let width: Double

  private static let most = 12
  private static let line = 22.0
  private static let top = 34.0
  /// The names' room, and that of the figures.
  private static let left = 130.0
  private static let right = 52.0
  private static let columns = 17

  /// `shares`: most first.
  package init(_ title: String, _ shares: [StatsOverTime.Share], width: Double) {
    self.title = title
    self.shares = Array(shares.prefix(Self.most))
    self.width = width
    omitted = shares.count - self.shares.count
  }

  package var height: Double { Self.top + Self.line * Double(max(shares.count, 1) + (omitted > 0 ? 1 : 0)) }

  package var name: String {
    let most = shares.prefix(3).map { "\(Self.visible($0.name)) \(GroupedNumber.text($0.count))" }
    return title + ": " + (most.isEmpty ? "none" : most.joined(separator: ", "))
  }

  package func draw(on svg: inout SVGWriter) {
    svg.text(title, x: 0, y: 14, size: 14, bold: true)
    if shares.isEmpty { svg.text("Nothing yet", .remark, x: 0, y: Self.top + 14) }
    let most = Double(shares.map(\.count).max() ?? 1)
    for (index, share) in shares.enumerated() {
      let y = Self.top + Self.line * Double(index)
      let length = max((width - Self.left - Self.right) * Double(share.count) / max(most, 1), 2)
      svg.element("g") { svg in
        svg.element("title", text: "\(share.name): \(GroupedNumber.text(share.count))")
        let label = DisplayWidth.cutInMiddle(Self.visible(share.name), to: Self.columns)
        svg.text(label, x: Self.left - 8, y: y + 14, anchor: .end)
        svg.element(
          "rect", .bar,
          [
            "x": SVGWriter.number(Self.left), "y": SVGWriter.number(y + 2), "width": SVGWriter.number(length),
            "height": "16", "rx": "2",
          ])
        svg.text(GroupedNumber.text(share.count), .remark, x: Self.left + length + 6, y: y + 14)
      }
    }
    if omitted > 0 {
      let y = Self.top + Self.line * Double(shares.count) + 14
      svg.text("and \(GroupedNumber.text(omitted)) more", .remark, x: Self.left, y: y)
    }
  }

  private static func visible(_ name: String) -> String { ControlCharacters.visible(name, .singleLine) }
}
