import Testing
import VaultInterface

@testable import VaultTerminal

struct TerminalContextTests {
  private func context(
    _ environment: [String: String] = [:], color: ColorChoice = .auto, appearance: Appearance = .auto,
    terminal: Bool = true, size: (columns: Int, rows: Int)? = (100, 40)
  ) -> TerminalContext {
    TerminalContext(
      color: color, appearance: appearance, environment: environment, outputIsTerminal: terminal,
      errorIsTerminal: terminal, size: size)
  }

  @Test(arguments: [
    (["TERM": "xterm-256color"], ColorChoice.auto, true, ColorDepth.palette256),
    (["TERM": "xterm", "COLORTERM": "truecolor"], .auto, true, .trueColor),
    (["COLORTERM": "24bit"], .auto, true, .trueColor),
    ([:], .auto, false, .none),
    (["TERM": "dumb"], .auto, true, .none),
    (["NO_COLOR": "1"], .auto, true, .none),
    (["NO_COLOR": ""], .auto, true, .palette256),
    (["NO_COLOR": "1", "CLICOLOR_FORCE": "1"], .auto, true, .none),
    (["CLICOLOR_FORCE": "1"], .auto, false, .palette256),
    (["CLICOLOR_FORCE": "0"], .auto, false, .none),
    (["CLICOLOR": "0"], .auto, true, .none),
    (["NO_COLOR": "1"], .always, false, .palette256),
    (["CLICOLOR_FORCE": "1"], .never, true, .none),
  ])
  func colors(_ environment: [String: String], _ choice: ColorChoice, _ terminal: Bool, _ expected: ColorDepth) {
    #expect(context(environment, color: choice, terminal: terminal).outputColors == expected)
  }

  /// Standard error is a terminal where the answer goes into a pipe.
  @Test func widthOfStandardErrorAlone() {
    let context = TerminalContext(
      color: .auto, appearance: .auto, environment: [:], outputIsTerminal: false, errorIsTerminal: true,
      size: (100, 40))
    #expect(context.width == nil && context.errorWidth == 100)
    #expect(self.context(terminal: false).errorWidth == nil)
  }

  @Test func width() {
    #expect(context().width == 100)
    #expect(context().height == 40)
    #expect(context(["COLUMNS": "60"]).width == 60)
    #expect(context(["COLUMNS": "wide"]).width == 100)
    #expect(context(["COLUMNS": "-3"]).width == 80)
    #expect(context(["COLUMNS": "1"]).width == 20)
    #expect(context(size: nil).width == 80)
    #expect(context(size: nil).height == nil)
    #expect(context(["COLUMNS": "60"], terminal: false).width == nil)
  }

  @Test(arguments: [
    (["TERM_PROGRAM": "iTerm.app"], true), (["VTE_VERSION": "6003"], true), (["VTE_VERSION": "4205"], false),
    (["TERM": "xterm-kitty"], true), (["TERM": "xterm-256color"], false), (["TERM_PROGRAM": "Apple_Terminal"], false),
    (["TERM_PROGRAM": "WezTerm", "TMUX": "x"], false), (["TERM": "dumb", "WT_SESSION": "1"], false),
    (["TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "3.4", "TMUX": "x", "TERM": "tmux-256color"], true),
    (["TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "next-3.6"], true),
    (["TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "3.3a"], false),
    (["TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "10.0"], true), (["TERM_PROGRAM": "tmux"], false),
    (["NO_HYPERLINKS": "1", "TERM_PROGRAM": "iTerm.app"], false), (["NO_HYPERLINKS": "", "TERM": "foot"], true),
    (["FORCE_HYPERLINK": "1"], true), (["FORCE_HYPERLINK": "0", "TERM_PROGRAM": "iTerm.app"], false),
    (["FORCE_HYPERLINK": "1", "NO_HYPERLINKS": "1"], false), (["FORCE_HYPERLINK": "1", "TERM": "dumb"], false),
  ])
  func hyperlinks(_ environment: [String: String], _ expected: Bool) {
    #expect(context(environment).hyperlinks == expected)
    #expect(!context(environment, terminal: false).hyperlinks)
  }

  @Test(arguments: [
    ([:], false), (["LANG": "C"], false), (["LANG": "de_DE.UTF-8"], true), (["LANG": "C.utf8"], true),
    (["LC_ALL": "C", "LANG": "en_US.UTF-8"], false), (["LC_ALL": "", "LC_CTYPE": "UTF-8"], true),
  ])
  func unicode(_ environment: [String: String], _ expected: Bool) {
    #expect(context(environment).unicode == expected)
  }

  /// `desktop`: whether it is set to dark.
  @Test(arguments: [
    ([:], Appearance.auto, nil, Background.unknown), (["COLORFGBG": "0;15"], .auto, nil, .light),
    (["COLORFGBG": "15;default;0"], .auto, nil, .dark), (["COLORFGBG": "0;15"], .dark, nil, .dark),
    ([:], .light, nil, .light), (["COLORFGBG": "x"], .auto, nil, .unknown), ([:], .auto, true, .dark),
    ([:], .auto, false, .light), (["COLORFGBG": "0;15"], .auto, true, .light), ([:], .light, true, .light),
  ])
  func background(
    _ environment: [String: String], _ appearance: Appearance, _ desktop: Bool?, _ expected: Background
  ) {
    let context = TerminalContext(
      color: .auto, appearance: appearance, environment: environment, outputIsTerminal: true, errorIsTerminal: true,
      size: nil, desktopIsDark: desktop)
    #expect(context.background == expected)
  }
}
