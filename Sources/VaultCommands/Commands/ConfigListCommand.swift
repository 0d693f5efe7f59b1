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
    let settings = try choice.isUsers ? usersSettings(context) : settings(context.vault())
    let list = try ListOutput(json ? .json : options.quiet ? .quiet : .text, fields: Setting.fields) {
      NotePath($0.key.name)
    }
    try list.write(settings, to: context.printer) {
      try Setting.print(settings, besides: choice.isUsers ? .user : .file, to: context.printer)
    }
    return .success
  }

  /// What holds in a vault.
  private func settings(_ vault: Vault) throws -> [Setting] {
    let text = try ConfigurationFile.load(root: vault.location.root).text
    let set = Set(ConfigurationEditor.settings(in: text))
    let given = ConfigurationParser.settings(in: text, of: vault.location.isForeign ? .stranger : .vault)
    return ConfigurationKey.all.map { key in
      let isUsers = vault.user.settings.contains(key.name)
      let isObsidians = key.value(vault.configurationDefaults) != key.value(.default)
      let source: Setting.Source =
        given[key.name] == true && !(isUsers && key.power.isUsersFirst)
        ? .file : isUsers ? .user : isObsidians ? .obsidian : .default
      return Setting(
        key: key, configuration: vault.configuration, source: source, isSet: set.contains(key.name),
        rejection: given[key.name] == false ? Self.rejection(of: key, isForeign: vault.location.isForeign) : nil)
    }
  }

  private static func rejection(of key: ConfigurationKey, isForeign: Bool) -> String {
    if !key.power.counts(in: .vault) { return "since a vault's does not count" }
    return isForeign && !key.power.counts(in: .stranger)
      ? "since the vault is another user's and not accepted" : "since the file's value cannot be used"
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

  struct Setting {
    /// Where a value is from: the vault's file, the user's own, what Obsidian's plugin Tasks is set to, or nowhere.
    enum Source: String {
      case file, user, obsidian
      case `default` = "default"

      var words: String {
        switch self {
        case .file: "from the vault"
        case .user: "from your own configuration"
        case .obsidian: "from Obsidian's plugin Tasks"
        case .default: "default"
        }
      }
    }

    var key: ConfigurationKey
    var configuration: Configuration
    var source: Source
    /// True when the file at hand has it, also where that counts for nothing.
    var isSet: Bool
    /// Why the value in the vault's file counts for nothing; nil where it counts, or there is none.
    var rejection: String? = nil

    static let fields = RecordFields<Setting>([
      .init("key") { .text($0.key.name) },
      .init("value") { JSONValue($0.key.value($0.configuration)) },
      .init("default") { JSONValue($0.key.value(.default)) },
      .init("isSet") { .bool($0.isSet) },
      .init("source") { .text($0.source.rawValue) },
      .init("help") { .text($0.key.help) },
    ])

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
}
