import VaultTerminal

/// How wide the columns beside the titles of a list are. They are those of all rows alike, so that what is seen of a row does
/// not hang on those around it; the first rows tell for long lists.
struct ListColumns: Sendable, Hashable {
  private static let mostRows = 500
  private static let widest = 18

  /// Those of the cells on the right, the first column first.
  let widths: [Int]
  /// That of the signs before the titles.
  let sign: Int

  init(_ rows: [Row]) {
    var widths: [Int] = []
    var sign = 0
    for row in rows.prefix(Self.mostRows) {
      sign = max(sign, row.sign.width)
      for (column, cell) in row.trail.enumerated() {
        if column == widths.count { widths.append(0) }
        if widths[column] < Self.widest { widths[column] = min(max(widths[column], cell.width), Self.widest) }
      }
    }
    (self.widths, self.sign) = (widths, sign)
  }
}
