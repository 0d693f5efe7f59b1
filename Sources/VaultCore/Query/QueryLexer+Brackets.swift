/// What begins with a bracket.
extension QueryLexer {
  /// `[[link]]`, `[ ]`, `[]` and `[key:: value]` are literal text, blanks and all; `[key…]` tests a property.
  mutating func bracketed() throws(QueryError) -> Token? {
    guard bytes[position] == UInt8(ascii: "["), position + 1 < bytes.count else { return nil }
    let start = position
    if bytes[start + 1] == UInt8(ascii: "[") {
      guard let close = index(of: UInt8(ascii: "]"), from: start + 2, twice: true) else { return nil }
      return literal(start..<(close + 2))
    }
    guard let plainClose = index(of: UInt8(ascii: "]"), from: start + 1, twice: false) else {
      try refuseOpenProperty(from: start)
      return nil
    }
    var first = start + 1
    while let blank = blank(at: first) { first += blank }
    if first == plainClose { return literal(start..<(plainClose + 1)) }
    guard
      Self.isLetter(bytes[first]) || bytes[first].isDigit || bytes[first] >= 0x80
        || bytes[first] == UInt8(ascii: "_") || bytes[first] == UInt8(ascii: "\"")
    else { return nil }
    let content = bytes[(start + 1)..<plainClose]
    if let colon = content.firstIndex(of: UInt8(ascii: ":")), colon + 1 < plainClose, bytes[colon + 1] == bytes[colon] {
      return literal(start..<(plainClose + 1))
    }
    let close = try propertyEnd(from: first, openedAt: start)
    position = close + 1
    return Token(kind: .property((start + 1)..<close), range: start..<(close + 1))
  }

  /// `[key:` or `[key>` and no bracket that closes it can hardly be meant as text.
  private func refuseOpenProperty(from start: Int) throws(QueryError) {
    var end = start + 1
    while end < bytes.count,
      Self.isLetter(bytes[end])
        || end > start + 1 && (bytes[end].isDigit || "_-".utf8.contains(bytes[end]))
    { end += 1 }
    guard end > start + 1, end + 1 < bytes.count, ":<>=".utf8.contains(bytes[end]), bytes[end + 1] != bytes[end],
      bytes[end + 1] != UInt8(ascii: "/")
    else { return }
    throw QueryError(
      "This bracket is not closed.", at: start..<(start + 1),
      remedy: "Add a ] where the test of the property ends, or put the text in quotes to search for it.")
  }

  /// The bracket that closes the test of a property: those in quotes and regular expressions do not.
  private func propertyEnd(from start: Int, openedAt open: Int) throws(QueryError) -> Int {
    var inner = self
    inner.position = start
    var isInValue = false
    while inner.position < bytes.count {
      let i = inner.position
      let before = bytes[i - 1]
      switch bytes[i] {
      case UInt8(ascii: "]"): return i
      case UInt8(ascii: "\""): _ = try inner.quoted()
      case UInt8(ascii: "/")
      where isInValue && !Self.isLetter(before) && !before.isDigit && before < 0x80:
        if try inner.expression(inProperty: true) == nil { inner.position += 1 }
      default:
        isInValue = isInValue || ":<>=".utf8.contains(bytes[i])
        inner.position += 1
      }
    }
    throw QueryError(
      "This bracket is not closed.", at: open..<(open + 1),
      remedy: "Add a ] where the test of the property ends, or put the text in quotes to search for it.")
  }

  private mutating func literal(_ range: Range<Int>) -> Token {
    position = range.upperBound
    return Token(kind: .quoted(text(range)), range: range, textStart: range.lowerBound)
  }

  private func index(of byte: UInt8, from start: Int, twice: Bool) -> Int? {
    var i = start
    while i < bytes.count {
      if bytes[i] == byte, !twice || (i + 1 < bytes.count && bytes[i + 1] == byte) { return i }
      i += 1
    }
    return nil
  }
}
