import ArgumentParser
import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

/// `vault config list`
struct ConfigListCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "All settings, and where each value is from.",
    discussion: """
      Examples:
        vault config list
        vault config list --json
        vault config list --user
      """)

  @OptionGroup var choice: ConfigurationChoice

  @Flag(help: "Print one JSON array.")
  var json = false

  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run(in context: CommandContext) throws -> ExitStatus {
    let settings = try choice.isUsers ? usersSettings(context) : context.vault().settings()
    let list = try ListOutput(json ? .json : options.quiet ? .quiet : .text, fields: .setting) {
      NotePath($0.key.name)
    }
    try list.write(settings, to: context.printer) {
      try Setting.print(settings, besides: choice.isUsers ? .user : .file, to: context.printer)
    }
    return .success
  }

  /// What the user's own configuration says, and could say.
  private func usersSettings(_ context: CommandContext) throws -> [Setting] {
    let user = try context.toldUser()
    return ConfigurationKey.all.filter { $0.power.counts(in: .user) }.map { key in
      let isSet = user.settings.contains(key.name)
      return Setting(
        key: key, configuration: user.configuration, source: isSet ? .user : .default, isSet: isSet)
    }
  }
}

extension Setting.Source {
  var words: String {
    switch self {
    case .file: "from the vault"
    case .user: "from your own configuration"
    case .obsidian: "from Obsidian's plugin Tasks"
    case .default: "default"
    }
  }
}

extension Setting {
  /// `usual`: the source that is not told.
  static func print(_ settings: [Setting], besides usual: Source, to printer: Printer) throws {
    let width = settings.map(\.key.name.count).max() ?? 0
    for setting in settings {
      let role: Role =
        setting.rejection != nil ? .warning : setting.isSet || setting.source == .user ? .accent : .muted
      let lines = setting.key.text(in: setting.configuration).split(separator: "\n")
      let value = lines.count > 1 ? "\(lines.count) entries" : String(lines.first ?? "")
      var line = StyledText(setting.key.name, printer.theme[role]).padded(to: width + 2)
      line.append(value)
      if let rejection = setting.rejection {
        line.append("  (\(setting.source.words), \(rejection))", printer.theme[.warning])
      } else if setting.source != usual {
        let isEmpty = value.isEmpty && setting.source == .default
        line.append(isEmpty ? "(not set)" : "  (\(setting.source.words))", printer.theme[.muted])
      }
      try printer.line(printer.fitted(line))
    }
  }
}
