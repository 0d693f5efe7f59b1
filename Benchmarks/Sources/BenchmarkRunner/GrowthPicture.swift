/// How the cost of a few answers grows with the vault, as an SVG: both axes logarithmic, so that what grows in
/// proportion is a line of slope one.
package struct GrowthPicture {
  package struct Point: Sendable, Equatable {
    package let notes: Int
    package let seconds: Double

    package init(notes: Int, seconds: Double) {
      self.notes = notes
      self.seconds = seconds
    }
  }

  package struct Series: Sendable, Equatable {
    package let name: String
    package let isPeer: Bool
    package let points: [Point]

    package init(name: String, isPeer: Bool, points: [Point]) {
      self.name = name
      self.isPeer = isPeer
      self.points = points
    }
  }

  package let series: [Series]

  private static let answers: [(row: String, name: String)] = [
    ("search, two words, paths", "search"),
    ("watched: search, two words, paths", "search, watched"),
    ("tasks, open ones, --count", "tasks --count"),
    ("index, nothing changed", "nothing changed"),
    ("first index (index --rebuild)", "first index"),
  ]
  private static let peers: [(row: String, name: String)] = [
    ("search, two words, paths", "ripgrep"),
    ("index, nothing changed", "walk in C"),
    ("first index (index --rebuild)", "FTS5 insert"),
  ]

  /// Of the blocks that were measured on vaults of different sizes.
  package init(_ blocks: [Block]) {
    func points(_ row: String, _ value: (Row) -> Double?) -> [Point] {
      blocks.compactMap { block in
        guard let notes = block.notes, let row = block.rows.first(where: { $0.what == row }), let seconds = value(row),
          seconds > 0
        else { return nil }
        return Point(notes: notes, seconds: seconds)
      }.sorted { $0.notes < $1.notes }
    }
    let own = Self.answers.map { answer in
      Series(name: answer.name, isPeer: false, points: points(answer.row) { $0.vault?.value })
    }
    let others = Self.peers.map { peer in
      Series(name: peer.name, isPeer: true, points: points(peer.row) { $0.peer?.value })
    }
    series = (own + others).filter { !$0.points.isEmpty }
  }

  package init(series: [Series]) { self.series = series }

  // MARK: Drawing

  private static let (left, right, top, bottom) = (70.0, 610.0, 30.0, 400.0)
  private static let colors = ["#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e"]
  private static let peerColors = ["#777777", "#999999", "#bbbbbb"]

  package var svg: String {
    let points = series.flatMap(\.points)
    guard let least = points.map(\.notes).min(), let most = points.map(\.notes).max(),
      let fastest = points.map(\.seconds).min(), let slowest = points.map(\.seconds).max()
    else { return Self.page([]) }
    let across = Scale(least: Double(least), most: Double(max(most, least + 1)), from: Self.left, to: Self.right)
    let up = Scale(
      least: Scale.powerOfTen(below: fastest), most: Scale.powerOfTen(above: slowest), from: Self.bottom, to: Self.top)
    var lines: [String] = []
    for value in up.powersOfTen {
      lines.append(Self.line((Self.left, up[value]), (Self.right, up[value]), "grid"))
      lines.append(Self.text(Self.shown(seconds: value), (Self.left - 8, up[value] + 4), "end"))
    }
    for notes in Set(points.map(\.notes)).sorted() {
      lines.append(Self.line((across[Double(notes)], Self.top), (across[Double(notes)], Self.bottom), "grid"))
      lines.append(Self.text(Self.grouped(notes), (across[Double(notes)], Self.bottom + 18), "middle"))
    }
    lines.append(Self.text("notes", (Self.right, Self.bottom + 36), "end"))
    var labels: [(y: Double, text: String, color: String)] = []
    var (own, peer) = (0, 0)
    for series in series {
      let palette = series.isPeer ? Self.peerColors : Self.colors
      let color = palette[(series.isPeer ? peer : own) % palette.count]
      if series.isPeer { peer += 1 } else { own += 1 }
      let places = series.points.map { (across[Double($0.notes)], up[$0.seconds]) }
      let path = places.map { "\(Table.decimal($0.0, 1)),\(Table.decimal($0.1, 1))" }.joined(separator: " ")
      let dash = series.isPeer ? " stroke-dasharray=\"6 4\"" : ""
      lines.append("<polyline points=\"\(path)\" fill=\"none\" stroke=\"\(color)\" stroke-width=\"2\"\(dash)/>")
      for (x, y) in places {
        lines.append("<circle cx=\"\(Table.decimal(x, 1))\" cy=\"\(Table.decimal(y, 1))\" r=\"3\" fill=\"\(color)\"/>")
      }
      labels.append((places.last?.1 ?? 0, series.name, color))
    }
    var y = -Double.infinity
    for label in labels.sorted(by: { $0.y < $1.y }) {
      y = max(label.y + 4, y + 15)
      lines.append(Self.text(label.text, (Self.right + 12, y), "start", fill: label.color))
    }
    return Self.page(lines)
  }

  /// A logarithmic axis.
  private struct Scale {
    let least: Double
    let most: Double
    let from: Double
    let to: Double

    subscript(value: Double) -> Double {
      from + (to - from) * (Self.log(value) - Self.log(least)) / max(Self.log(most) - Self.log(least), 1e-9)
    }

    var powersOfTen: [Double] {
      var values: [Double] = []
      var value = Self.powerOfTen(below: least)
      while value <= most * 1.000_001 {
        values.append(value)
        value *= 10
      }
      return values
    }

    static func powerOfTen(below value: Double) -> Double {
      var power = 1e-6
      while power * 10 <= value * 1.000_001 { power *= 10 }
      return power
    }

    static func powerOfTen(above value: Double) -> Double {
      var power = 1e-6
      while power < value { power *= 10 }
      return power
    }

    /// To the base of ten, without Foundation: bits of the exponent, and a series for the rest.
    private static func log(_ value: Double) -> Double {
      let rest = (value.significand - 1) / (value.significand + 1)
      var (sum, term) = (0.0, rest)
      for n in 0..<20 {
        sum += term / Double(2 * n + 1)
        term *= rest * rest
      }
      return (Double(value.exponent) * 0.693_147_180_559_945 + 2 * sum) / 2.302_585_092_994_046
    }
  }

  private static func page(_ lines: [String]) -> String {
    let head = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 450" font-family="sans-serif" font-size="13">
      <title>Seconds against notes, both axes logarithmic</title>
      <style>text { fill: #888 } .grid { stroke: #888; stroke-opacity: 0.25 }</style>
      """
    return ([head] + lines + ["</svg>"]).joined(separator: "\n") + "\n"
  }

  private static func line(_ from: (Double, Double), _ to: (Double, Double), _ kind: String) -> String {
    let places = zip(["x1", "y1", "x2", "y2"], [from.0, from.1, to.0, to.1])
    return "<line " + places.map { "\($0)=\"\(Table.decimal($1, 1))\"" }.joined(separator: " ") + " class=\"\(kind)\"/>"
  }

  private static func text(_ text: String, _ place: (Double, Double), _ anchor: String, fill: String? = nil) -> String {
    let style = fill.map { " style=\"fill: \($0)\"" } ?? ""
    return
      "<text x=\"\(Table.decimal(place.0, 1))\" y=\"\(Table.decimal(place.1, 1))\" text-anchor=\"\(anchor)\"\(style)>"
      + text + "</text>"
  }

  private static func shown(seconds: Double) -> String {
    seconds >= 0.999
      ? "\(Table.decimal(seconds, 0)) s" : "\(Table.decimal(seconds * 1e3, seconds < 0.000_99 ? 1 : 0)) ms"
  }

  private static func grouped(_ number: Int) -> String {
    let digits = String(number)
    return String(
      digits.enumerated().flatMap { place, digit in
        place > 0 && (digits.count - place).isMultiple(of: 3) ? [",", digit] : [digit]
      })
  }
}
