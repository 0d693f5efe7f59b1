/// What a tag is made of: Obsidian's rule, for tags in the text and in front matter.
///
/// Everything except white space, ASCII punctuation other than `-_/`, U+2000–206F and U+2E00–2E7F; at least one
/// character that is no digit. Where a tag may begin in the text is `InlineScanner`'s to say.
package enum TagGrammar {
  /// The end of the longest run of tag characters from `start` on.
  package static func end(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, limit: Int) -> Int {
    var i = start
    while i < limit {
      let c = bytes[i]
      if c < 0x80 {
        guard isASCIITagByte(c) else { return i }
        i += 1
        continue
      }
      let (value, length) = decodeScalar(bytes, at: i)
      if (0x2000...0x206F).contains(value) || (0x2E00...0x2E7F).contains(value) || value == 0xFFFD { return i }
      if value == 0xA0 || value == 0x85 || value == 0x1680 || value == 0x3000 { return i }
      i += length
    }
    return min(i, limit)
  }

  /// Returns true when a run of tag characters is a tag: not empty, not digits only.
  package static func isTag(_ bytes: UnsafeBufferPointer<UInt8>, _ range: SourceRange) -> Bool {
    bytes[range].contains { $0 < 0x30 || $0 > 0x39 }
  }

  /// The tag without the `#` that may stand before it.
  package static func bare(_ tag: some StringProtocol) -> String {
    let bytes = tag.utf8
    return String(decoding: bytes.first == UInt8(ascii: "#") ? bytes.dropFirst() : bytes[...], as: UTF8.self)
  }

  /// Returns true when the whole text is a tag, without `#`.
  package static func isTag(_ text: String) -> Bool {
    holdsOnlyTagCharacters(text) && text.utf8.contains { $0 < 0x30 || $0 > 0x39 }
  }

  /// Returns true when the whole text is a tag as notebooks of zk have them besides: several words, with a blank between
  /// them.
  package static func isTagOfWords(_ text: String) -> Bool {
    holdsOnlyTagWords(text) && text.utf8.contains { ($0 < 0x30 || $0 > 0x39) && $0 != 0x20 }
  }

  /// Returns true when the text could be words of such a tag.
  package static func holdsOnlyTagWords(_ text: String) -> Bool {
    text.utf8.split(separator: 0x20, omittingEmptySubsequences: false)
      .allSatisfy { holdsOnlyTagCharacters(String(Substring($0))) }
  }

  /// Returns true when the text could be part of a tag. False for an empty one.
  package static func holdsOnlyTagCharacters(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { !$0.isEmpty && end($0, from: 0, limit: $0.count) == $0.count }
  }

  static func isASCIITagByte(_ c: UInt8) -> Bool {
    c.isASCIILetterOrDigit || c == 0x2D || c == 0x5F || c == 0x2F
  }
}
