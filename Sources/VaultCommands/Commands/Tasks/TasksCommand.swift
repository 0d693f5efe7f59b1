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
    groupedSubcommands: [
      CommandGroup(
        name: "Looking",
        subcommands: [
          TasksListCommand.self, TasksNextCommand.self, TasksAgendaCommand.self, TasksRunCommand.self,
        ]),
      CommandGroup(
        name: "Completing",
        subcommands: [
          TasksDoneCommand.self, TasksUndoCommand.self, TasksStartCommand.self, TasksCancelCommand.self,
          TasksStatusCommand.self,
        ]),
      CommandGroup(
        name: "Writing and changing",
        subcommands: [
          TasksAddCommand.self, TasksEditCommand.self, TasksDueCommand.self, TasksScheduleCommand.self,
          TasksPriorityCommand.self, TasksRepeatCommand.self, TasksMoveCommand.self, TasksRemoveCommand.self,
          TasksPromoteCommand.self,
        ]),
      CommandGroup(name: "Out", subcommands: [TasksExportCommand.self]),
    ],
    defaultSubcommand: TasksListCommand.self)
}
