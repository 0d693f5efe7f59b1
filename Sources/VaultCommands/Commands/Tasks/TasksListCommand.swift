import ArgumentParser
import VaultCore
import VaultStore

/// `vault tasks list`, which is what `vault tasks` does of itself
struct TasksListCommand: QueryCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List tasks, open ones by default, by due date.",
    discussion: """
      Filters and the query must all hold; several values of one filter are alternatives.
      Words of the query are looked for in the task's description.

      --ics is an iCalendar file with a to-do for each task. Calendars have one date of beginning: the start, else the \
      day it is scheduled for. Rules of recurrence that they cannot follow exactly, such as "when done", are left to the \
      comment X-VAULT-RECURRENCE.

      `list` may be left out unless the query begins with the name of another command, as in the last example.

      Examples:
        vault tasks list
        vault tasks --due this-week --priority high,highest
        vault tasks --overdue --group path
        vault tasks --all --category work report
        vault tasks 'due:..+7d' NOT tag:someday
        vault tasks --done 'done:last-week' --sort -done
        vault tasks --format '{path}:{line}: {description}'
        vault tasks --tasks-query -
        vault tasks --ics --due ..+30d > tasks.ics
        vault tasks list next
      """)

  @OptionGroup var words: QueryWords
  @OptionGroup(title: "Filters") var filters: TaskFilters

  @Option(
    help: ArgumentHelp("The order: due, priority, path, category, created, …; -key reverses.", valueName: "keys"),
    transform: CommandLineArguments.decoded)
  var sort: String?

  @Option(
    help: ArgumentHelp(
      "What to put under a title of its own.",
      discussion: "On a terminal due, unless the list is sorted otherwise; in a pipe none.", valueName: "key"))
  var group: TaskGrouping?

  @Flag(help: "Print an iCalendar file, for calendars and other task managers.")
  var ics = false

  @OptionGroup(title: "Queries of Obsidian Tasks") var tasksQuery: TasksQueryOptions
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func validate() throws {
    guard tasksQuery.file != nil else { return }
    if !words.words.isEmpty || sort != nil || group != nil || filters.isGiven || ics {
      throw ValidationError(
        "A --tasks-query has its own filters, order and groups: leave the query, the filters, --sort, --group and --ics out.")
    }
  }

  func run() throws {
    try CommandContext.run(options) { context in
      let vault = try context.vault()
      if let source = try tasksQuery.source(vault) {
        return try TasksQueryRun([source], output, options, context, name: tasksQuery.name).write()
      }
      let mode = try output.mode(options, calendar: ics)
      let list = try ListOutput(mode, fields: .task) { $0.task.path }
      let query = try filters.adding(to: context.query(words), context)
      let scope = filters.scope(of: query)
      let sort = try context.sortKeys(sort)
      let result = mode.needsRecords ? try vault.tasks(query, scope: scope, sort: sort, limit: output.limit) : nil
      let total = try result?.total ?? vault.taskCount(query, scope: scope)
      try list.write(result?.tasks ?? [], total: total, to: context.printer) {
        guard let result else { return }
        let isSorted = !sort.isEmpty || !query.sort.isEmpty
        let usual = context.terminal.outputIsTerminal && !isSorted ? TaskGrouping.due : .none
        let listed = ListedVault(vault)
        if mode == .calendar {
          return try TaskCalendarOutput.write(result.tasks, listed.environment, to: context.printer)
        }
        try TaskListing(result, grouping: group ?? usual, printer: context.printer, vault: listed).write()
      }
      if total == 0, mode == .text { context.note("No task matches.") }
      return total == 0 ? .nothingFound : .success
    }
  }
}

extension TaskGrouping: ExpressibleByArgument {}
