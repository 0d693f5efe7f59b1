/// How many columns of a terminal a text takes.
///
/// Wide scalars (East Asian Width W and F) and emoji count two, combining marks and format characters none, control
/// characters what `ControlCharacters` shows in their place.
package enum DisplayWidth {
  package static func of(_ text: some StringProtocol) -> Int {
    if let ascii = asciiWidth(text) { return ascii }
    var width = 0
    for scalar in text.unicodeScalars {
      switch scalar.value {
      // Where scalars merge, and where CRLF is one character, clusters are looked at.
      case 0x0D, 0x200D, 0xFE0F, 0x1F3FB...0x1F3FF: return text.reduce(0) { $0 + of($1) }
      default: width += of(scalar)
      }
    }
    return width
  }

  package static func of(_ character: Character) -> Int {
    var width = 0
    var previous: Unicode.Scalar?
    for scalar in character.unicodeScalars {
      switch scalar.value {
      case 0xFE0F:
        // Emoji presentation of a scalar that is text by default (☀️, 1️⃣).
        if let base = previous, width == 1, base.properties.isEmoji { width = 2 }
      case 0x1F3FB...0x1F3FF where previous?.properties.isEmojiModifierBase == true:
        width = max(width, 2)
      case _ where previous == "\u{200D}" && scalar.properties.isEmoji:
        // Joined into one picture.
        break
      default:
        width += of(scalar)
      }
      previous = scalar
    }
    return width
  }

  /// The width of a scalar that stands alone.
  package static func of(_ scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    if value >= 0x20, value < 0x7F { return 1 }
    if let shown = ControlCharacters.visibleWidth(scalar) { return shown }
    if value < 0x300 { return value == 0xAD ? 0 : 1 }
    switch value {
    // Greek, Cyrillic; Latin and Greek with accents; dashes, quotes and dots: what most texts hold.
    case 0x370..<0x483, 0x48A..<0x590, 0x1E00..<0x2000, 0x2010..<0x2028: return 1
    default: break
    }
    if isWide(value) { return 2 }
    return isZero(scalar) ? 0 : 1
  }

  private static func asciiWidth(_ text: some StringProtocol) -> Int? {
    text.utf8.withContiguousStorageIfAvailable { bytes -> Int? in
      for c in bytes where c >= 0x80 || c == 0x0D { return nil }
      return bytes.count
    } ?? nil
  }

  private static func isZero(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // Hangul vowels and final consonants merge into the syllable before them.
    case 0x1160...0x11FF, 0xD7B0...0xD7FF: return true
    // Arabic and Syriac signs that enclose numbers are drawn although they are format characters.
    case 0x600...0x605, 0x6DD, 0x70F, 0x890...0x891, 0x8E2, 0x110BD, 0x110CD: return false
    default: break
    }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return true
    default: return false
    }
  }

  private static func isWide(_ value: UInt32) -> Bool {
    guard value >= 0x1100 else { return false }
    let place = wide.partitioningIndex { $0.upperBound >= value }
    return place < wide.count && wide[place].lowerBound <= value
  }

  /// East Asian Width W and F of Unicode 16, gaps without characters filled.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x231A...0x231B, 0x2329...0x232A, 0x23E9...0x23EC, 0x23F0...0x23F0, 0x23F3...0x23F3,
    0x25FD...0x25FE, 0x2614...0x2615, 0x2648...0x2653, 0x267F...0x267F, 0x2693...0x2693, 0x26A1...0x26A1,
    0x26AA...0x26AB, 0x26BD...0x26BE, 0x26C4...0x26C5, 0x26CE...0x26CE, 0x26D4...0x26D4, 0x26EA...0x26EA,
    0x26F2...0x26F3, 0x26F5...0x26F5, 0x26FA...0x26FA, 0x26FD...0x26FD, 0x2705...0x2705, 0x270A...0x270B,
    0x2728...0x2728, 0x274C...0x274C, 0x274E...0x274E, 0x2753...0x2755, 0x2757...0x2757, 0x2795...0x2797,
    0x27B0...0x27B0, 0x27BF...0x27BF, 0x2B1B...0x2B1C, 0x2B50...0x2B50, 0x2B55...0x2B55, 0x2E80...0x303E,
    0x3041...0x3247, 0x3250...0x4DBF, 0x4E00...0xA4C6, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAD9,
    0xFE10...0xFE19, 0xFE30...0xFE6B, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18D08, 0x1AFF0...0x1B2FB,
    0x1F004...0x1F004, 0x1F0CF...0x1F0CF, 0x1F18E...0x1F18E, 0x1F191...0x1F19A, 0x1F200...0x1F320, 0x1F32D...0x1F335,
    0x1F337...0x1F37C, 0x1F37E...0x1F393, 0x1F3A0...0x1F3CA, 0x1F3CF...0x1F3D3, 0x1F3E0...0x1F3F0, 0x1F3F4...0x1F3F4,
    0x1F3F8...0x1F43E, 0x1F440...0x1F440, 0x1F442...0x1F4FC, 0x1F4FF...0x1F53D, 0x1F54B...0x1F54E, 0x1F550...0x1F567,
    0x1F57A...0x1F57A, 0x1F595...0x1F596, 0x1F5A4...0x1F5A4, 0x1F5FB...0x1F64F, 0x1F680...0x1F6C5, 0x1F6CC...0x1F6CC,
    0x1F6D0...0x1F6D2, 0x1F6D5...0x1F6DF, 0x1F6EB...0x1F6EC, 0x1F6F4...0x1F6FC, 0x1F7E0...0x1F7F0, 0x1F90C...0x1F93A,
    0x1F93C...0x1F945, 0x1F947...0x1F9FF, 0x1FA70...0x1FAFF, 0x20000...0x3FFFD,
  ]
}

extension DisplayWidth {
  /// The longest beginning, cut between grapheme clusters, that takes at most `width` columns, `ellipsis` included
  /// when something was cut.
  package static func truncated(_ text: String, to width: Int, ellipsis: String = "…") -> String {
    guard of(text) > width else { return text }
    let room = width - of(ellipsis)
    guard room >= 0 else { return String(prefix(of: text, width: max(width, 0))) }
    return prefix(of: text, width: room) + ellipsis
  }

  /// The beginning and the end, in at most `width` columns, `ellipsis` included where something was cut out: for names, which
  /// differ at both ends.
  package static func cutInMiddle(_ text: String, to width: Int, ellipsis: String = "…") -> String {
    guard of(text) > width else { return text }
    let room = width - of(ellipsis)
    guard room >= 8 else { return truncated(text, to: width, ellipsis: ellipsis) }
    var tail = 0
    let end = text.reversed().prefix { character in
      tail += of(character)
      return tail <= room / 3
    }
    let last = String(end.reversed())
    return prefix(of: text, width: room - of(last)) + ellipsis + last
  }

  /// The longest beginning that takes at most `width` columns.
  package static func prefix(of text: some StringProtocol, width: Int) -> String {
    var used = 0
    var end = text.startIndex
    let utf8 = text.utf8
    while end < utf8.endIndex {
      let next = utf8.index(after: end)
      // An ASCII byte before another one is a cluster of its own, but for CRLF.
      if utf8[end] < 0x80, utf8[end] != 0x0D, next == utf8.endIndex || utf8[next] < 0x80 {
        guard used < width else { break }
        used += 1
        end = next
      } else {
        used += of(text[end])
        if used > width { break }
        end = text.index(after: end)
      }
    }
    return String(text[..<end])
  }

  /// Filled with blanks up to `width` columns, on the right, or on the left for `leading`.
  package static func padded(_ text: String, to width: Int, leading: Bool = false) -> String {
    let missing = width - of(text)
    guard missing > 0 else { return text }
    let blanks = String(repeating: " ", count: missing)
    return leading ? blanks + text : text + blanks
  }
}
