import VaultCore

/// The colours that a person chose.
package typealias ColorScheme = Configuration.Theme

/// What a piece of output is, so that a theme can say how it looks.
package enum Role: Int, Sendable, CaseIterable {
  case accent, title, path, muted, match, heading, tag, category, code, link, quote
  case overdue, done, inProgress
  case highest, high, medium, low, lowest
  /// The categories that every list of tasks knows; `category` is for all others.
  case general, work, personal, shopping
  case error, warning, success
}

/// What text stands on.
package enum Background: Sendable, CaseIterable {
  case dark, light
  /// One or the other: colours are then of a brightness that both let read.
  case unknown
}

/// The colours of one of the six schemes on a background.
package struct Palette: Sendable {
  private let scheme: ColorScheme
  let background: Background

  package init(_ scheme: ColorScheme, on background: Background) {
    self.scheme = scheme
    self.background = background
  }

  /// Returns nil for what has the colour of the text around it. But for the two that a scheme brings, colours mean the
  /// same in every scheme: to-do priorities are blue, orange and red, and the categories of to-dos have others.
  package subscript(role: Role) -> Color? {
    let colors: Shades
    switch role {
    case .title: return nil
    case .accent, .heading, .link, .inProgress: colors = tint.strong
    case .path, .tag, .category: colors = tint.quiet
    case .muted, .quote, .done, .general: colors = Shades(0x9E9E9E, 0x666666, Color(0x757575))
    case .match: colors = Shades(0xFFD75F, 0x8A5B00, Self.orange)
    case .code: colors = Shades(0xC6B6D8, 0x6A3D9A, Self.violet)
    case .overdue, .highest, .high, .error: colors = Shades(0xFF7B7B, 0xB42318, Color(0xD63D3D, palette: 131))
    case .medium, .warning: colors = Shades(0xFFA657, 0x9A3D00, Self.orange)
    case .low, .lowest: colors = Shades(0x6CB6FF, 0x0B5CAD, Self.blue)
    case .work: colors = Shades(0xD2A8FF, 0x7A3EA8, Self.violet)
    case .personal: colors = Shades(0x56D4DD, 0x006D75, Color(0x008388, palette: 29))
    case .shopping: colors = Shades(0xF778BA, 0xA6266E, Color(0xD03491, palette: 163))
    case .success: colors = Shades(0x7EE787, 0x14702B, Self.green)
    }
    return colors.color(on: background)
  }

  /// The colours that the scheme brings: a strong one, and a quiet one for what stands beside it.
  private var tint: (strong: Shades, quiet: Shades) {
    switch scheme {
    case .grey: (Shades(0xE4E4E4, 0x262626, nil), Shades(0xA8A8A8, 0x5F5F5F, Color(0x757575)))
    case .blue: (Shades(0x6CB6FF, 0x0B5CAD, Self.blue), Shades(0x8FB4D8, 0x41688F, Color(0x52799F, palette: 63)))
    case .orange: (Shades(0xFFA657, 0x9A3D00, Self.orange), Shades(0xD0A884, 0x85553A, Color(0x946E51, palette: 131)))
    case .yellow:
      (
        Shades(0xF2CC60, 0x7D5A00, Color(0x937100, palette: 130)),
        Shades(0xC9B782, 0x6B5C30, Color(0x827543, palette: 243))
      )
    case .green: (Shades(0x7EE787, 0x14702B, Self.green), Shades(0x93BF97, 0x2E6B2E, Color(0x537F5D, palette: 29)))
    case .indigo:
      (
        Shades(0xA5A8FF, 0x3F3CBB, Color(0x6666E4, palette: 63)),
        Shades(0xA3A5CF, 0x5C5A94, Color(0x726FA9, palette: 98))
      )
    }
  }

  // Those for an unknown background have a contrast of 4.5 with black and with white, and their entries of the palette
  // the best that it has.
  private static let orange = Color(0xB85C00)
  private static let blue = Color(0x2775D6, palette: 63)
  private static let violet = Color(0x9358D3)
  private static let green = Color(0x148832, palette: 28)

  /// A colour for each background; nil for that of the text around it.
  private struct Shades {
    private let dark: UInt32
    private let light: UInt32
    private let either: Color?

    init(_ dark: UInt32, _ light: UInt32, _ either: Color?) {
      self.dark = dark
      self.light = light
      self.either = either
    }

    func color(on background: Background) -> Color? {
      switch background {
      case .dark: Color(dark)
      case .light: Color(light)
      case .unknown: either
      }
    }
  }
}

extension Role {
  private static let categories: [String: Role] = [
    "general": .general, "work": .work, "personal": .personal, "shopping": .shopping,
  ]

  /// The role of a task's category, whatever its case.
  package init(category: String) { self = Self.categories[category.lowercased()] ?? .category }

  package init(_ priority: TaskPriority) {
    self =
      switch priority {
      case .highest: .highest
      case .high: .high
      case .medium: .medium
      case .none: .muted
      case .low: .low
      case .lowest: .lowest
      }
  }
}
