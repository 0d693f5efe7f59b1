import Yams

extension FrontMatterEdit {
  // MARK: New keys

  mutating func add(_ key: String, _ value: PropertyValue) throws(FrontMatterEditError) {
    let value = style.isJSON ? value.inJSON : value
    expectAddition(key, value)
    let fence = layout.fence
    switch layout.shape {
    case .none:
      let ending = layout.lineEnding(before: fence.range.lowerBound)
      let text = line(key, value, ending: ending, column: 0)
      replace(fence.range, with: Array("---".utf8) + ending + text + Array("---".utf8) + ending)
    case .block(let column):
      let end = fence.contentRange.upperBound
      replace(end..<end, with: line(key, value, ending: layout.lineEnding(before: end), column: column))
    case .flow(let flow):
      addInBraces(key, value, to: flow)
    }
  }

  private func line(_ key: String, _ value: PropertyValue, ending: [UInt8], column: Int) -> [UInt8] {
    let written = WrittenValue(value, quoting: style.quoting, list: style.list, column: column)
    let name = text(ofKey: key, quoting: style.quoting.forKeys)
    return Array(repeating: 0x20, count: column) + Array(name.utf8) + [UInt8(ascii: ":")]
      + written.bytes(ending: ending)
  }

  // MARK: Keys that are there

  mutating func set(_ index: Int, to value: PropertyValue) throws(FrontMatterEditError) {
    let entry = layout.entries[index]
    let value = style.isJSON ? value.inJSON : value
    guard !entry.value.isWritten(like: value) else { return }
    expect(.value(entry.key, value), at: index)
    if case .flow = layout.shape { return try setInBraces(entry, to: value) }
    let place = try self.value(of: entry)
    var list = style.list
    var blockMap = false
    switch entry.node {
    case .sequence(let sequence):
      if case .collection(_, let lines) = place, case .block(let column) = layout.shape {
        list = .block(
          indent: max(0, layout.spans.firstNonWhitespace(from: lines.lowerBound) - lines.lowerBound - column))
      } else if !sequence.isEmpty {
        list = .flow
      }
    case .mapping:
      if case .collection = place { blockMap = true }
    case .scalar, .alias: break
    }
    write(value, at: place, of: entry, list: list, blockMap: blockMap)
  }

  /// Writes the value where the old one stands. Comments on the key's line and above a block's first line stay.
  private mutating func write(
    _ value: PropertyValue, at place: YAMLSpans.Value, of entry: FrontMatterLayout.Entry, list: FrontMatterStyle.List,
    blockMap: Bool
  ) {
    guard let colon = entry.colon, case .block(let column) = layout.shape else { return }
    let spans = layout.spans
    let quoting = FrontMatterStyle.quoting(of: entry.node, else: style.quoting)
    let written = WrittenValue(
      value, quoting: quoting, list: list, blockMap: blockMap,
      literal: canHoldLiteral(entry, colon: colon, place), column: column)
    let ending = layout.lineEnding(before: spans.lineEnd(of: colon))
    let lines = written.lineBytes(ending: ending)
    switch place {
    case .empty:
      writeHead(written.head, behind: colon)
      let end = spans.lineEnd(of: colon)
      replace(end..<end, with: lines)
    case .inline(let range):
      let end = spans.lineEnd(of: range.upperBound - 1)
      if !written.head.isEmpty {
        replace(range, with: Array(written.head.utf8))
      } else if range.lowerBound < spans.lineEnd(of: colon) {
        replace((colon + 1)..<range.upperBound, with: [])
      } else {
        // Of a value on a line below, the comments around it stay.
        let rest = spans.firstNonWhitespace(from: range.upperBound)
        replace(
          spans.lineStart(of: range.lowerBound)..<(spans.isLineEnd(at: rest) ? end : range.upperBound), with: [])
      }
      replace(end..<end, with: lines)
    case .blockScalar(let header, let old):
      replace(
        (written.head.isEmpty ? colon + 1 : header.lowerBound)..<header.upperBound, with: Array(written.head.utf8))
      replace(old, with: lines)
    case .collection(let properties, let old):
      if properties.isEmpty {
        writeHead(written.head, behind: colon)
      } else {
        replace(
          (written.head.isEmpty ? colon + 1 : properties.lowerBound)..<properties.upperBound,
          with: Array(written.head.utf8))
      }
      replace(old, with: lines)
    }
  }

  /// Not where a comment would become part of the text, or end it.
  private func canHoldLiteral(_ entry: FrontMatterLayout.Entry, colon: Int, _ place: YAMLSpans.Value) -> Bool {
    let spans = layout.spans
    let first = spans.lineEnd(of: colon)
    let old: SourceRange
    switch place {
    case .empty: old = first..<first
    case .inline(let range):
      guard range.lowerBound < first else { return false }
      old = first..<spans.lineEnd(of: range.upperBound - 1)
    case .blockScalar(_, let lines): old = lines
    case .collection(_, let lines): old = lines
    }
    let key = entry.keyRange.lowerBound - spans.lineStart(of: entry.keyRange.lowerBound)
    func isRemark(_ line: Int, beyond column: Int) -> Bool {
      let text = spans.firstNonWhitespace(from: line)
      return !spans.isLineEnd(at: text) && text - line > column
    }
    return !spans.lines(in: first..<old.lowerBound).contains { isRemark($0, beyond: -1) }
      && !spans.lines(in: old.upperBound..<entry.bound).contains { isRemark($0, beyond: key) }
  }

  /// Behind a colon that only blanks and a comment follow on its line.
  private mutating func writeHead(_ head: String, behind colon: Int) {
    guard !head.isEmpty else { return }
    let spans = layout.spans
    let rest = spans.firstNonWhitespace(from: colon + 1)
    if rest > colon + 1, spans.isLineEnd(at: rest), layout.bytes[colon + 1] == 0x20 {
      replace((colon + 2)..<(colon + 2), with: Array(head.utf8))
    } else {
      replace((colon + 1)..<(colon + 1), with: [0x20] + Array(head.utf8))
    }
  }

  mutating func unset(_ index: Int, removingEmptyBlock: Bool) throws(FrontMatterEditError) {
    let entry = layout.entries[index]
    expectRemoval(of: index)
    if case .flow(let flow) = layout.shape {
      guard !layout.isShared(entry) else { throw .shared(key: entry.key, line: entry.line) }
      return removeInBraces(index, from: flow, removingEmptyBlock: removingEmptyBlock)
    }
    let end: Int
    switch try value(of: entry) {
    case .empty: end = layout.spans.lineEnd(of: entry.colon ?? entry.keyRange.upperBound)
    case .inline(let range): end = layout.spans.lineEnd(of: range.upperBound - 1)
    case .blockScalar(let header, let lines):
      end = lines.isEmpty ? layout.spans.lineEnd(of: header.upperBound - 1) : lines.upperBound
    case .collection(_, let lines): end = lines.upperBound
    }
    remove(layout.spans.lineStart(of: entry.keyRange.lowerBound)..<end, removingEmptyBlock: removingEmptyBlock)
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
        replace(fence.range, with: [])
        return expectNoBlock()
      }
    }
    replace(range, with: [])
  }
}
