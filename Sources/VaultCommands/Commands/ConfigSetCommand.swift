import ArgumentParser
import VaultCore
import VaultStore

/// `vault config set`
struct ConfigSetCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Change one setting.",
    discussion: """
      A list is words separated by commas, or YAML in brackets. Makes .vault where there is none.

      Examples:
        vault config set theme blue
        vault config set respect_gitignore false
        vault config set categories '[{name: recipe, icon: "🍞", title: Recipe}]'
      """)

  @Argument(help: "The setting, like tasks.format.", completion: .settings)
  var key: String

  @Argument(help: "Its new value.", completion: .settingValues)
  var value: String

  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run(in context: CommandContext) throws -> ExitStatus {
    let key = try ConfigCommand.key(key)
    return try ConfigurationChange.apply("config set \(key.name)", in: context, makingFolder: true) { text in
      try ConfigurationEditor.setting(key.name, value, in: text)
    }
  }
}

/// `vault config unset`
struct ConfigUnsetCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "unset", abstract: "Take one setting out of the file, so that its default holds.",
    discussion: """
      Examples:
        vault config unset theme
      """)

  @Argument(help: "The setting, like tasks.format.", completion: .settings)
  var key: String

  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run(in context: CommandContext) throws -> ExitStatus {
    let key = try ConfigCommand.key(key)
    return try ConfigurationChange.apply("config unset \(key.name)", in: context, makingFolder: false) { text in
      try ConfigurationEditor.removing(key.name, in: text)
    }
  }
}

/// A change of the text of `config.yaml`, to be undone like any other.
enum ConfigurationChange {
  static func apply(
    _ title: String, in context: CommandContext, makingFolder: Bool, _ edit: (String) throws -> String
  ) throws -> ExitStatus {
    let root = try context.location().root
    // A bad value is refused before anything is made.
    if try AtomicFile.read(root + "/" + ConfigurationFile.relativePath) == nil {
      _ = try edit("")
      guard makingFolder else { return .success }
      let made = try VaultFolder.create(in: root)
      context.note("Made \(made.joined(separator: " and ")) in \(root).")
    }
    let path = NotePath(ConfigurationFile.relativePath)
    _ = try context.editor().change(title) { plan in
      let text = String(decoding: try plan.text(path), as: UTF8.self)
      do { try plan.replace(path, with: Array(edit(text).utf8)) } catch let error as ConfigurationEditError
        where error.kind != .badArgument
      {
        // The file, and not the value that was given, is in the way.
        throw CommandFailure(kind: .refused, message: "\(path): \(error)")
      }
    }
    return .success
  }
}
