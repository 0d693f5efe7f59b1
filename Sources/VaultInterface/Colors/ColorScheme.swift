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
  private let scheme: ColorScheme
  private let isDark: Bool

  package init(_ scheme: ColorScheme, isDark: Bool) {
    self.scheme = scheme
    self.isDark = isDark
  }

  /// Returns nil for what has the colour of the text around it. But for the two that a scheme brings, colours mean the
  /// same in every scheme: to-do priorities are blue, orange and red, and the categories of to-dos have others.
  package subscript(role: Role) -> Color? {
    let colors: (dark: UInt32, light: UInt32)
    switch role {
    case .title: return nil
    case .accent, .heading, .link, .inProgress: colors = tint.strong
    case .path, .tag, .category: colors = tint.quiet
    case .muted, .quote, .done, .general: colors = (0x8A8A8A, 0x6B6B6B)
    case .match: colors = (0xFFD75F, 0x8A5B00)
    case .code: colors = (0xC6B6D8, 0x6A3D9A)
    case .overdue, .highest, .high, .error: colors = (0xFF6B6B, 0xB42318)
    case .medium, .warning: colors = (0xFFA657, 0xA84300)
    case .low, .lowest: colors = (0x6CB6FF, 0x0B5CAD)
    case .work: colors = (0xD2A8FF, 0x7A3EA8)
    case .personal: colors = (0x56D4DD, 0x006D75)
    case .shopping: colors = (0xF778BA, 0xA6266E)
    case .success: colors = (0x7EE787, 0x14702B)
    }
    return Color(isDark ? colors.dark : colors.light)
  }

  /// The colours that the scheme brings: a strong one, and a quiet one for what stands beside it.
  private var tint: (strong: (dark: UInt32, light: UInt32), quiet: (dark: UInt32, light: UInt32)) {
    switch scheme {
    case .grey: ((0xE4E4E4, 0x262626), (0xA8A8A8, 0x5F5F5F))
    case .blue: ((0x6CB6FF, 0x0B5CAD), (0x8FB4D8, 0x41688F))
    case .orange: ((0xFFA657, 0xA84300), (0xD0A884, 0x8A5A3A))
    case .yellow: ((0xF2CC60, 0x7D5A00), (0xC9B782, 0x75653A))
    case .green: ((0x7EE787, 0x14702B), (0x93BF97, 0x4A7653))
    case .indigo: ((0xA5A8FF, 0x3F3CBB), (0xA3A5CF, 0x5C5A94))
    }
  }
}

extension Role {
  private static let categories: [String: Role] = [
    "general": .general, "work": .work, "personal": .personal, "shopping": .shopping,
  ]

  /// The role of a task's category, whatever its case.
  package init(category: String) { self = Self.categories[category.lowercased()] ?? .category }
}
