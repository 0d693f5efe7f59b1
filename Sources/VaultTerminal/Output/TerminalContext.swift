import VaultCore
import VaultInterface
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
  /// The same of standard error, which may be a terminal where standard output is a pipe.
  package var errorWidth: Int?
  /// Rows; nil when unknown.
  package var height: Int?
  package var outputColors: ColorDepth
  package var errorColors: ColorDepth
  /// True to make links that a click opens (OSC 8).
  package var hyperlinks: Bool
  /// True when the locale's encoding is UTF-8.
  package var unicode: Bool
  package var background: Background

  package init(
    outputIsTerminal: Bool = false, errorIsTerminal: Bool = false, width: Int? = nil, errorWidth: Int? = nil,
    height: Int? = nil, outputColors: ColorDepth = .none, errorColors: ColorDepth = .none, hyperlinks: Bool = false,
    unicode: Bool = true, background: Background = .dark
  ) {
    self.outputIsTerminal = outputIsTerminal
    self.errorIsTerminal = errorIsTerminal
    self.width = width
    self.errorWidth = errorWidth
    self.height = height
    self.outputColors = outputColors
    self.errorColors = errorColors
    self.hyperlinks = hyperlinks
    self.unicode = unicode
    self.background = background
  }

  /// Decides from what was asked, the environment and what the streams are; `size` is the terminal's own word, and
  /// `desktopIsDark` what the desktop is set to, nil where that is not known.
  package init(
    color: ColorChoice, appearance: Appearance, environment: [String: String], outputIsTerminal: Bool,
    errorIsTerminal: Bool, size: (columns: Int, rows: Int)?, desktopIsDark: Bool? = nil
  ) {
    func set(_ name: String) -> String? {
      environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }
    self.outputIsTerminal = outputIsTerminal
    self.errorIsTerminal = errorIsTerminal
    let columns = set("COLUMNS").flatMap { Int($0) } ?? size?.columns ?? 80
    let shown = columns > 0 ? min(max(columns, 20), 1_000) : 80
    errorWidth = errorIsTerminal ? shown : nil
    if outputIsTerminal {
      width = shown
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
    background = appearance.background(environment, desktopIsDark)
  }

  /// The process' own streams and environment.
  package static func live(
    color: ColorChoice, appearance: Appearance, environment: [String: String]
  ) -> TerminalContext {
    TerminalContext(
      color: color, appearance: appearance, environment: environment, outputIsTerminal: isatty(STDOUT_FILENO) == 1,
      errorIsTerminal: isatty(STDERR_FILENO) == 1, size: windowSize(STDOUT_FILENO) ?? windowSize(STDERR_FILENO),
      desktopIsDark: appearance == .auto ? isDesktopDark() : nil)
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

  /// What the user says by `NO_HYPERLINKS` and `FORCE_HYPERLINK`, as with other programs; else terminals that open OSC 8
  /// links, and none that would print them.
  private static func knowsHyperlinks(_ environment: [String: String]) -> Bool {
    if environment["NO_HYPERLINKS"]?.isEmpty == false { return false }
    if let forced = environment["FORCE_HYPERLINK"], !forced.isEmpty {
      return !["0", "no", "false", "never"].contains(forced.lowercased())
    }
    let term = environment["TERM"] ?? ""
    if environment["TERM_PROGRAM"] == "tmux" { return isVersion(environment["TERM_PROGRAM_VERSION"], from: (3, 4)) }
    // What other multiplexers pass on depends on their version and on the terminal behind them, and the variables may be
    // those of the terminal in which they were started.
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

  /// Returns true for `3.4`, `3.5a` and `next-3.6` where they are no older.
  private static func isVersion(_ text: String?, from least: (Int, Int)) -> Bool {
    let numbers = (text ?? "").split { !("0"..."9").contains($0) }.map { Int($0) ?? 0 }
    return (numbers.first ?? 0, numbers.dropFirst().first ?? 0) >= least
  }
}

/// `appearance` in the configuration.
package enum Appearance: String, Sendable, CaseIterable {
  case auto, light, dark

  /// `auto` believes `COLORFGBG` (`15;0`: the last number is the background's), else the desktop's setting.
  func background(_ environment: [String: String], _ desktopIsDark: Bool?) -> Background {
    switch self {
    case .light: return .light
    case .dark: return .dark
    case .auto:
      let number = environment["COLORFGBG"]?.split(separator: ";").last.flatMap { Int($0) }
      guard let isDark = number.map({ $0 < 7 || $0 == 8 }) ?? desktopIsDark else { return .unknown }
      return isDark ? .dark : .light
    }
  }
}
