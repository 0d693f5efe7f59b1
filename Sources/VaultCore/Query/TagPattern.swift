/// A tag as a query names it: `work`, or `work/*` for those below it only.
struct TagPattern: Hashable {
  /// Without `#` and closing `/`.
  var name: String
  var childrenOnly: Bool

  /// What follows `tag:`, a `#` before it allowed; nil when it holds what no tag can.
  init?(_ text: String) {
    var scalars = Substring(text).unicodeScalars
    if scalars.first == "#" { scalars.removeFirst() }
    childrenOnly = scalars.count > 2 && scalars.suffix(2).elementsEqual("/*".unicodeScalars)
    if childrenOnly { scalars.removeLast(2) }
    while scalars.last == "/" { scalars.removeLast() }
    guard !scalars.isEmpty, scalars.allSatisfy(Self.isTagScalar) else { return nil }
    name = String(scalars)
  }

  /// A term `#work`; nil for `#123`, `#` and text that only begins like a tag.
  init?(written text: String) {
    guard text.utf8.first == UInt8(ascii: "#"), let tag = TagPattern(text) else { return nil }
    guard tag.childrenOnly || tag.name.unicodeScalars.contains(where: { !("0"..."9").contains($0) }) else { return nil }
    self = tag
  }

  /// What a query writes behind `tag:`.
  var text: String { childrenOnly ? name + "/*" : name }

  init(name: String, childrenOnly: Bool) {
    self.name = name
    self.childrenOnly = childrenOnly
  }

  /// The grammar of inline tags: all but white space, ASCII punctuation other than `-_/`, and two blocks of marks.
  static func isTagScalar(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x2D, 0x2F, 0x5F, 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case 0...0x7F, 0x2000...0x206F, 0x2E00...0x2E7F: false
    default: !scalar.properties.isWhitespace
    }
  }
}
