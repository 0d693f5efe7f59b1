import ArgumentParser

/// `vault tasks`
struct TasksCommand: QueryCommand {
  static let configuration = CommandConfiguration(
    commandName: "tasks",
    abstract: "List tasks, complete them and change them.",
    discussion: """
      Without a command, the tasks are listed, as `vault tasks list` does, whose arguments and options follow.

      Examples:
        vault tasks
        vault tasks --due this-week --priority high,highest
        vault tasks --overdue --group path
        vault tasks 'due:..+7d' NOT tag:someday
      """,
    subcommands: [
      TasksListCommand.self, TasksNextCommand.self, TasksAgendaCommand.self, TasksRunCommand.self,
      TasksDoneCommand.self, TasksUndoCommand.self, TasksStartCommand.self, TasksCancelCommand.self,
      TasksStatusCommand.self, TasksAddCommand.self, TasksEditCommand.self, TasksDueCommand.self,
      TasksScheduleCommand.self, TasksPriorityCommand.self, TasksCategoryCommand.self, TasksRepeatCommand.self,
      TasksMoveCommand.self, TasksRemoveCommand.self, TasksPromoteCommand.self, TasksHistoryCommand.self,
      TasksExportCommand.self,
    ],
    defaultSubcommand: TasksListCommand.self)
}
