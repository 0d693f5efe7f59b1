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

/// One of the six colour schemes on a dark or a light background.
package struct Theme: Sendable {
  package let scheme: ColorScheme
  package let isDark: Bool
  private let styles: [Style]

  package init(_ scheme: ColorScheme = .grey, isDark: Bool = true) {
    self.scheme = scheme
    self.isDark = isDark
    let tint = Self.tints(scheme, isDark)
    let shade = isDark ? Shades.dark : Shades.light
    styles = Role.allCases.map { Self.style($0, tint, shade) }
  }

  package init(_ scheme: ColorScheme, _ context: TerminalContext) {
    self.init(scheme, isDark: context.darkBackground)
  }

  package subscript(role: Role) -> Style { styles[role.rawValue] }

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

  private static func style(_ role: Role, _ tint: (strong: Color, quiet: Color), _ shade: Shades) -> Style {
    switch role {
    case .accent: Style(tint.strong)
    case .title: Style(bold: true)
    case .path: Style(tint.quiet)
    case .muted: Style(shade.grey)
    case .match: Style(shade.yellow, bold: true)
    case .heading: Style(tint.strong, bold: true)
    case .tag: Style(tint.quiet)
    case .category: Style(tint.quiet)
    case .code: Style(shade.code)
    case .link: Style(tint.strong, underline: true)
    case .quote: Style(shade.grey, italic: true)
    case .overdue: Style(shade.red)
    case .done: Style(shade.grey)
    case .inProgress: Style(tint.strong)
    case .highest: Style(shade.red, bold: true)
    case .high: Style(shade.red)
    case .medium: Style(shade.orange)
    case .low: Style(shade.blue)
    case .lowest: Style(shade.blue)
    case .general: Style(shade.grey)
    case .work: Style(shade.violet)
    case .personal: Style(shade.teal)
    case .shopping: Style(shade.pink)
    case .error: Style(shade.red, bold: true)
    case .warning: Style(shade.orange)
    case .success: Style(shade.green)
    }
  }
}

extension Role {
  /// Of a task's category, whatever its case.
  init(category: String) {
    switch category.lowercased() {
    case "general": self = .general
    case "work": self = .work
    case "personal": self = .personal
    case "shopping": self = .shopping
    default: self = .category
    }
  }
}
