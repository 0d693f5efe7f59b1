import ArgumentParser
import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

/// `vault config`
struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Read and change settings, a vault's and your own.",
    discussion: """
      A vault's settings are in its .vault/config.yaml, your own for all vaults in $XDG_CONFIG_HOME/vault/config.yaml (on \
      macOS in ~/Library/Application Support/vault); a person may edit both, and changing a setting here touches no other \
      line. `vault help settings` shows which setting belongs where: a vault is often somebody else's, so that what runs \
      programs or leads out of it counts in your own only. What neither sets is as in Obsidian's plugin Tasks, for settings \
      of tasks that the plugin has too, and else the default; the table below has them all.

      Examples:
        vault config list
        vault config get theme
        vault config set theme blue
        vault config set ignore 'Archive/, *.tmp.md'
        vault config set searches.week 'updated:this-week'
        vault config unset theme
        vault config set --user editor 'code --wait'
        vault config set --user vaults '{work: ~/Notes/Work, home: ~/Notes/Home}'
        vault config set --user default_vault home
        vault config trust

      \(PluginSettingsHelp.text)
      """,
    subcommands: [
      ConfigListCommand.self, ConfigGetCommand.self, ConfigSetCommand.self, ConfigUnsetCommand.self,
      ConfigPathCommand.self, ConfigTrustCommand.self,
    ],
    defaultSubcommand: ConfigListCommand.self)

  /// A setting; `part`: one of what it holds, where the name goes on with that.
  static func part(_ name: String) throws -> (key: ConfigurationKey, part: String?) {
    if let named = ConfigurationKey.withPart(name) { return named }
    return (try key(name), nil)
  }

  static func key(_ name: String) throws -> ConfigurationKey {
    if let key = ConfigurationKey.named(name) { return key }
    throw UnknownName(noun: "setting", name: name, known: ConfigurationKey.all.map(\.name))
  }
}

/// Which of the two configurations a command is about.
struct ConfigurationChoice: ParsableArguments {
  @Flag(name: .customLong("user"), help: "Your own configuration, for all vaults.")
  var isUsers = false

  var origin: ConfigurationOrigin { isUsers ? .user : .vault }
}

struct ConfigGetCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "get", abstract: "The value of one setting; the entries of a list one a line.",
    discussion: """
      Examples:
        vault config get theme
        vault config get tasks.statuses --json
        vault config get categories.idea
        vault config get editor --user
      """)

  @Argument(help: "The setting, like tasks.format.", completion: .settings)
  var key: String

  @OptionGroup var choice: ConfigurationChoice

  @Flag(help: "Print the value as JSON.")
  var json = false

  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run(in context: CommandContext) throws -> ExitStatus {
    let (key, name) = try ConfigCommand.part(key)
    let configuration = try choice.isUsers ? context.toldUser().configuration : context.vault().configuration
    var value = key.value(configuration)
    if let name {
      let parts = key.parts(of: value) ?? []
      guard let part = parts.last(where: { key.isSame($0.name, name) }) else {
        throw ConfigurationEditError.noPart(key: key.name, name: name, known: parts.map(\.name))
      }
      value = part.value
    }
    if json {
      var writer = JSONWriter()
      JSONValue(value).write(to: &writer)
      try context.printer.sink.write(writer.bytes + [0x0A])
    } else {
      try context.printer.block(ConfigurationKey.text(of: value) + "\n")
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
        $EDITOR "$(vault config path --user)"
      """)

  @OptionGroup var choice: ConfigurationChoice

  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run(in context: CommandContext) throws -> ExitStatus {
    let path: String
    if choice.isUsers {
      guard let place = UserConfiguration.path(context.environment.folders) else {
        throw UserConfigurationError.noPlace
      }
      path = place
    } else {
      path = try context.location().root + "/" + ConfigurationFile.relativePath
    }
    try context.printer.line(context.printer.painter.path(NotePath(path)))
    return .success
  }
}

/// `vault config trust`
struct ConfigTrustCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "trust", abstract: "Accept a vault that belongs to another user.",
    discussion: """
      A vault that lies above the working folder and belongs to another user is only read, and of its settings only those \
      count that say how notes are read: a folder may come from anybody, and root is no exception. This writes the root of \
      the vault at hand into the setting `trusted` of your own configuration; from then on it is like one of your own. A \
      vault that you name by --vault, VAULT_DIR or your own configuration is accepted for as long as you name it.

      Examples:
        vault config trust
        vault config get trusted --user
      """)

  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run(in context: CommandContext) throws -> ExitStatus {
    let root = try context.location().root
    let key = try ConfigCommand.key("trusted")
    var isNew = false
    try UserConfiguration.change(context.environment.folders) { text in
      let known = ConfigurationParser.parse(text, of: .user).configuration.trusted
      guard !known.contains(root) else { return text }
      isNew = true
      return try ConfigurationEditor.changing(key, putting: [ConfigurationPart(root, .text(root))], in: text, of: .user)
    }
    guard !options.quiet else { return .success }
    try context.printer.line(
      StyledText(context.printer.painter.path(NotePath(root)), context.theme[.path])
        + StyledText(isNew ? " is accepted from now on." : " is accepted already."))
    return .success
  }
}
