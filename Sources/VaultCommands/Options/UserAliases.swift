import ArgumentParser
import VaultCore
import VaultStore

/// Commands of the user's own configuration.
enum UserAliases {
  /// The arguments with an alias's words in place of its name, where that is no command. What an alias stands for begins with
  /// a command, so no alias leads to another.
  static func expanded(_ arguments: [String]) throws -> [String] {
    guard let place = CommandLineArguments.commandPlace(arguments), arguments[place] != "help",
      CommandLineArguments.command(arguments[place]) == nil,
      let words = try all().first(where: { $0.name == arguments[place] })?.words
    else { return arguments }
    return Array(arguments[..<place] + words + arguments[(place + 1)...])
  }

  /// A warning for each alias that is never used, since a command has its name.
  static func hidden() throws -> [String] {
    try all().map(\.name).filter { CommandLineArguments.command($0) != nil }.map {
      "`vault \($0)` stays the command of that name, and the alias is never used"
    }
  }

  static func all() throws -> [CommandAlias] {
    try CommandContext(GlobalOptions.parse([])).user().configuration.aliases
  }
}
