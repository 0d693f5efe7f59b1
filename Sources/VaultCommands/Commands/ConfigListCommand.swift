import ArgumentParser
import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

/// `vault config list`
struct ConfigListCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "All settings, and whether they are set.",
    discussion: """
      Examples:
        vault config list
        vault config list --json
      """)

  @Flag(help: "Print one JSON array.")
  var json = false

  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run(in context: CommandContext) throws -> ExitStatus {
    let vault = try context.vault()
    var configuration = vault.configuration
    let text = try ConfigurationFile.load(root: context.location().root).text
    let set = Set(ConfigurationEditor.settings(in: text))
    var rejected = ConfigurationParser.rejected(in: text)
    if let path = configuration.indexPath, !path.isEmpty, !ConfiguredIndexPath.isSafe(path) {
      rejected.insert("index")
      configuration.indexPath = nil
    }
    let settings = ConfigurationKey.all.map { [configuration, rejected] in
      Setting(
        key: $0, configuration: configuration, defaults: vault.configurationDefaults, isSet: set.contains($0.name),
        isRejected: rejected.contains($0.name))
    }
    let list = try ListOutput(json ? .json : options.quiet ? .quiet : .text, fields: Setting.fields) {
      NotePath($0.key.name)
    }
    try list.write(settings, to: context.printer) { try Setting.print(settings, to: context.printer) }
    return .success
  }

  struct Setting {
    var key: ConfigurationKey
    var configuration: Configuration
    /// What would hold without the file.
    var defaults: Configuration
    var isSet: Bool
    /// True when the file sets it to what it cannot be.
    var isRejected: Bool

    /// `file`, `obsidian` for what its plugin Tasks is set to, or `default`.
    var source: String {
      if isSet, !isRejected { return "file" }
      return key.value(defaults) == key.value(.default) ? "default" : "obsidian"
    }

    static let fields = RecordFields<Setting>([
      .init("key") { .text($0.key.name) },
      .init("value") { JSONValue($0.key.value($0.configuration)) },
      .init("default") { JSONValue($0.key.value(.default)) },
      .init("isSet") { .bool($0.isSet) },
      .init("source") { .text($0.source) },
      .init("help") { .text($0.key.help) },
    ])

    static func print(_ settings: [Setting], to printer: Printer) throws {
      let width = settings.map(\.key.name.count).max() ?? 0
      for setting in settings {
        let role: Role = setting.isRejected ? .warning : setting.isSet ? .accent : .muted
        let lines = setting.key.text(in: setting.configuration).split(separator: "\n")
        let value = lines.count > 1 ? "\(lines.count) entries" : String(lines.first ?? "")
        var line = StyledText(setting.key.name, printer.theme[role]).padded(to: width + 2)
        line.append(value)
        let isObsidians = setting.source == "obsidian"
        if setting.isRejected {
          line.append(
            "  (\(isObsidians ? "Obsidian's" : "default"), since the file's value cannot be used)",
            printer.theme[.warning])
        } else if isObsidians {
          line.append("  (from Obsidian's plugin Tasks)", printer.theme[.muted])
        } else if !setting.isSet {
          line.append(value.isEmpty ? "(not set)" : "  (default)", printer.theme[.muted])
        }
        try printer.line(printer.fitted(line))
      }
    }
  }
}
