import ArgumentParser
import VaultCore
import VaultInterface
import VaultPlatform
import VaultStore
import VaultTUI
import VaultTerminal

/// The full-screen interface of a vault, begun by a command.
enum FullScreen {
  /// Where a search begins; all notes where nothing is searched for.
  static func search(_ query: String) -> VaultURL {
    var url = VaultURL(query.isEmpty ? .notes : .search)
    url.query = query.isEmpty ? nil : query
    return url
  }

  static func tasks(_ query: String) -> VaultURL {
    var url = VaultURL(.tasks)
    url.query = query.isEmpty ? nil : query
    return url
  }

  /// Runs until a person leaves it. What is picked is printed: notes by their paths, tasks by their handles, and
  /// `separator` behind each.
  static func run(
    _ context: CommandContext, start: VaultURL, picks: Bool, separator: UInt8 = 0x0A
  ) throws -> ExitStatus {
    let kind: UIState.Picking.Kind = start.place == .tasks ? .tasks : .notes
    switch try end(context, start: start, picks: picks ? UIState.Picking(kind) : nil) {
    case .quit: return .success
    case .nothingPicked: return .interrupted
    case .picked(let rows):
      for row in rows {
        let name: [UInt8] =
          switch row {
          case .task(let handle): Array(handle.utf8)
          case .note(let path): context.printer.given(path).bytes
          }
        try context.printer.sink.write(name + [separator])
      }
      return .success
    }
  }

  /// One note that a person picks; nil where none was.
  static func pickNote(
    _ context: CommandContext, start: VaultURL, among candidates: [NotePath]? = nil
  ) throws -> NotePath? {
    let picks = UIState.Picking(.notes, isOne: true, among: candidates)
    guard case .picked(let rows) = try end(context, start: start, picks: picks) else { return nil }
    return rows.lazy.compactMap { if case .note(let path) = $0 { path } else { nil } }.first
  }

  /// The one of the notes of one name that a person picks; nil where nobody is there who could, and where none was picked.
  static func pick(from candidates: [NotePath], _ context: CommandContext) throws -> NotePath? {
    guard Confirmation.isPossible, canDraw(context), candidates.allSatisfy(\.isNote) else { return nil }
    return try pickNote(context, start: VaultURL(.notes), among: candidates)
  }

  private static func canDraw(_ context: CommandContext) -> Bool {
    let term = context.environment.variables["TERM"] ?? ""
    return !term.isEmpty && term != "dumb"
  }

  private static func end(_ context: CommandContext, start: VaultURL, picks: UIState.Picking?) throws -> UIEnd {
    guard canDraw(context) else {
      throw ValidationError("The terminal can do too little for that (TERM). \(Self.instead(picks != nil))")
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
    // A command can be typed in another window; an option is none of it.
    options.nameOfRemedy = { remedy in
      switch remedy {
      case .command, .setting: remedy.commandLine
      case .option(.keepingChanged): "`vault undo --keep-changed`"
      case .option: remedy.name
      }
    }
    let runtime: UIRuntime
    do { runtime = try UIRuntime(vault, options) } catch is NoTerminalError {
      throw ValidationError("There is no terminal to draw on. \(Self.instead(picks != nil))")
    }
    // What hears of changes hears of them all at the end.
    defer { context.changedPaths += runtime.changedFiles.paths }
    do { return try runtime.run() } catch let end as SignalEnd {
      signal(end.signal, SIG_DFL)
      raise(end.signal)
      return .nothingPicked
    }
  }

  private static func instead(_ picks: Bool) -> String {
    picks ? "`vault search -l` prints paths anywhere" : "`vault list`, `vault search` and `vault tasks` print anywhere"
  }
}
