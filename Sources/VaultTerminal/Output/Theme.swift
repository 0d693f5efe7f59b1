import VaultInterface

/// How each piece of output looks, in one of the six colour schemes on a dark or a light background.
package struct Theme: Sendable {
  package let scheme: ColorScheme
  package let isDark: Bool
  private let styles: [Style]

  package init(_ scheme: ColorScheme = .grey, isDark: Bool = true) {
    self.scheme = scheme
    self.isDark = isDark
    let palette = Palette(scheme, isDark: isDark)
    styles = Role.allCases.map { Self.attributes(of: $0).with(Style(palette[$0])) }
  }

  package init(_ scheme: ColorScheme, _ context: TerminalContext) {
    self.init(scheme, isDark: context.darkBackground)
  }

  package subscript(role: Role) -> Style { styles[role.rawValue] }

  private static func attributes(of role: Role) -> Style {
    switch role {
    case .title, .match, .heading, .highest, .error: Style(bold: true)
    case .link: Style(underline: true)
    case .quote: Style(italic: true)
    default: .plain
    }
  }
}
