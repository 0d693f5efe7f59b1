/// What `[!note]- Title` in the first line of a quote makes of it.
package struct Callout {
  /// In lowercase.
  package let name: String
  /// Where the title is in the line, without whitespace around it; empty where `defaultTitle` is meant.
  package let title: SourceRange

  /// Returns nil when the line makes no callout. A name is of letters, digits, `-`, `_` and anything beyond ASCII.
  package init?(_ bytes: UnsafeBufferPointer<UInt8>, line: SourceRange) {
    let start = line.lowerBound + 2
    guard start < line.upperBound, bytes[start - 2] == UInt8(ascii: "["), bytes[start - 1] == UInt8(ascii: "!"),
      let end = bytes[start..<line.upperBound].firstIndex(where: { !Self.isInName($0) }), end > start,
      bytes[end] == UInt8(ascii: "]")
    else { return nil }
    name = bytes.text(start..<end).lowercased()
    var rest = end + 1
    if rest < line.upperBound, bytes[rest] == UInt8(ascii: "+") || bytes[rest] == UInt8(ascii: "-") { rest += 1 }
    title = HeadingText.trimmed(rest..<line.upperBound, bytes)
  }

  package var defaultTitle: String { name.prefix(1).uppercased() + name.dropFirst() }

  private static func isInName(_ c: UInt8) -> Bool {
    c.isASCIILetterOrDigit || c == UInt8(ascii: "-") || c == UInt8(ascii: "_") || c >= 0x80
  }
}
