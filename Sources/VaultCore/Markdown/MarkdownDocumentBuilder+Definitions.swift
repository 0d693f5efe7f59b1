/// Link definitions, which cmark takes out of its paragraphs without a trace.
extension MarkdownDocumentBuilder {
  /// Reads link definitions at the beginning of a paragraph; cmark takes them out of its text. Returns the first line
  /// that is text.
  mutating func consumeDefinitions(_ leaf: MarkdownLeaf, depth: Int32, inQuote: Bool) -> Int {
    var line = leaf.firstLine
    while line <= leaf.lastLine {
      var p = content.position(line: line, container: leaf.container, in: &blocks.containers)
      let end = document.lineTable.contentEnd(line, in: bytes)
      content.skipWhitespace(&p, end: end, limit: .max)
      guard p.offset < end, bytes[p.offset] == 0x5B,
        let found = LinkDefinition.parse(
          bytes, from: p.offset, limit: inQuote ? end : document.lineTable.contentEnd(leaf.lastLine, in: bytes))
      else { return line }
      let lastLine = min(document.lineTable.line(at: max(found.end - 1, p.offset)), leaf.lastLine)
      for each in line...lastLine where document.lines[each].kind != .task {
        setLine(each, .linkDefinition, depth, leaf.container)
      }
      document.definitions.append(found.definition)
      line = lastLine + 1
    }
    return line
  }

  /// What no block claims and is not blank: paragraphs that were nothing but link definitions.
  mutating func fillUnclaimedLines() {
    var containers: [Int] = []
    var runEnd = -1
    var line = 0
    while line < document.lines.count {
      defer { line += 1 }
      let end = document.lineTable.contentEnd(line, in: bytes)
      let claimed = document.lines[line].kind
      guard claimed == .blank || claimed == .quote || claimed == .bullet || claimed == .ordered else { continue }
      var i = claimed == .blank ? document.lineTable.starts[line] : document.lines[line].content.lowerBound
      while i < end, bytes[i] == 0x20 || bytes[i] == 0x09 { i += 1 }
      if claimed == .blank { document.lines[line].content = i..<end }
      guard i < end, !isInText(line) else { continue }
      if containers.isEmpty { containers = innermostContainers() }
      var p = LineContent.Position(offset: i, column: 0)
      if claimed == .blank {
        p = content.position(line: line, container: containers[line], in: &blocks.containers)
        content.skipWhitespace(&p, end: end, limit: .max)
      }
      if runEnd < line { runEnd = lastUnclaimedLine(from: line) }
      guard p.offset < end, bytes[p.offset] == 0x5B,
        let found = LinkDefinition.parse(
          bytes, from: p.offset, limit: document.lineTable.contentEnd(runEnd, in: bytes))
      else { continue }
      let last = document.lineTable.line(at: max(found.end - 1, p.offset))
      let depth = document.lines[line].depth
      for each in line...last {
        let container = containers[each]
        setLine(
          each, .linkDefinition,
          claimed == .blank ? Int32(container < 0 ? 0 : blocks.containers[container].depth) : depth,
          container)
      }
      document.definitions.append(found.definition)
      line = last
    }
  }

  /// By line; -1 outside of lists and quotes.
  private func innermostContainers() -> [Int] {
    var innermost = [Int](repeating: -1, count: document.lines.count)
    for index in blocks.containers.indices {
      for line in blocks.containers[index].startLine...blocks.containers[index].endLine { innermost[line] = index }
    }
    return innermost
  }

  private func isInText(_ line: Int) -> Bool {
    var low = 0
    var high = document.inlineBlocks.count
    while low < high {
      let middle = (low + high) / 2
      if document.inlineBlocks[middle].lastLine < line { low = middle + 1 } else { high = middle }
    }
    return low < document.inlineBlocks.count && document.inlineBlocks[low].firstLine <= line
  }

  /// The end of the run of lines that are neither blank nor claimed and follow `line`.
  private func lastUnclaimedLine(from line: Int) -> Int {
    var last = line
    while last + 1 < document.lines.count, document.lines[last + 1].kind == .blank {
      let range = document.lineTable.starts[last + 1]..<document.lineTable.contentEnd(last + 1, in: bytes)
      if bytes[range].allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { break }
      last += 1
    }
    return last
  }
}
