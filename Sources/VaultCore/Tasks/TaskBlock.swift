extension TaskNote {
  /// An item with all that is nested in it as it is written at a list's outermost level, with LF and without a last one:
  /// the indentation and quote marks before its marker are taken from every line. Nil where its lines would not be the
  /// same to each other then, as with tabs below blanks.
  package func unindentedBlock(of task: TaskLine) -> [UInt8]? {
    let block = task.unindentedBlock(in: bytes)
    let alone = block.withUnsafeBufferPointer { MarkdownDocument($0, bodyStart: 0) }
    let first = document.lineTable.line(at: task.block.lowerBound)
    guard alone.lines.count <= document.lines.count - first, let top = alone.lines.first else { return nil }
    let shift = document.lines[first].depth - top.depth
    for (line, now) in alone.lines.enumerated() {
      let was = document.lines[first + line]
      // A blank line in a quote is one of the quote's.
      if now.kind == .blank, document.isEmpty(first + line) { continue }
      guard was.kind == now.kind, was.depth - now.depth == shift, was.kind == .code || was.detail == now.detail else {
        return nil
      }
    }
    return block
  }
}

extension TaskLine {
  fileprivate func unindentedBlock(in bytes: [UInt8]) -> [UInt8] {
    let first = bytes[line.lowerBound...]
    var prefix = 0
    while line.lowerBound + prefix < symbol.lowerBound, Self.isMargin(first[line.lowerBound + prefix]) { prefix += 1 }
    var result: [UInt8] = []
    var start = block.lowerBound
    while start < block.upperBound {
      let newline = bytes[start..<block.upperBound].firstIndex(of: 0x0A)
      var end = newline ?? block.upperBound
      let next = newline.map { $0 + 1 } ?? block.upperBound
      if end > start, bytes[end - 1] == 0x0D { end -= 1 }
      var from = start
      while from < end, from - start < prefix, Self.isMargin(bytes[from]) { from += 1 }
      if !result.isEmpty { result.append(0x0A) }
      result += bytes[from..<end]
      start = next
    }
    return result
  }

  private static func isMargin(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x3E }
}

/// Items with all that is nested in them, to find out what is below one of them.
package struct TaskBlocks {
  /// Apart from each other, in the file's order.
  private var outermost: [SourceRange] = []

  package init(_ tasks: some Sequence<TaskLine>) {
    for block in tasks.map(\.block).sorted(by: { ($0.lowerBound, -$0.upperBound) < ($1.lowerBound, -$1.upperBound) })
    where outermost.last.map({ $0.upperBound <= block.lowerBound }) ?? true {
      outermost.append(block)
    }
  }

  /// Returns true when a task stands below one of the items; none does so below itself.
  package func holdBelowAnother(_ task: TaskLine) -> Bool {
    let start = task.line.lowerBound
    var (low, high) = (0, outermost.count)
    while low < high {
      let middle = (low + high) / 2
      if outermost[middle].lowerBound < start { low = middle + 1 } else { high = middle }
    }
    return low > 0 && outermost[low - 1].upperBound > start
  }
}
