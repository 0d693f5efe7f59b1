import ArgumentParser

/// `vault trash`
struct TrashCommand: WordCommand {
  static let configuration = CommandConfiguration(
    commandName: "trash",
    abstract: "What was deleted: list it, put it back, or empty the trash.",
    discussion: """
      Examples:
        vault trash
        vault trash restore 'Rye sourdough'
        vault trash empty --older-than 30d
      """,
    subcommands: [TrashListCommand.self, TrashRestoreCommand.self, TrashEmptyCommand.self],
    defaultSubcommand: TrashListCommand.self)
}
