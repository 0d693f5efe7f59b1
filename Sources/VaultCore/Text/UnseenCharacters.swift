/// Shows a reader that is no person what no person sees, and takes it back.
///
/// Whoever wants to hide orders in a text uses characters that nothing is drawn for. `⟦U+200B⟧` stands for such a one; `⟦`
/// itself is doubled, so that what is shown can be read back. Line feeds and tabs stay.
package enum UnseenCharacters {
  private static let opening: Unicode.Scalar = "\u{27E6}"
  private static let closing: Unicode.Scalar = "\u{27E7}"

  package static func shown(_ text: String) -> String {
    // Most texts have none.
    guard text.utf8.contains(where: { $0 >= 0x7F || $0 < 0x20 && $0 != 0x0A && $0 != 0x09 }) else { return text }
    let scalars = Array(text.unicodeScalars)
    var shown = String.UnicodeScalarView()
    var flagEnd = 0
    for (i, scalar) in scalars.enumerated() {
      if scalar == opening {
        shown.append(contentsOf: [opening, opening])
      } else if i >= flagEnd, isUnseen(i, in: scalars, &flagEnd) {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        let code = "U+" + String(repeating: "0", count: max(4 - digits.count, 0)) + digits
        shown.append(opening)
        shown.append(contentsOf: code.unicodeScalars)
        shown.append(closing)
      } else {
        shown.append(scalar)
      }
    }
    return String(shown)
  }

  /// True for a character for which nothing is drawn where it stands alone.
  static func isAlone(_ scalar: Unicode.Scalar) -> Bool {
    var flagEnd = 0
    return scalar.value != 0x0A && scalar.value != 0x09 && isUnseen(0, in: [scalar], &flagEnd)
  }

  /// The text of which `shown` may have made this; brackets that `shown` never writes stay.
  package static func read(_ text: String) -> String {
    guard text.unicodeScalars.contains(opening) else { return text }
    let scalars = Array(text.unicodeScalars)
    var read = String.UnicodeScalarView()
    var i = 0
    while i < scalars.count {
      guard scalars[i] == opening else {
        read.append(scalars[i])
        i += 1
        continue
      }
      if i + 1 < scalars.count, scalars[i + 1] == opening {
        read.append(opening)
        i += 2
      } else if let (scalar, end) = code(at: i, in: scalars) {
        read.append(scalar)
        i = end
      } else {
        read.append(opening)
        i += 1
      }
    }
    return String(read)
  }

  /// The character that `⟦U+200B⟧` stands for, and the index behind it; nil where something else stands there.
  private static func code(at start: Int, in scalars: [Unicode.Scalar]) -> (Unicode.Scalar, Int)? {
    guard let end = scalars[start...].prefix(12).firstIndex(of: closing), end - start > 3,
      scalars[start + 1] == "U", scalars[start + 2] == "+",
      let value = UInt32(hexadecimal: scalars[(start + 3)..<end].map { UInt8(min($0.value, 0xFF)) })
    else { return nil }
    return Unicode.Scalar(value).map { ($0, end + 1) }
  }

  /// `flagEnd`: set to the index behind a flag that begins at this one.
  private static func isUnseen(_ i: Int, in scalars: [Unicode.Scalar], _ flagEnd: inout Int) -> Bool {
    let value = scalars[i].value
    switch value {
    case 0x0A, 0x09: return false
    case 0..<0x20, 0x7F...0x9F: return true
    case 0xAD, 0x61C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B...0x180F, 0x200B, 0x200E, 0x200F, 0x2028...0x202E,
      0x2060...0x206F, 0x3164, 0xFEFF, 0xFFA0, 0xFFF0...0xFFFB, 0x1BCA0...0x1BCA3, 0x1D173...0x1D17A, 0xE0000...0xE0FFF:
      return true
    // Between two letters of the scripts that need them, and in emoji, they are seen.
    case 0x200C, 0x200D: return !isWritten(i - 1, in: scalars) || !isWritten(i + 1, in: scalars)
    // One says how the character before it looks; more say something else.
    case 0xFE00...0xFE0F: return i == 0 || isSelector(scalars[i - 1]) || scalars[i - 1].value <= 0x20
    case 0x1F3F4:
      // The flags of Scotland, Wales and others are a black flag with letters that are not seen, and an end.
      var end = i + 1
      while end < scalars.count, end - i < 8, (0xE0030...0xE007A).contains(scalars[end].value) { end += 1 }
      if end > i + 1, end < scalars.count, scalars[end].value == 0xE007F { flagEnd = end + 1 }
      return false
    default: return false
    }
  }

  private static func isSelector(_ scalar: Unicode.Scalar) -> Bool { (0xFE00...0xFE0F).contains(scalar.value) }

  /// True for a character beyond ASCII for which something is drawn, or which says how one looks.
  private static func isWritten(_ i: Int, in scalars: [Unicode.Scalar]) -> Bool {
    guard scalars.indices.contains(i) else { return false }
    let scalar = scalars[i]
    return scalar.value > 0xAD && !(0x2000...0x206F).contains(scalar.value) && scalar != opening
      && scalar.value != 0xFEFF
      && !(0xE0000...0xE0FFF).contains(scalar.value)
  }
}
