import Yams

extension YAMLText {
  /// How a value stands behind its key in block style.
  struct Value: Hashable {
    /// A plain or quoted scalar, brackets or an alias, with its tag and anchor. Of what has lines of its own: tag, anchor
    /// and the `|` on the key's line. Empty where nothing of this is there.
    var head: SourceRange
    /// Whole: those of a `|` or `>` scalar, a list or a mapping. Empty, behind the head's line, for all else.
    var lines: SourceRange
    /// True when it is a list or mapping on lines of its own.
    var isCollection = false

    /// Behind the last byte, or behind the last line.
    var end: Int { lines.isEmpty ? head.upperBound : lines.upperBound }
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
    var i = endOfProperties(from: start)
    if i > start { i = firstNonWhitespace(from: i) }
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
        if bytes[i] == UInt8(ascii: ":"), isLineEnd(at: i + 1) || bytes[i + 1].isSpaceOrTab { break }
        i += 1
      }
      guard i < range.upperBound, bytes[i] == UInt8(ascii: ":") else { return nil }
      return (trimmed(from: start, to: i), i)
    }
    let colon = firstNonWhitespace(from: i)
    guard colon < range.upperBound, bytes[colon] == UInt8(ascii: ":") else { return nil }
    return (i, colon)
  }

  /// The value behind a key's colon or an item's dash. Nil where an alias is in the way of telling.
  func value(_ node: Node, behind indicator: Int, to bound: Int, parentColumn: Int) -> Value? {
    let start = firstContent(from: indicator + 1, to: bound) ?? indicator + 1
    func inline(to end: Int) -> Value {
      let lineEnd = lineEnd(of: end - 1)
      return Value(head: start..<end, lines: lineEnd..<lineEnd)
    }
    let propertiesEnd = endOfProperties(from: start)
    guard let content = firstContent(from: propertiesEnd, to: bound) else { return inline(to: propertiesEnd) }
    if bytes[content] == UInt8(ascii: "*"), content < lineEnd(of: indicator) {
      return inline(to: endOfWord(from: content))
    }
    switch node {
    case .scalar:
      switch bytes[content] {
      case UInt8(ascii: "|"), UInt8(ascii: ">"):
        let (header, end) = endOfBlockScalar(from: content, to: bound, parentColumn: parentColumn)
        let first = min(lineEnd(of: content), bound)
        return Value(head: start..<header, lines: first..<max(first, end == header ? first : lineEnd(of: end)))
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        return endOfQuoted(from: content).map(inline)
      default:
        return inline(to: endOfPlain(from: content, to: bound))
      }
    case .sequence where isFlow(node, at: content), .mapping where isFlow(node, at: content):
      return flow(at: content).map { inline(to: $0.close + 1) }
    case .sequence, .mapping:
      guard let end = endOfCollection(node, at: content, to: bound) else { return nil }
      return Value(
        head: start..<propertiesEnd, lines: lineStart(of: content)..<lineEnd(of: max(end - 1, content)),
        isCollection: true)
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
      return offset(of: mark) > content
    case .scalar, .alias: return false
    }
  }

  private func endOfCollection(_ node: Node, at start: Int, to bound: Int) -> Int? {
    switch node {
    case .sequence(let sequence):
      return blockItems(of: sequence, at: start, to: bound)?.last?.lines.upperBound
    case .mapping(let mapping):
      guard let (key, value) = mapping.suffix(1).first, let mark = key.mark else { return nil }
      let keyStart = offset(of: mark)
      guard keyStart >= start, keyStart < bound, let (_, colon) = blockKey(from: keyStart) else { return nil }
      return self.value(value, behind: colon, to: bound, parentColumn: keyStart - lineStart(of: keyStart))?.end
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
      let place = offset(of: mark)
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
      let first = value.head.lowerBound
      items.append(
        BlockItem(
          dash: dash, range: first..<max(first, value.end), lines: lineStart(of: dash)..<lineEnd(of: value.end - 1)))
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
        isLineEnd(at: dash + 1) || bytes[dash + 1].isSpaceOrTab
      {
        return dash
      }
      guard line > start, line > range.lowerBound else { return nil }
      line = lineStart(of: line - 1)
    }
  }
}
