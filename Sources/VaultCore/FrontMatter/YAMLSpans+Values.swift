import Yams

extension YAMLSpans {
  /// How a value stands behind its key in block style.
  enum Value: Hashable {
    case empty
    /// A plain or quoted scalar, brackets or an alias, with its tag and anchor.
    case inline(SourceRange)
    /// `header` is on the key's line, with tag and anchor; `lines` are whole.
    case blockScalar(header: SourceRange, lines: SourceRange)
    /// A list or mapping on lines of its own. `properties`: tag and anchor on the key's line, empty where there are
    /// none.
    case collection(properties: SourceRange, lines: SourceRange)
  }

  /// An item of a list in block style.
  struct BlockItem {
    var dash: Int
    /// Empty behind the dash where there is no value.
    var range: SourceRange
    /// Whole lines, from the dash's.
    var lines: SourceRange
  }

  /// Where the text ends that has nothing but blanks, breaks and comments behind it before `end`.
  func endOfText(from start: Int, to end: Int) -> Int {
    var last = start
    var i = start
    while let content = firstContent(from: i, to: end) {
      i = content + 1
      last = i
    }
    return last
  }

  /// A key on one line, with its colon; nil for keys that are none such.
  func blockKey(from start: Int) -> (end: Int, colon: Int)? {
    var i = start
    let properties = endOfProperties(from: start)
    if properties > start { i = firstNonWhitespace(from: properties) }
    guard i < range.upperBound else { return nil }
    switch bytes[i] {
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      guard let end = endOfQuoted(from: i) else { return nil }
      i = end
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      guard let flow = flow(at: i) else { return nil }
      i = flow.close + 1
    default:
      while !isLineEnd(at: i) {
        if bytes[i] == UInt8(ascii: ":"), isLineEnd(at: i + 1) || isWhitespace(bytes[i + 1]) { break }
        i += 1
      }
      var end = i
      while end > start, isWhitespace(bytes[end - 1]) { end -= 1 }
      guard i < range.upperBound, bytes[i] == UInt8(ascii: ":") else { return nil }
      return (end, i)
    }
    let colon = firstNonWhitespace(from: i)
    guard colon < range.upperBound, bytes[colon] == UInt8(ascii: ":") else { return nil }
    return (i, colon)
  }

  /// The value behind a key's colon or an item's dash. Nil where an alias is in the way of telling.
  func value(_ node: Node, behind indicator: Int, to bound: Int, parentColumn: Int) -> Value? {
    guard let start = firstContent(from: indicator + 1, to: bound) else { return .empty }
    let propertiesEnd = endOfProperties(from: start)
    guard let content = propertiesEnd > start ? firstContent(from: propertiesEnd, to: bound) : start else {
      return .inline(start..<propertiesEnd)
    }
    if bytes[content] == UInt8(ascii: "*"), content < lineEnd(of: indicator) {
      return .inline(start..<endOfWord(from: content))
    }
    switch node {
    case .scalar:
      switch bytes[content] {
      case UInt8(ascii: "|"), UInt8(ascii: ">"):
        let (header, end) = endOfBlockScalar(from: content, to: bound, parentColumn: parentColumn)
        let first = min(lineEnd(of: content), bound)
        return .blockScalar(header: start..<header, lines: first..<max(first, end == header ? first : lineEnd(of: end)))
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        return endOfQuoted(from: content).map { .inline(start..<$0) }
      default:
        return .inline(start..<endOfPlain(from: content, to: bound))
      }
    case .sequence where isFlow(node, at: content), .mapping where isFlow(node, at: content):
      return flow(at: content).map { .inline(start..<($0.close + 1)) }
    case .sequence, .mapping:
      guard let end = endOfCollection(node, at: content, to: bound) else { return nil }
      return .collection(
        properties: start..<propertiesEnd, lines: lineStart(of: content)..<lineEnd(of: max(end - 1, content)))
    case .alias:
      return nil
    }
  }

  /// Returns true when a list or mapping whose text begins at `content` is in brackets. The parser does not tell.
  func isFlow(_ node: Node, at content: Int) -> Bool {
    switch node {
    case .sequence: return bytes[content] == UInt8(ascii: "[")
    case .mapping(let mapping):
      guard bytes[content] == UInt8(ascii: "{") else { return false }
      // In block style, the mapping begins with its first key, which may be in braces itself.
      guard let mark = mapping.first?.key.mark else { return true }
      return offset(line: mark.line, column: mark.column) > content
    case .scalar, .alias: return false
    }
  }

  /// Behind the value's last byte, or, of a block scalar, behind its last line; `empty` where there is no value.
  private func end(of value: Value, empty: Int) -> Int {
    switch value {
    case .empty: empty
    case .inline(let range): range.upperBound
    case .blockScalar(let header, let lines): lines.isEmpty ? header.upperBound : lines.upperBound
    case .collection(_, let lines): lines.upperBound
    }
  }

  private func endOfCollection(_ node: Node, at start: Int, to bound: Int) -> Int? {
    switch node {
    case .sequence(let sequence):
      guard let last = blockItems(of: sequence, at: start, to: bound)?.last else { return nil }
      return last.lines.upperBound
    case .mapping(let mapping):
      guard let (key, value) = mapping.suffix(1).first.map({ ($0.key, $0.value) }), let mark = key.mark else {
        return nil
      }
      let keyStart = offset(line: mark.line, column: mark.column)
      guard keyStart >= start, keyStart < bound, let (_, colon) = blockKey(from: keyStart),
        let place = self.value(
          value, behind: colon, to: bound, parentColumn: keyStart - lineStart(of: keyStart))
      else { return nil }
      return end(of: place, empty: colon + 1)
    case .scalar, .alias:
      return nil
    }
  }

  /// The items of the list whose first dash stands at `start`; nil where they cannot be told.
  func blockItems(of sequence: Node.Sequence, at start: Int, to bound: Int) -> [BlockItem]? {
    let column = start - lineStart(of: start)
    var dashes: [Int] = []
    for node in sequence {
      guard let mark = node.mark else { return nil }
      let place = offset(line: mark.line, column: mark.column)
      guard place > dashes.last ?? start - 1, place <= bound, let dash = dash(at: column, before: place, from: start),
        dash > dashes.last ?? start - 1
      else { return nil }
      dashes.append(dash)
    }
    guard dashes.first == start else { return nil }
    var items: [BlockItem] = []
    for (index, dash) in dashes.enumerated() {
      let itemBound = index + 1 < dashes.count ? lineStart(of: dashes[index + 1]) : bound
      guard let value = value(sequence[index], behind: dash, to: itemBound, parentColumn: column) else { return nil }
      let end = end(of: value, empty: dash + 1)
      let first = firstContent(from: dash + 1, to: itemBound) ?? dash + 1
      items.append(
        BlockItem(dash: dash, range: first..<max(first, end), lines: lineStart(of: dash)..<lineEnd(of: end - 1)))
    }
    return items
  }

  /// The dash of the item that `place` belongs to: the nearest at or above it in that column.
  private func dash(at column: Int, before place: Int, from start: Int) -> Int? {
    var line = lineStart(of: min(place, range.upperBound))
    // The mark of an item without a value may be the next line's start.
    while true {
      let dash = line + column
      if dash >= start, dash < range.upperBound, dash <= place, bytes[dash] == UInt8(ascii: "-"),
        dash == start || firstNonWhitespace(from: line) == dash,
        isLineEnd(at: dash + 1) || isWhitespace(bytes[dash + 1])
      {
        return dash
      }
      guard line > start, line > range.lowerBound else { return nil }
      line = lineStart(of: line - 1)
    }
  }
}
