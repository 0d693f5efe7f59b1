/// The blocks as aligned plain text.
package struct Table {
  let blocks: [Block]

  package init(_ blocks: [Block]) {
    self.blocks = blocks
  }

  package var text: String {
    let header = ["what", "vault", "peer", "", "ratio", "goal", "verdict"]
    let cells = blocks.map { block in block.rows.map { Self.cells($0, goalsApply: block.goalsApply) } }
    let layout = TableLayout(rows: [header] + cells.flatMap { $0 }, right: [1, 2, 4], joined: 3)
    var lines: [String] = []
    for (block, rows) in zip(blocks, cells) {
      lines.append(block.title)
      if !block.detail.isEmpty { lines.append("  " + block.detail) }
      lines += block.remarks.map { "  " + $0 }
      if !rows.isEmpty { lines.append(layout.line(header)) }
      for (row, cells) in zip(block.rows, rows) {
        lines.append(layout.line(cells))
        if let failure = row.failure { lines.append("    " + failure) }
      }
      lines.append("")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// What is to be said below all blocks; empty where there is nothing.
  package var footnote: String {
    let hasBrackets = blocks.contains { !$0.goalsApply && !$0.rows.isEmpty }
    let isMarked = blocks.contains { $0.rows.contains { $0.otherCores != nil } }
    return (hasBrackets ? "Verdicts in brackets: the goals are set for 30,000 notes and more.\n" : "")
      + (isMarked ? Self.legend + "\n" : "")
  }

  /// Behind rows that were measured while something else was at work.
  static let mark = "*"
  static let legend =
    "\(mark): something else was at work on the machine meanwhile, so that figures are larger than they need be."

  private static func cells(_ row: Row, goalsApply: Bool) -> [String] {
    let verdict = row.verdict
    let word = verdict == .failed || verdict == .none || goalsApply ? verdict.rawValue : "(\(verdict.rawValue))"
    return [
      row.what + (row.otherCores == nil ? "" : " " + mark), row.vault.map(shown) ?? "-", row.peer.map(shown) ?? "",
      row.peer == nil ? "" : row.peerName,
      row.ratio.map { decimal($0, 2) } ?? "", row.goal.map { shown($0, unit: row.vault?.unit) } ?? "", word,
    ]
  }

  static func shown(_ goal: Row.Goal, unit: Row.Unit?) -> String {
    switch goal {
    case .ratio(let limit, let later):
      "≤ \(decimal(limit, 2))" + (later.map { ", later \(decimal($0, 2))" } ?? "")
    case .value(let limit):
      "≤ " + shown(Row.Quantity(limit, unit ?? .seconds))
    }
  }

  static func shown(_ quantity: Row.Quantity) -> String {
    let value = quantity.value
    switch quantity.unit {
    case .bytes: return "\(decimal(value / 1e6, 1)) MB"
    case .seconds where value.magnitude >= 1: return "\(decimal(value, 2)) s"
    case .seconds where value.magnitude >= 0.0001: return "\(decimal(value * 1e3, 1)) ms"
    case .seconds: return "\(decimal(value * 1e6, 1)) µs"
    }
  }

  static func decimal(_ value: Double, _ places: Int) -> String {
    guard value.isFinite, value.magnitude < 1e12 else { return "?" }
    var scale = 1
    for _ in 0..<places { scale *= 10 }
    let scaled = Int((value * Double(scale)).rounded())
    let sign = scaled < 0 ? "-" : ""
    let whole = "\(sign)\(scaled.magnitude / UInt(scale))"
    guard places > 0 else { return whole }
    // The leading 1 keeps the zeros behind the point.
    return whole + "." + String(scaled.magnitude % UInt(scale) + UInt(scale)).dropFirst()
  }
}
