/// Footnotes (`[^1]` and `[^1]: text`), of which CommonMark knows nothing.
enum Footnote {
  /// True for what stands between the brackets of a footnote: a `^` and a name without blanks.
  static func isLabel(_ label: some Collection<UInt8>) -> Bool {
    label.count > 1 && label.first == UInt8(ascii: "^")
      && !label.contains { $0.isASCIIWhitespace || $0 == UInt8(ascii: "[") }
  }

  /// True where the text of a footnote begins, with its label and a colon.
  static func begins(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int, limit: Int) -> Bool {
    guard start + 1 < limit, bytes[start] == UInt8(ascii: "["), bytes[start + 1] == UInt8(ascii: "^"),
      let close = bytes[start..<limit].firstIndex(of: UInt8(ascii: "]"))
    else { return false }
    return close + 1 < limit && bytes[close + 1] == UInt8(ascii: ":") && isLabel(bytes[start + 1..<close])
  }

  /// A copy of the body, of the same length and with the same blocks, in which no footnote of one word looks like a link
  /// definition, which cmark would take out of its paragraph without a trace. Nil where there is none.
  static func masked(_ body: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    var copy: [UInt8]?
    var next = 0
    while let mark = body[next...].firstIndex(of: UInt8(ascii: "^")) {
      next = mark + 1
      guard mark > 0, beginsLine(body, mark - 1) else { continue }
      let end = body[next...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? body.count
      guard begins(body, at: mark - 1, limit: end) else { continue }
      copy = copy ?? Array(body)
      copy?[mark - 1] = UInt8(ascii: "x")
    }
    return copy
  }

  /// True where nothing but blanks and the marks of quotes and items stands before a bracket in its line.
  private static func beginsLine(_ body: UnsafeBufferPointer<UInt8>, _ bracket: Int) -> Bool {
    guard body[bracket] == UInt8(ascii: "[") else { return false }
    var place = bracket - 1
    while place >= 0, body[place] != 0x0A, body[place] != 0x0D {
      let byte = body[place]
      guard byte.isSpaceOrTab || byte.isDigit || ">-+*.)".utf8.contains(byte) else { return false }
      place -= 1
    }
    return true
  }
}
