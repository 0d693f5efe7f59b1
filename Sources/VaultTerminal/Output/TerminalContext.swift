import VaultCore
import VaultPlatform

/// `--color`
package enum ColorChoice: String, Sendable, CaseIterable {
  case auto, always, never
}

/// How many colours a stream gets.
package enum ColorDepth: Sendable, Comparable {
  case none, palette256, trueColor
}

/// What is known about the terminal, or that there is none. Read once, at the top.
package struct TerminalContext: Sendable, Equatable {
  package var outputIsTerminal: Bool
  package var errorIsTerminal: Bool
  /// Columns of standard output's terminal; nil when it is none, and then nothing is cut or wrapped.
  package var width: Int?
  /// Rows; nil when unknown.
  package var height: Int?
  package var outputColors: ColorDepth
  package var errorColors: ColorDepth
  /// True to make links that a click opens (OSC 8).
  package var hyperlinks: Bool
  /// True when the locale's encoding is UTF-8.
  package var unicode: Bool
  package var darkBackground: Bool

  package init(
    outputIsTerminal: Bool = false, errorIsTerminal: Bool = false, width: Int? = nil, height: Int? = nil,
    outputColors: ColorDepth = .none, errorColors: ColorDepth = .none, hyperlinks: Bool = false,
    unicode: Bool = true, darkBackground: Bool = true
  ) {
    self.outputIsTerminal = outputIsTerminal
    self.errorIsTerminal = errorIsTerminal
    self.width = width
    self.height = height
    self.outputColors = outputColors
    self.errorColors = errorColors
    self.hyperlinks = hyperlinks
    self.unicode = unicode
    self.darkBackground = darkBackground
  }

  /// Decides from what was asked, the environment and what the streams are; `size` is the terminal's own word.
  package init(
    color: ColorChoice, appearance: Appearance, environment: [String: String], outputIsTerminal: Bool,
    errorIsTerminal: Bool, size: (columns: Int, rows: Int)?
  ) {
    func set(_ name: String) -> String? {
      environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }
    self.outputIsTerminal = outputIsTerminal
    self.errorIsTerminal = errorIsTerminal
    if outputIsTerminal {
      let columns = set("COLUMNS").flatMap { Int($0) } ?? size?.columns ?? 80
      width = columns > 0 ? min(max(columns, 20), 1_000) : 80
      let rows = set("LINES").flatMap { Int($0) } ?? size?.rows ?? 0
      height = rows > 0 ? rows : nil
    }
    let isDumb = environment["TERM"] == "dumb"
    outputColors = Self.colors(color, isTerminal: outputIsTerminal, environment)
    errorColors = Self.colors(color, isTerminal: errorIsTerminal, environment)
    hyperlinks = outputIsTerminal && !isDumb && Self.knowsHyperlinks(environment)
    let locale = set("LC_ALL") ?? set("LC_CTYPE") ?? set("LANG") ?? ""
    let encoding = locale.lowercased()
    unicode = encoding.contains("utf-8") || encoding.contains("utf8")
    darkBackground = appearance.isDark(environment)
  }

  /// The process' own streams and environment.
  package static func live(
    color: ColorChoice, appearance: Appearance, environment: [String: String]
  ) -> TerminalContext {
    TerminalContext(
      color: color, appearance: appearance, environment: environment, outputIsTerminal: isatty(STDOUT_FILENO) == 1,
      errorIsTerminal: isatty(STDERR_FILENO) == 1, size: windowSize(STDOUT_FILENO))
  }

  private static func windowSize(_ descriptor: Int32) -> (columns: Int, rows: Int)? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  private static func colors(
    _ choice: ColorChoice, isTerminal: Bool, _ environment: [String: String]
  ) -> ColorDepth {
    func isSet(_ name: String) -> Bool { environment[name]?.isEmpty == false }
    switch choice {
    case .never: return .none
    case .always: break
    case .auto:
      if isSet("NO_COLOR") { return .none }
      let forced = isSet("CLICOLOR_FORCE") && environment["CLICOLOR_FORCE"] != "0"
      if !forced, !isTerminal || environment["TERM"] == "dumb" || environment["CLICOLOR"] == "0" { return .none }
    }
    let announced = environment["COLORTERM"]?.lowercased() ?? ""
    return announced == "truecolor" || announced == "24bit" ? .trueColor : .palette256
  }

  /// Terminals that open OSC 8 links, and none that would print them. Multiplexers are left out: what they pass on
  /// depends on their version and on the terminal behind them.
  private static func knowsHyperlinks(_ environment: [String: String]) -> Bool {
    let term = environment["TERM"] ?? ""
    if environment["TMUX"] != nil || environment["STY"] != nil || term.hasPrefix("screen") || term.hasPrefix("tmux") {
      return false
    }
    if ["iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "rio", "Tabby", "WarpTerminal", "zed"].contains(
      environment["TERM_PROGRAM"] ?? "")
    {
      return true
    }
    if let vte = environment["VTE_VERSION"].flatMap({ Int($0) }), vte >= 5_000 { return true }
    if let konsole = environment["KONSOLE_VERSION"].flatMap({ Int($0) }), konsole >= 201_200 { return true }
    if environment["WT_SESSION"] != nil || environment["KITTY_WINDOW_ID"] != nil { return true }
    return ["xterm-kitty", "xterm-ghostty", "wezterm", "alacritty", "foot", "contour"].contains {
      term.hasPrefix($0)
    }
  }
}

/// `appearance` in the configuration.
package enum Appearance: String, Sendable, CaseIterable {
  case auto, light, dark

  /// `auto` believes `COLORFGBG` (`15;0`: the last number is the background's), else takes the background for dark.
  func isDark(_ environment: [String: String]) -> Bool {
    switch self {
    case .light: return false
    case .dark: return true
    case .auto:
      let background = environment["COLORFGBG"]?.split(separator: ";").last.flatMap { Int($0) }
      return background.map { $0 < 7 || $0 == 8 } ?? true
    }
  }
}
