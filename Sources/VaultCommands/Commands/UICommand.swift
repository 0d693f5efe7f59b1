import ArgumentParser
import VaultCore
import VaultInterface
import VaultPlatform
import VaultStore
import VaultTUI
import VaultTerminal

/// `vault ui`
struct UICommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "ui",
    abstract: "Search, read and change notes and tasks on the whole screen.",
    discussion: """
      Shows notes, tasks, the agenda, folders, tags, the trash, the history and settings, and answers each key at once. \
      ? shows all keys, 1 to 8 lead to the screens, / searches as you type, e opens the editor, u takes the last change \
      back, q leaves. It begins with what a query finds, or at an address: Y copies that of what is shown. Keys, mouse and \
      colours are settings (`ui.keys`, `ui.mouse`, `theme`); `vault help ui` has them.

      Examples:
        vault ui
        vault ui ferment
        vault ui 'vault://tasks?tab=high'
        vault ui --pick garden
      """)

  @OptionGroup var words: QueryWords

  @Flag(help: "Choose notes: Enter prints the paths of the marked ones, or of the one at hand, and ends.")
  var pick = false

  @Flag(name: .customShort("0"), help: "End each path with NUL instead of a line's end.")
  var nul = false

  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func validate() throws {
    if nul, !pick { throw ValidationError("-0 is about the paths that --pick prints; give it too") }
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let text = words.text
    let start: VaultURL
    if text.hasPrefix(VaultURL.scheme) {
      do { start = try VaultURL(text) } catch { throw ValidationError("\(error)") }
    } else {
      var url = VaultURL(text.isEmpty ? .notes : .search)
      url.query = text.isEmpty ? nil : text
      start = url
    }
    return try FullScreen.run(context, start: start, picks: pick, separator: nul ? 0 : 0x0A)
  }
}

/// The full-screen interface of a vault, begun by a command.
enum FullScreen {
  /// `separator`: what stands behind each path that is picked.
  static func run(
    _ context: CommandContext, start: VaultURL, picks: Bool, separator: UInt8 = 0x0A
  ) throws -> ExitStatus {
    let instead = picks ? "vault search -l" : "vault list"
    guard let term = context.environment.variables["TERM"], !term.isEmpty, term != "dumb" else {
      throw ValidationError("a terminal that can do more is needed (TERM); \(instead) prints notes anywhere")
    }
    let vault = try context.vault()
    // The screen is a terminal, whatever standard output is.
    var terminal = TerminalContext(
      color: context.options.color,
      appearance: Appearance(rawValue: vault.configuration.appearance.rawValue) ?? .auto,
      environment: context.environment.variables, outputIsTerminal: true, errorIsTerminal: true, size: nil)
    if context.options.ascii { terminal.unicode = false }
    var options = UIRuntime.Options(
      start: start, terminal: terminal, version: VaultCommand.version,
      environment: VaultEnvironment.clock(today: context.options.today))
    options.picks = picks
    options.theme = context.options.theme
    let runtime: UIRuntime
    do { runtime = try UIRuntime(vault, options) } catch is NoTerminalError {
      throw ValidationError("there is no terminal to draw on; \(instead) prints notes anywhere")
    }
    do {
      switch try runtime.run() {
      case .quit: return .success
      case .nothingPicked: return .interrupted
      case .picked(let paths):
        for path in paths {
          try context.printer.sink.write(context.printer.given(path).bytes + [separator])
        }
        return .success
      }
    } catch let end as SignalEnd {
      if end.signal == SIGINT { return .interrupted }
      signal(end.signal, SIG_DFL)
      raise(end.signal)
      return .interrupted
    }
  }
}
