/// A query's line with a place in it underlined, for messages about it.
package enum QueryExcerpt {
  /// Two lines, indented by two blanks: the query, cut around the place when it is wider than `width` columns, and
  /// `^^^^` beneath. Scalars that would move the cursor are shown as blanks.
  static func lines(of query: String, at range: Range<Int>, width: Int = 80) -> [String] {
    let room = max(width - 4, 16)
    var cells: [(scalar: Unicode.Scalar, start: Int, columns: Int)] = []
    var offset = 0
    var column = 0
    var first: Int?
    var last = 0
    for scalar in query.unicodeScalars {
      let shown = harmless(scalar)
      let columns = DisplayWidth.of(shown)
      let next = offset + UTF8.width(scalar)
      if next > range.lowerBound, offset < max(range.upperBound, range.lowerBound + 1) {
        first = first ?? column
        last = column + columns
      }
      cells.append((shown, column, columns))
      offset = next
      column += columns
    }
    let from = first ?? column
    let to = max(last, from + 1)

    var window = 0..<max(column, to)
    if window.upperBound > room {
      let lower = max(0, min(from - room / 3, window.upperBound - room))
      window = lower..<(lower + room)
    }
    var line = window.lowerBound > 0 ? "…" : ""
    for cell in cells where cell.start >= window.lowerBound && cell.start + cell.columns <= window.upperBound {
      line.unicodeScalars.append(cell.scalar)
    }
    if window.upperBound < column { line += "…" }
    let shift = window.lowerBound > 0 ? 1 : 0
    let blanks = from - window.lowerBound + shift
    let carets = max(1, min(to, window.upperBound) - from)
    return ["  " + line, "  " + String(repeating: " ", count: blanks) + String(repeating: "^", count: carets)]
  }

  /// The text with everything that could move a cursor or turn the direction of writing replaced by a blank.
  package static func harmless(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { harmless($0) }))
  }

  /// A part of a query inside a sentence: harmless, and not longer than a sentence bears.
  static func quoted(_ text: String) -> String {
    let scalars = harmless(text).unicodeScalars
    guard scalars.count > 40 else { return String(scalars) }
    return String(String.UnicodeScalarView(scalars.prefix(38))) + "…"
  }

  private static func harmless(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.value {
    case 0...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: " "
    default: scalar
    }
  }
}
