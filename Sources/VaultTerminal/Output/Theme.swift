import VaultCore
import VaultInterface

/// How each piece of output looks, in one of the six colour schemes on a background.
package struct Theme: Sendable {
  package let scheme: ColorScheme
  package let background: Background
  private let styles: [Style]

  package init(_ scheme: ColorScheme = .grey, on background: Background = .dark) {
    self.scheme = scheme
    self.background = background
    let palette = Palette(scheme, on: background)
    styles = Role.allCases.map { Self.attributes(of: $0).with(Style(palette[$0])) }
  }

  package init(_ scheme: ColorScheme, _ context: TerminalContext) {
    self.init(scheme, on: context.background)
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
