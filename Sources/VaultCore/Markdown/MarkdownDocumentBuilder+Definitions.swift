/// Link definitions, which cmark takes out of its paragraphs without a trace.
extension MarkdownDocumentBuilder {
  /// Reads link definitions at the beginning of a paragraph; cmark takes them out of its text. Returns the first line
  /// that is text.
  mutating func consumeDefinitions(_ leaf: MarkdownLeaf, inQuote: Bool) -> Int {
    var line = leaf.firstLine
    while line <= leaf.lastLine {
      let text = content(of: line, in: leaf.container, skippingBlanks: true)
      guard bytes[text].first == 0x5B, !Footnote.begins(bytes, at: text.lowerBound, limit: text.upperBound),
        let found = LinkDefinition.parse(
          bytes, from: text.lowerBound, limit: inQuote ? text.upperBound : end(of: leaf.lastLine))
      else { return line }
      let lastLine = min(document.lineTable.line(at: max(found.end - 1, text.lowerBound)), leaf.lastLine)
      for each in line...lastLine where document.lines[each].kind != .task {
        setLine(each, .linkDefinition, in: leaf.container, content(of: each, in: leaf.container))
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
      let end = end(of: line)
      let claimed = document.lines[line].kind
      guard claimed == .blank || claimed == .quote || claimed == .bullet || claimed == .ordered else { continue }
      var i = claimed == .blank ? document.lineTable.starts[line] : document.lines[line].content.lowerBound
      while i < end, bytes[i].isSpaceOrTab { i += 1 }
      if claimed == .blank { document.lines[line].content = i..<end }
      guard i < end, !isInText(line) else { continue }
      if containers.isEmpty { containers = innermostContainers { _ in true } }
      if claimed == .blank { i = content(of: line, in: containers[line], skippingBlanks: true).lowerBound }
      if runEnd < line { runEnd = lastUnclaimedLine(from: line) }
      guard i < end, bytes[i] == 0x5B,
        let found = LinkDefinition.parse(bytes, from: i, limit: self.end(of: runEnd))
      else { continue }
      let last = document.lineTable.line(at: max(found.end - 1, i))
      let depth = document.lines[line].depth
      for each in line...last {
        setLine(each, .linkDefinition, in: containers[each], content(of: each, in: containers[each]))
        if claimed != .blank { document.lines[each].depth = depth }
      }
      document.definitions.append(found.definition)
      line = last
    }
  }

  private func isInText(_ line: Int) -> Bool {
    let block = document.inlineBlocks.partitioningIndex { $0.lastLine >= line }
    return block < document.inlineBlocks.count && document.inlineBlocks[block].firstLine <= line
  }

  /// The end of the run of lines that are neither blank nor claimed and follow `line`.
  private func lastUnclaimedLine(from line: Int) -> Int {
    var last = line
    while last + 1 < document.lines.count, document.lines[last + 1].kind == .blank {
      if bytes[document.lineTable.starts[last + 1]..<end(of: last + 1)].allSatisfy(\.isSpaceOrTab) { break }
      last += 1
    }
    return last
  }
}
