import ArgumentParser
import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

/// `vault config`
struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Read and change the vault's settings.",
    discussion: """
      The settings are in .vault/config.yaml, which a person may edit as well; changing one here touches no other \
      line of it. What it does not set is as in Obsidian's plugin Tasks, for settings of tasks that the plugin has \
      too, and else the default.

      Examples:
        vault config list
        vault config get theme
        vault config set theme blue
        vault config set ignore 'Archive/, *.tmp.md'
        vault config unset theme
      """,
    subcommands: [
      ConfigListCommand.self, ConfigGetCommand.self, ConfigSetCommand.self, ConfigUnsetCommand.self,
      ConfigPathCommand.self,
    ],
    defaultSubcommand: ConfigListCommand.self)

  static func key(_ name: String) throws -> ConfigurationKey {
    if let key = ConfigurationKey.named(name) { return key }
    throw UnknownName(noun: "setting", name: name, known: ConfigurationKey.all.map(\.name))
  }
}

struct ConfigGetCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "get", abstract: "The value of one setting; the entries of a list one a line.",
    discussion: """
      Examples:
        vault config get theme
        vault config get tasks.statuses --json
      """)

  @Argument(help: "The setting, like tasks.format.", completion: .settings)
  var key: String

  @Flag(help: "Print the value as JSON.")
  var json = false

  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run(in context: CommandContext) throws -> ExitStatus {
    let key = try ConfigCommand.key(key)
    let configuration = try context.vault().configuration
    if json {
      var writer = JSONWriter()
      JSONValue(key.value(configuration)).write(to: &writer)
      try context.printer.sink.write(writer.bytes + [0x0A])
    } else {
      try context.printer.block(key.text(in: configuration) + "\n")
    }
    return .success
  }
}

struct ConfigPathCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "path", abstract: "Where the settings are.",
    discussion: """
      Examples:
        vault config path
      """)

  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run(in context: CommandContext) throws -> ExitStatus {
    let path = try context.location().root + "/" + ConfigurationFile.relativePath
    try context.printer.line(context.printer.painter.path(NotePath(path)))
    return .success
  }
}
