import ArgumentParser

/// `vault tag`
struct TagCommand: WordCommand {
  static let configuration = CommandConfiguration(
    commandName: "tag",
    abstract: "Add, remove and rename tags.",
    discussion: """
      Examples:
        vault tag add reading/queue 'The Salt Road'
        vault tag remove maintenance Bike
        vault tag rename baking bread --dry-run
      """,
    subcommands: [TagAddCommand.self, TagRemoveCommand.self, TagRenameCommand.self])
}
