import Yams

extension FrontMatterEdit {
  // MARK: New keys

  mutating func add(_ key: String, _ value: PropertyValue) throws(FrontMatterEditError) {
    let value = style.isJSON ? value.inJSON : value
    expected.append(.value(key, value))
    let fence = layout.fence
    switch layout.shape {
    case .none:
      let ending = layout.lineEnding(before: fence.range.lowerBound)
      let marks = Array("---".utf8) + ending
      replace(fence.range, with: marks + style.lines(key, value, column: 0, ending: ending) + marks)
    case .block(let column):
      let end = fence.contentRange.upperBound
      let ending = layout.lineEnding(before: end)
      replace(end..<end, with: style.lines(key, value, column: column, ending: ending))
    case .flow(let flow):
      addInBraces(key, value, to: flow)
    }
  }

  // MARK: Keys that are there

  /// Writes the value where the old one stands. Comments on the key's line and above a block's first line stay.
  mutating func set(_ index: Int, to value: PropertyValue) throws(FrontMatterEditError) {
    let entry = layout.entries[index]
    let value = style.isJSON ? value.inJSON : value
    guard !entry.value.isWritten(like: value) else { return }
    expected[index] = .value(entry.key, value)
    if case .list(let items) = value, fill(entry, with: items) { return }
    if case .flow = layout.shape { return try setInBraces(entry, to: value) }
    let (place, colon, column) = try self.value(of: entry)
    let yaml = layout.yaml
    var list = style.list
    if let sequence = entry.node.sequence {
      if place.isCollection {
        let dash = yaml.firstNonWhitespace(from: place.lines.lowerBound) - place.lines.lowerBound
        list = .block(indent: max(0, dash - column))
      } else if !sequence.isEmpty {
        list = .flow
      }
    }
    let written = WrittenValue(
      value, quoting: FrontMatterStyle.quoting(of: entry.node, else: style.quoting), list: list,
      blockMap: place.isCollection && entry.node.mapping != nil,
      literal: canHoldLiteral(entry, colon: colon, place), column: column)
    let head = Array(written.head.utf8)
    if place.head.isEmpty {
      writeHead(head, behind: colon)
    } else if !head.isEmpty {
      replace(place.head, with: head)
    } else if place.head.lowerBound < yaml.lineEnd(of: colon) || !place.lines.isEmpty {
      replace((colon + 1)..<place.head.upperBound, with: [])
    } else {
      // The comments around a value on a line below stay.
      let rest = yaml.firstNonWhitespace(from: place.head.upperBound)
      let end = yaml.isLineEnd(at: rest) ? place.lines.lowerBound : place.head.upperBound
      replace(yaml.lineStart(of: place.head.lowerBound)..<end, with: [])
    }
    replace(place.lines, with: written.lineBytes(ending: layout.lineEnding(before: yaml.lineEnd(of: colon))))
  }

  /// Not where a comment would become part of the text, or end it.
  private func canHoldLiteral(_ entry: FrontMatterLayout.Entry, colon: Int, _ place: YAMLText.Value) -> Bool {
    let yaml = layout.yaml
    let first = yaml.lineEnd(of: colon)
    guard place.head.lowerBound < first || !place.lines.isEmpty else { return false }
    let key = entry.keyRange.lowerBound - yaml.lineStart(of: entry.keyRange.lowerBound)
    func hasRemark(_ range: SourceRange, beyond column: Int) -> Bool {
      yaml.lineStarts(in: range).contains { line in
        let text = yaml.firstNonWhitespace(from: line)
        return !yaml.isLineEnd(at: text) && text - line > column
      }
    }
    return (place.lines.isEmpty || !hasRemark(first..<place.lines.lowerBound, beyond: -1))
      && !hasRemark(place.lines.upperBound..<entry.bound, beyond: key)
  }

  /// Behind a colon that only blanks and a comment follow on its line.
  private mutating func writeHead(_ head: [UInt8], behind colon: Int) {
    guard !head.isEmpty else { return }
    let yaml = layout.yaml
    let rest = yaml.firstNonWhitespace(from: colon + 1)
    if rest > colon + 1, yaml.isLineEnd(at: rest), layout.bytes[colon + 1] == 0x20 {
      replace((colon + 2)..<(colon + 2), with: head)
    } else {
      replace((colon + 1)..<(colon + 1), with: [0x20] + head)
    }
  }

  mutating func unset(_ index: Int, removingEmptyBlock: Bool) throws(FrontMatterEditError) {
    let entry = layout.entries[index]
    expected.remove(at: index)
    if case .flow(let flow) = layout.shape {
      guard !layout.isShared(entry) else { throw .shared(key: entry.key, line: entry.line) }
      return removeInBraces(index, from: flow, removingEmptyBlock: removingEmptyBlock)
    }
    let end = layout.yaml.lineEnd(of: try value(of: entry).place.end - 1)
    remove(layout.yaml.lineStart(of: entry.keyRange.lowerBound)..<end, removingEmptyBlock: removingEmptyBlock)
  }

  /// A key's bytes, or the whole block where nothing is left in it and the note's text does not turn into front matter
  /// without it.
  mutating func remove(_ range: SourceRange, removingEmptyBlock: Bool) {
    let fence = layout.fence
    let content = fence.contentRange
    if removingEmptyBlock, expected.isEmpty,
      layout.bytes[content.lowerBound..<range.lowerBound].allSatisfy(\.isSpaceOrLineBreak),
      layout.bytes[range.upperBound..<content.upperBound].allSatisfy(\.isSpaceOrLineBreak)
    {
      let rest = Array(layout.bytes[..<fence.range.lowerBound] + layout.bytes[fence.range.upperBound...])
      if rest.withUnsafeBufferPointer({ FrontMatterFence.find(in: $0).format }) == .none {
        removesBlock = true
        return replace(fence.range, with: [])
      }
    }
    replace(range, with: [])
  }
}
