import VaultCore
import VaultInterface
import VaultTerminal

/// How the interface looks and behaves: what the configuration says, and what the terminal has told.
package struct UISettings: Hashable, Sendable {
  package var theme = ColorScheme.grey
  package var appearance = Appearance.auto
  /// Each row of two lines.
  package var isSpaced = false
  package var usesMouse = true
  package var keys = KeyMap.standard
  /// Milliseconds until a lone ESC is a key.
  package var escapeDelay = 25
  /// What the terminal is, colours and signs included.
  package var terminal = TerminalContext()
  /// The terminal's own word on its background; nil until it has said it.
  package var isDark: Bool?
  /// True where the terminal takes what is copied (OSC 52), or passes over it.
  package var copies = true

  package init() {}

  package static func == (a: Self, b: Self) -> Bool {
    (a.theme, a.appearance, a.isSpaced, a.usesMouse, a.keys) == (b.theme, b.appearance, b.isSpaced, b.usesMouse, b.keys)
      && (a.escapeDelay, a.terminal, a.isDark, a.copies) == (b.escapeDelay, b.terminal, b.isDark, b.copies)
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(theme) }

  package mutating func take(_ configured: ConfiguredInterface) {
    (theme, appearance, isSpaced) = (configured.theme, configured.appearance, configured.isSpaced)
    (usesMouse, keys, escapeDelay) = (configured.usesMouse, configured.keys, configured.escapeDelay)
  }

  package var background: Background {
    switch appearance {
    case .light: .light
    case .dark: .dark
    case .auto: isDark.map { $0 ? .dark : .light } ?? terminal.background
    }
  }

  package var look: Look {
    Look(theme: Theme(theme, on: background), terminal: terminal)
  }
}

/// What text is drawn with.
package struct Look: Sendable {
  package let theme: Theme
  package let terminal: TerminalContext
  package let glyphs: Glyphs

  package init(theme: Theme, terminal: TerminalContext) {
    (self.theme, self.terminal) = (theme, terminal)
    glyphs = Glyphs(unicode: terminal.unicode)
  }

  package subscript(role: Role) -> Style { theme[role] }

  /// For what commands draw: rows and notes of so many columns.
  package func printer(columns: Int, paths: PathBase?) -> Printer {
    var terminal = terminal
    terminal.width = columns
    return Printer(context: terminal, theme: theme, sink: OutputSink(), paths: paths)
  }
}
