// What drawings have besides the roles of text: a ground of their own, and shades of colours on it.
extension Palette {
  /// What text stands on, where it is not the reader's own.
  package var paper: Color { Color(background == .dark ? 0x16191D : 0xFFFFFF) }

  /// Text that has no colour of its own.
  package var ink: Color { Color(background == .dark ? 0xD7DAE0 : 0x24292F) }
}

extension Color {
  /// `share`: of the other colour, from 0 to 1.
  package func mixed(with other: Color, _ share: Double) -> Color {
    var mixed: UInt32 = 0
    for shift: UInt32 in [16, 8, 0] {
      let (own, others) = (Double(rgb >> shift & 0xFF), Double(other.rgb >> shift & 0xFF))
      mixed |= UInt32(min(max((own + (others - own) * share).rounded(), 0), 255)) << shift
    }
    return Color(mixed)
  }

  /// `#rrggbb`
  package var hexadecimal: String {
    let digits = String(rgb & 0xFFFFFF, radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.utf8.count) + digits
  }
}
