import ArgumentParser
import VaultCore
import VaultStore
import VaultTerminal

/// `vault config set`
struct ConfigSetCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Change one setting.",
    discussion: """
      A list is words separated by commas, or YAML in brackets. A map, and a list of maps, keep the entries that are not \
      named; SETTING.NAME is one of them, and --add and --remove change entries of any list or map. Makes .vault, or your \
      own configuration, where there is none. `vault undo` takes a change of a vault's settings back; your own are in no vault's history.

      Examples:
        vault config set theme blue
        vault config set respect_gitignore false
        vault config set ignore --add Drafts/ --add '*.tmp.md'
        vault config set searches.week 'updated:this-week'
        vault config set categories '[{name: recipe, icon: "🍞", title: Recipe}]'
        vault config set --user theme indigo
        vault config set --user vaults '{work: ~/Notes/Work}'
      """)

  @Argument(help: "The setting, like tasks.format.", completion: .settings)
  var key: String

  @Argument(help: "Its new value.", completion: .settingValues)
  var value: String?

  @Option("An entry to put in; may be given several times.", value: "entry")
  var add: [String] = []

  @Option(
    "An entry to take away, by its name or, of a plain list, its text; may be given several times.", value: "entry",
    completion: .settingParts)
  var remove: [String] = []

  @OptionGroup var choice: ConfigurationChoice

  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func validate() throws {
    guard (value != nil) == (add.isEmpty && remove.isEmpty) else {
      throw ValidationError(
        "Give either a value, or entries to --add and to --remove; a value that begins with - stands behind --")
    }
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let (key, part) = try ConfigCommand.part(key)
    if value == nil, part != nil || !key.hasParts {
      throw ValidationError("--add and --remove are for settings that are lists or maps, and \(self.key) is none")
    }
    let name = part.map { "\(key.name).\($0)" } ?? key.name
    let status = try ConfigurationChange.apply(
      "config set \(name)", of: choice.origin, in: context, makingFolder: true
    ) { text in
      if let value { return try ConfigurationEditor.setting(name, value, in: text, of: choice.origin) }
      let less = try ConfigurationEditor.changing(key, removing: remove, in: text, of: choice.origin)
      return try ConfigurationEditor.adding(add, to: key, in: less, of: choice.origin)
    }
    if !choice.isUsers, key.power.isUsersFirst, try context.user().settings.contains(key.name) {
      context.note("Your own configuration sets \(key.name) too, and wins.")
    }
    if key.name == "aliases" { try UserAliases.hidden().forEach(context.warn) }
    if let value {
      if context.terminal.outputIsTerminal { context.note("\(name) is \(ShownName.quoted(value)) now.") }
      if !choice.isUsers { try tellWhatIsMissing(key.name, value, context) }
    }
    return status
  }

  /// Says where the value names what is not there, which would be noticed much later.
  private func tellWhatIsMissing(_ key: String, _ value: String, _ context: CommandContext) throws {
    switch key {
    case _ where value.isEmpty: break
    case "templates":
      let folder = NotePath(value.pathNames().joined(separator: "/"))
      guard try !context.read({ try $0.folders().contains { $0.path == folder } }) else { return }
      context.note("There is no folder \(ShownName.path(value)) with files in the vault yet.")
    case "daily.template", "new.template":
      do { _ = try context.read { try $0.template(value, namedBy: "the setting `\(key)`") } } catch let error
        as NoTemplateError
      {
        context.warn(error.message)
      }
    default: break
    }
  }
}

/// `vault config unset`
struct ConfigUnsetCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "unset", abstract: "Take a setting, or one entry of it, out of the file.",
    discussion: """
      Examples:
        vault config unset theme
        vault config unset tasks.format
        vault config unset --user editor
      """)

  @Argument(help: "The setting, like tasks.format.", completion: .settings)
  var key: String

  @OptionGroup var choice: ConfigurationChoice

  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run(in context: CommandContext) throws -> ExitStatus {
    let (key, part) = try ConfigCommand.part(key)
    let name = part.map { "\(key.name).\($0)" } ?? key.name
    let status = try ConfigurationChange.apply(
      "config unset \(name)", of: choice.origin, in: context, makingFolder: false
    ) {
      try ConfigurationEditor.removing(name, in: $0, of: choice.origin)
    }
    if context.terminal.outputIsTerminal { context.note("\(name) is not set any more.") }
    return status
  }
}

/// A change of the text of `config.yaml`; of a vault's, to be undone like any other.
enum ConfigurationChange {
  static func apply(
    _ title: String, of origin: ConfigurationOrigin, in context: CommandContext, makingFolder: Bool,
    _ edit: (String) throws -> String
  ) throws -> ExitStatus {
    if origin == .user {
      let folders = context.environment.folders
      try UserConfiguration.change(folders) { try edited($0, of: UserConfiguration.path(folders) ?? "", edit) }
      return .success
    }
    let isNew = try AtomicFile.read(ConfigurationFile.relativePath, inside: context.location().root) == nil
    if isNew, !makingFolder {
      _ = try edit("")
      return .success
    }
    _ = try context.editor().changeConfiguration(title) { try edit($0) }
    return .success
  }

  /// The text as `edit` makes it; where the file, and not the value that was given, is in the way, that is refused.
  private static func edited(
    _ text: String, of path: String, _ edit: (String) throws -> String
  ) throws -> String {
    do { return try edit(text) } catch let error as ConfigurationEditError where error.kind != .badArgument {
      throw CommandFailure(kind: error.kind == .notFound ? .notFound : .refused, message: "\(path): \(error)")
    }
  }
}
