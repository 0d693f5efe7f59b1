/// Makes what could steer a terminal visible: the one function that every string from a note, a file name or another
/// program passes before a terminal sees it.
///
/// C0 and DEL become control pictures (`␛`); C1, bidirectional embeddings, overrides and isolates, and the two
/// separators that end a line become `<U+202E>`. Marks that only help to order text (U+200E, U+200F, U+061C) stay.
package enum ControlCharacters {
  package enum Layout: Sendable {
    /// Line feeds and tabs stay; the carriage return of CRLF is left out.
    case lines
    /// For a place in a line: a line ending becomes `␊`, a tab a blank.
    case singleLine
  }

  /// `ascii` is for terminals without Unicode: control pictures become `?`.
  package static func visible(_ text: String, _ layout: Layout = .lines, ascii: Bool = false) -> String {
    var text = text
    guard text.withUTF8({ firstUnsafe($0, layout) }) != nil else { return text }
    var out: [UInt8] = []
    append(text, layout, ascii: ascii, to: &out)
    return String(decoding: out, as: UTF8.self)
  }

  /// Appends what `visible` returns.
  package static func append(
    _ text: String, _ layout: Layout = .lines, ascii: Bool = false, to out: inout [UInt8]
  ) {
    var text = text
    text.withUTF8 { rewrite($0, from: firstUnsafe($0, layout) ?? $0.count, layout, ascii: ascii, into: &out) }
  }

  /// The columns that the visible form of `scalar` takes; nil for a scalar that is shown as it is.
  static func visibleWidth(_ scalar: Unicode.Scalar) -> Int? {
    switch scalar.value {
    case 0..<0x20, 0x7F: 1
    case 0x80...0x9F, 0x2028...0x202E, 0x2066...0x2069: 8
    default: nil
    }
  }

  /// How many bytes at `i` make one scalar that must not be sent, and its value.
  private static func unsafeScalar(
    _ bytes: UnsafeBufferPointer<UInt8>, _ i: Int, _ layout: Layout
  ) -> (value: UInt32, length: Int)? {
    let c = bytes[i]
    if c < 0x20 {
      return layout == .lines && (c == 0x0A || c == 0x09) ? nil : (UInt32(c), 1)
    }
    if c == 0x7F { return (0x7F, 1) }
    if c == 0xC2, i + 1 < bytes.count, bytes[i + 1] <= 0x9F { return (UInt32(bytes[i + 1]), 2) }
    guard c == 0xE2, i + 2 < bytes.count else { return nil }
    let value = 0x2000 | UInt32(bytes[i + 1] & 0x3F) << 6 | UInt32(bytes[i + 2] & 0x3F)
    return (0x2028...0x202E).contains(value) || (0x2066...0x2069).contains(value) ? (value, 3) : nil
  }

  private static func firstUnsafe(_ bytes: UnsafeBufferPointer<UInt8>, _ layout: Layout) -> Int? {
    var i = 0
    while i < bytes.count {
      let c = bytes[i]
      let isSafe = c >= 0x20 && c != 0x7F && c != 0xC2 && c != 0xE2
      if !isSafe, unsafeScalar(bytes, i, layout) != nil { return i }
      i += 1
    }
    return nil
  }

  private static func rewrite(
    _ bytes: UnsafeBufferPointer<UInt8>, from first: Int, _ layout: Layout, ascii: Bool, into out: inout [UInt8]
  ) {
    out.append(contentsOf: bytes[..<first])
    var i = first
    while i < bytes.count {
      guard let (value, length) = unsafeScalar(bytes, i, layout) else {
        out.append(bytes[i])
        i += 1
        continue
      }
      i += length
      if value == 0x0D, i < bytes.count, bytes[i] == 0x0A { continue }
      switch value {
      case 0x09: out.append(0x20)
      case 0..<0x20 where !ascii: out.append(contentsOf: [0xE2, 0x90, 0x80 + UInt8(value)])
      case 0x7F where !ascii: out.append(contentsOf: [0xE2, 0x90, 0xA1])
      case 0...0x7F: out.append(0x3F)
      default:
        let hex = String(value, radix: 16, uppercase: true)
        out.append(contentsOf: "<U+\(String(repeating: "0", count: 4 - hex.utf8.count))\(hex)>".utf8)
      }
    }
  }
}
