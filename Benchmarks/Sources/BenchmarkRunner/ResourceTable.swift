/// What the rows took besides time: processors, memory, system calls.
package struct ResourceTable {
  let blocks: [Block]

  package init(_ blocks: [Block]) {
    self.blocks = blocks
  }

  /// Empty where nothing is known.
  package var text: String {
    let header = ["what", "cpu", "cpu of peer", "", "ratio", "peak memory", "system calls"]
    let parts = blocks.map { block in (block: block, cells: block.rows.compactMap(Self.cells)) }
      .filter { !$0.cells.isEmpty }
    guard !parts.isEmpty else { return "" }
    let rows = [header] + parts.flatMap(\.cells)
    let layout = TableLayout(rows: rows, right: [1, 2, 4, 5, 6], joined: 3)
    var lines = ["Processor time (all cores), peak memory and system calls", ""]
    for part in parts {
      lines.append(part.block.title)
      lines.append(layout.line(header))
      lines += part.cells.map(layout.line)
      lines.append("")
    }
    lines.append(
      "Memory and system calls are those of one more run. System calls are counted where strace is installed and may "
        + "trace.")
    return lines.joined(separator: "\n") + "\n"
  }

  private static func cells(_ row: Row) -> [String]? {
    guard row.vault?.processorTime != nil || row.usage != nil else { return nil }
    func shown(_ seconds: Double?) -> String { seconds.map { Table.shown(.init($0, .seconds)) } ?? "" }
    let other = row.peer?.processorTime
    return [
      row.what, shown(row.vault?.processorTime), shown(other), other == nil ? "" : row.peerName,
      row.processorRatio.map { Table.decimal($0, 2) } ?? "",
      row.usage.map { Table.shown(.init($0.peakBytes, .bytes)) } ?? "",
      row.usage.map { $0.systemCalls.map(String.init) ?? "-" } ?? "",
    ]
  }
}
