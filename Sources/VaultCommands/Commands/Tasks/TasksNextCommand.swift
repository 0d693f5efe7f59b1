import ArgumentParser
import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

/// `vault tasks next`
struct TasksNextCommand: QueryCommand {
  static let configuration = CommandConfiguration(
    commandName: "next",
    abstract: "List the tasks that can be worked on now, the most urgent first.",
    discussion: """
      Those that are open, wait for no other task, are not on hold, and neither start nor are scheduled after today; \
      at most \(usualLimit) unless --limit says otherwise.

      What stands below a task that cannot be worked on is left out with it. A task gives way to those of its subtasks \
      that are listed; the first of them is listed as if it were as urgent as the task above.

      Examples:
        vault tasks next
        vault tasks next --category work --limit 3
        vault tasks next 'path:Projects' NOT tag:someday
        vault tasks next --limit 1 --format '{path}:{line} {description}'
      """
  ).withoutScripts

  static let usualLimit = 10

  @OptionGroup var words: QueryWords
  @OptionGroup(title: "Filters") var filters: TaskFilters
  @OptionGroup var watching: WatchOptions
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func validate() throws {
    try filters.validateOpenOnly("next")
  }

  func run() throws {
    let mode = try output.mode(options)
    try CommandContext.run(options, watching: watching, mode) { context in
      let vault = try context.vault()
      let list = try ListOutput(mode, fields: .task(in: vault)) { $0.task.path }
      let query = try filters.adding(to: context.query(words), context)
      let limit = output.limit ?? query.limit ?? Self.usualLimit
      let (result, waiting) = try context.read { try $0.nextTasks(query, limit: limit) }
      try list.write(result.tasks, total: result.total, to: context.printer) {
        try TaskListing.write(
          result, groupings: [], waiting: waiting, to: context.printer, ListedVault(vault))
      }
      let isSummed = mode == .text && context.terminal.outputIsTerminal
      let left = result.total - result.tasks.count
      if left > 0, mode.needsRecords, !isSummed {
        try context.printer.sink.flush()
        context.note("\(left) more; --limit \(result.total) lists all.")
      }
      if result.total == 0, mode == .text {
        context.note(waiting == 0 ? "No task matches." : "No task can be worked on now; \(waiting) cannot yet.")
      }
      return result.total == 0 ? .nothingFound : .success
    }
  }
}

extension TaskFilters {
  /// Throws where the options ask for tasks that `command` never lists.
  func validateOpenOnly(_ command: String) throws {
    guard all || done else { return }
    throw ValidationError(
      "vault tasks \(command) lists open tasks only: leave \(all ? "--all" : "--done") out, or use vault tasks")
  }
}
