import ArgumentParser

/// `vault tasks`
struct TasksCommand: QueryCommand {
  static let configuration = CommandConfiguration(
    commandName: "tasks",
    abstract: "List tasks, complete them and change them.",
    discussion: """
      Without a command, the tasks are listed; `vault tasks list --help` has the filters, the order and the groups.

      Examples:
        vault tasks
        vault tasks --due this-week --priority high,highest
        vault tasks --overdue --group path
        vault tasks 'due:..+7d' NOT tag:someday
      """,
    subcommands: [TasksListCommand.self, TasksNextCommand.self, TasksAgendaCommand.self],
    defaultSubcommand: TasksListCommand.self)
}
