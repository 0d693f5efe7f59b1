/// The beginning of a body on one line, without the marks of headings, for lists.
enum Snippet {
  /// In characters.
  static let length = 200

  static func make(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> String {
    var collapsed: [UInt8] = []
    collapsed.reserveCapacity(4 * length)
    var pending = false
    var isASCII = true
    var i = start
    var atLineStart = true
    while i < bytes.count, collapsed.count < (isASCII ? length + 1 : 6 * length) {
      if atLineStart { i = headingText(bytes, i) }
      guard i < bytes.count else { break }
      let c = bytes[i]
      atLineStart = c == 0x0A || c == 0x0D
      if c == 0x20 || (c >= 0x09 && c <= 0x0D) {
        pending = !collapsed.isEmpty
      } else {
        if pending { collapsed.append(0x20) }
        pending = false
        collapsed.append(c)
        if c >= 0x80 { isASCII = false }
      }
      i += 1
    }
    if isASCII { return String(decoding: collapsed.prefix(length), as: UTF8.self) }
    // A scalar cut in two at the end would show as a replacement character.
    if i < bytes.count {
      while let last = collapsed.last, last & 0xC0 == 0x80 { collapsed.removeLast() }
      if let last = collapsed.last, last >= 0xC0 { collapsed.removeLast() }
    }
    return String(String(decoding: collapsed, as: UTF8.self).prefix(length))
  }

  /// Behind the marks of a heading that begins at `start`, else `start`.
  private static func headingText(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int {
    guard bytes[start] == 0x23 else { return start }
    var i = start
    while i < bytes.count, bytes[i] == 0x23 { i += 1 }
    guard i - start <= 6, i == bytes.count || bytes[i] == 0x20 || (bytes[i] >= 0x09 && bytes[i] <= 0x0D) else {
      return start
    }
    return i
  }
}
