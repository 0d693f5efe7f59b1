extension YAMLText {
  /// What stands between two commas of a flow collection.
  struct FlowItem: Hashable {
    /// Without the blanks, line breaks and comments around it.
    var range: SourceRange
    /// The offset of the `:` that makes the item a key with a value.
    var colon: Int?
    /// Where the comma stands behind it.
    var comma: Int?

    /// Behind it and its comma.
    var end: Int { comma.map { $0 + 1 } ?? range.upperBound }
  }

  struct Flow: Hashable {
    var open: Int
    /// The offset of the closing bracket.
    var close: Int
    var items: [FlowItem]
  }

  /// The collection whose bracket stands at `open`; nil where it is not closed.
  func flow(at open: Int) -> Flow? {
    var items: [FlowItem] = []
    var item: FlowItem?
    var depth = 0
    var i = open + 1
    var canBeginToken = true
    while let start = firstContent(from: i, to: range.upperBound) {
      let c = bytes[start]
      i = start + 1
      switch c {
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        if depth == 0 {
          if let item { items.append(item) }
          return Flow(open: open, close: start, items: items)
        }
        depth -= 1
        canBeginToken = false
      case UInt8(ascii: ","):
        canBeginToken = true
        if depth == 0 {
          if var done = item {
            done.comma = start
            items.append(done)
          }
          item = nil
          continue
        }
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        extend(&item, from: start, to: i)
        canBeginToken = true
        continue
      case UInt8(ascii: ":") where endsKey(at: start, afterQuoted: !canBeginToken):
        if depth == 0, item?.colon == nil {
          extend(&item, from: start, to: i)
          item?.colon = start
          canBeginToken = true
          continue
        }
        canBeginToken = true
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        guard canBeginToken else { break }
        guard let end = endOfQuoted(from: start) else { return nil }
        i = end
        canBeginToken = false
      case UInt8(ascii: "!"), UInt8(ascii: "&"):
        guard canBeginToken else { break }
        while i < range.upperBound, !bytes[i].isSpaceOrTab, !isLineEnd(at: i), !",[]{}".utf8.contains(bytes[i]) {
          i += 1
        }
      default:
        guard canBeginToken else { break }
        i = endOfPlainWord(from: start)
        canBeginToken = false
      }
      extend(&item, from: start, to: i)
    }
    return nil
  }

  /// Takes a token into the item, or begins one with it.
  private func extend(_ item: inout FlowItem?, from start: Int, to end: Int) {
    item = FlowItem(range: (item?.range.lowerBound ?? start)..<end, colon: item?.colon)
  }

  private func endsKey(at i: Int, afterQuoted: Bool) -> Bool {
    let next = i + 1
    if next >= range.upperBound || bytes[next].isSpaceOrTab || isLineEnd(at: next) { return true }
    return afterQuoted || ",[]{}".utf8.contains(bytes[next])
  }

  /// Over blanks and line breaks too, since a plain scalar has them inside.
  private func endOfPlainWord(from start: Int) -> Int {
    var i = start
    var end = start
    while i < range.upperBound {
      switch bytes[i] {
      case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"):
        return max(end, start + 1)
      case UInt8(ascii: ":") where endsKey(at: i, afterQuoted: false): return max(end, start + 1)
      case UInt8(ascii: "#") where i > start && (bytes[i - 1].isSpaceOrTab || isLineEnd(at: i - 1)):
        return max(end, start + 1)
      default:
        let isSpace = bytes[i].isSpaceOrTab || isLineEnd(at: i)
        i += max(1, breakLength(at: i))
        if !isSpace { end = i }
      }
    }
    return max(end, start + 1)
  }
}
