/// `theme` in the configuration and `--theme`.
package enum ColorScheme: String, Sendable, CaseIterable {
  case grey, blue, orange, yellow, green, indigo
}

/// What a piece of output is, so that a theme can say how it looks.
package enum Role: Int, Sendable, CaseIterable {
  case accent, title, path, muted, match, heading, tag, category, code, link, quote
  case overdue, done, inProgress
  case highest, high, medium, low, lowest
  /// The categories that every list of tasks knows; `category` is for all others.
  case general, work, personal, shopping
  case error, warning, success
}

/// The colours of one of the six schemes on a dark or a light background.
package struct Palette: Sendable {
  private let tint: (strong: Color, quiet: Color)
  private let shade: Shades

  package init(_ scheme: ColorScheme, isDark: Bool) {
    tint = Self.tints(scheme, isDark)
    shade = isDark ? Shades.dark : Shades.light
  }

  /// Returns nil for what has the colour of the text around it.
  package subscript(role: Role) -> Color? {
    switch role {
    case .title: nil
    case .accent, .heading, .link, .inProgress: tint.strong
    case .path, .tag, .category: tint.quiet
    case .muted, .quote, .done, .general: shade.grey
    case .match: shade.yellow
    case .code: shade.code
    case .overdue, .highest, .high, .error: shade.red
    case .medium, .warning: shade.orange
    case .low, .lowest: shade.blue
    case .work: shade.violet
    case .personal: shade.teal
    case .shopping: shade.pink
    case .success: shade.green
    }
  }

  /// The colours that a scheme brings: a strong one, and a quiet one for what stands beside it.
  private static func tints(_ scheme: ColorScheme, _ isDark: Bool) -> (strong: Color, quiet: Color) {
    let (dark, light): ((UInt32, UInt32), (UInt32, UInt32)) =
      switch scheme {
      case .grey: ((0xE4E4E4, 0xA8A8A8), (0x262626, 0x5F5F5F))
      case .blue: ((0x6CB6FF, 0x8FB4D8), (0x0B5CAD, 0x41688F))
      case .orange: ((0xFFA657, 0xD0A884), (0xA84300, 0x8A5A3A))
      case .yellow: ((0xF2CC60, 0xC9B782), (0x7D5A00, 0x75653A))
      case .green: ((0x7EE787, 0x93BF97), (0x14702B, 0x4A7653))
      case .indigo: ((0xA5A8FF, 0xA3A5CF), (0x3F3CBB, 0x5C5A94))
      }
    let pair = isDark ? dark : light
    return (Color(pair.0), Color(pair.1))
  }

  /// The colours that mean the same in every scheme: to-do priorities are blue, orange and red, and the categories of
  /// to-dos have others than these.
  private struct Shades {
    var red, orange, blue, green, yellow, violet, teal, pink, grey, code: Color

    static let dark = Shades(
      red: Color(0xFF6B6B), orange: Color(0xFFA657), blue: Color(0x6CB6FF), green: Color(0x7EE787),
      yellow: Color(0xFFD75F), violet: Color(0xD2A8FF), teal: Color(0x56D4DD), pink: Color(0xF778BA),
      grey: Color(0x8A8A8A), code: Color(0xC6B6D8))
    static let light = Shades(
      red: Color(0xB42318), orange: Color(0xA84300), blue: Color(0x0B5CAD), green: Color(0x14702B),
      yellow: Color(0x8A5B00), violet: Color(0x7A3EA8), teal: Color(0x006D75), pink: Color(0xA6266E),
      grey: Color(0x6B6B6B), code: Color(0x6A3D9A))
  }
}

extension Role {
  /// The role of a task's category, whatever its case.
  package init(category: String) {
    switch category.lowercased() {
    case "general": self = .general
    case "work": self = .work
    case "personal": self = .personal
    case "shopping": self = .shopping
    default: self = .category
    }
  }
}
