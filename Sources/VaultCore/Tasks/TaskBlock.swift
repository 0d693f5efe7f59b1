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
      guard was.isLike(now), was.depth - now.depth == shift else { return nil }
    }
    return block
  }
}

extension TaskLine {
  fileprivate func unindentedBlock(in bytes: [UInt8]) -> [UInt8] {
    let margin = bytes[line.lowerBound..<symbol.lowerBound].prefix(while: Self.isMargin).count
    var lines = bytes[block].split(separator: 0x0A, omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    let texts = lines.map { line in
      let text = line.last == 0x0D ? line.dropLast() : line
      return text.dropFirst(text.prefix(margin).prefix(while: Self.isMargin).count)
    }
    return Array(texts.joined(separator: [0x0A]))
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
    let next = outermost.partitioningIndex { $0.lowerBound >= start }
    return next > 0 && outermost[next - 1].upperBound > start
  }
}
