import ArgumentParser

extension VaultCommand {
  /// The commands that answer questions about notes and tasks.
  static var findingCommands: [any ParsableCommand.Type] {
    [SearchCommand.self, TasksCommand.self, ListCommand.self, ShowCommand.self]
  }
}
