import VaultCore

/// How wide the columns of a table are: as its cells need where there is room, narrower or gone where there is not.
struct Columns {
  struct Column {
    /// What the widest cell takes; 0 for a column without any.
    var natural: Int
    /// Narrower than this a column is left out.
    var least: Int

    init(_ natural: Int, least: Int) {
      self.natural = natural
      self.least = min(natural, least)
    }
  }

  static let gap = 2

  /// 0 for a column that is left out.
  private(set) var widths: [Int]
  /// False where a column had to become narrower than it should.
  private(set) var fit = true

  /// - Parameters:
  ///   - room: Columns of the terminal left for the table; nil where there is none, and then nothing is cut.
  ///   - givers: The columns that become narrower, in this order, each down to a width.
  ///   - droppable: The columns to be left out where that is not enough, the first one first.
  init(_ columns: [Column], room: Int?, givers: [(column: Int, downTo: Int)], droppable: [Int]) {
    var columns = columns
    widths = columns.map(\.natural)
    guard let room else { return }
    var droppable = droppable[...]
    while true {
      widths = columns.map(\.natural)
      for giver in givers where total > room {
        let least = max(giver.downTo, columns[giver.column].least)
        widths[giver.column] = max(min(widths[giver.column], least), widths[giver.column] - (total - room))
      }
      guard total > room, let column = droppable.popFirst() else { break }
      columns[column] = Column(0, least: 0)
    }
    if total > room, let widest = widths.indices.max(by: { widths[$0] < widths[$1] }) {
      widths[widest] = max(widths[widest] - (total - room), 1)
      fit = false
    }
  }

  /// Gaps included.
  private var total: Int {
    let used = widths.filter { $0 > 0 }
    return used.reduce(0, +) + Self.gap * max(used.count - 1, 0)
  }

  subscript(column: Int) -> Int { widths[column] }
}
