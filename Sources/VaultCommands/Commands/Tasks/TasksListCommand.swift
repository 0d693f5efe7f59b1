import ArgumentParser
import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

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
        vault tasks --group due,category
        vault tasks --count --group category --json
        vault tasks --tree path:Projects
        vault tasks --tree --group heading path:Projects
        vault tasks status:in-progress
        vault tasks --all --category work part
        vault tasks 'due:..+7d' NOT tag:someday
        vault tasks --done 'done:last-week' --sort -done
        vault tasks -i
        vault tasks --format '{path}:{line}: {description}'
        echo 'not done' | vault tasks --tasks-query -
        vault tasks --ics --due ..+30d > tasks.ics
        vault tasks list next
      """
  ).withoutScripts

  @OptionGroup var words: QueryWords
  @OptionGroup(title: "Filters") var filters: TaskFilters

  @Option("The order: due, priority, urgency, path, category, …; -key reverses.", value: "keys")
  var sort: String?

  @OptionGroup var groups: TaskGroupOptions

  @Flag(help: "Print an iCalendar file, for calendars and other task managers.")
  var ics = false

  @Flag(name: .shortAndLong, help: "Choose tasks on the whole screen; their handles are printed.")
  var interactive = false

  @OptionGroup(title: "Queries of Obsidian Tasks") var pluginQuery: PluginQueryOptions
  @OptionGroup var watching: WatchOptions
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func validate() throws {
    _ = try output.mode(counting: isCounting(), calendar: ics)
    if groups.tree, sort != nil {
      throw ValidationError("--tree and --sort exclude each other: subtasks stand where their notes have them")
    }
    if interactive, sort != nil || groups.isGiven || filters.isGiven || ics || watching.watch || pluginQuery.file != nil
    {
      throw ValidationError("-i shows its own lists; give it a query, and leave out the other options")
    }
    guard pluginQuery.file != nil else { return }
    if !words.words.isEmpty || sort != nil || groups.isGiven || filters.isGiven || ics {
      throw ValidationError(
        "A --tasks-query has its own filters, order and groups: leave the query, the filters, --sort, --group, --tree "
          + "and --ics out")
    }
  }

  /// Returns true when it is groups that are counted.
  private func isCounting() throws -> Bool {
    try output.count && groups.groupings()?.isEmpty == false
  }

  func run() throws {
    let groupings = try groups.groupings()
    let isCounting = try isCounting()
    let mode = try output.mode(options, counting: isCounting, calendar: ics)
    let input = PluginQueryInput(pluginQuery)
    try CommandContext.run(options, watching: watching, mode) { context in
      if interactive { return try FullScreen.run(context, start: FullScreen.tasks(words.text), picks: true) }
      let vault = try context.vault()
      if let source = try input.source(context) {
        return try PluginQueryRun(
          sources: [source], mode: output.mode(options), limit: output.limit, context: context, name: pluginQuery.name
        ).write()
      }
      let query = try filters.adding(to: context.query(words), context)
      if isCounting, let groupings {
        return try TallyOutput.write(groupings, mode, limit: output.limit, query, context)
      }
      let list = try ListOutput(mode, fields: .task(in: vault)) { $0.task.path }
      let scope = filters.scope(of: query)
      let sort = try context.sortKeys(sort)
      let isAsked = groupings?.isEmpty == false
      let needsTallies = mode == .text && isAsked && context.terminal.outputIsTerminal
      let (found, total, titles, tallies) = try context.read { reader in
        let found = mode.needsRecords ? try tasks(query, scope, sort, reader) : nil
        return (
          found, try found?.total ?? reader.taskCount(query, scope: scope),
          mode == .text ? try groups.titles(reader) : [:],
          needsTallies ? try TaskTallies(groupings ?? [], of: query, reader) : nil
        )
      }
      let result = groups.tree ? found?.inFileOrder(limit: output.limit ?? query.limit) : found
      let status = try list.answer(result?.tasks ?? [], total: total, context, nothing: "No task matches.") { _ in
        guard let result else { return }
        if mode == .calendar {
          return try TaskCalendarOutput.write(result.tasks, vault.environment, to: context.printer)
        }
        let isSorted = groups.tree || !sort.isEmpty || !query.sort.isEmpty
        let usual: [TaskGrouping] = context.terminal.outputIsTerminal && !isSorted ? [.due] : []
        try TaskListing.write(
          result, groupings: groupings ?? usual, titles: titles, isTree: groups.tree,
          showsCounts: isAsked, tallies: tallies, to: context.printer, ListedVault(vault))
      }
      if status == .nothingFound, mode == .text {
        try context.tellUnknownNames(in: query)
        if let slip = try TaskQuerySlip(words.words, context) { context.note(slip.question) }
      }
      return status
    }
  }

  private func tasks(
    _ query: Query, _ scope: TaskScope, _ sort: [Query.SortKey], _ reader: VaultReader
  ) throws -> TaskResult {
    guard groups.tree else { return try reader.tasks(query, scope: scope, sort: sort, limit: output.limit) }
    var unlimited = query
    unlimited.limit = nil
    return try reader.tasks(unlimited, scope: scope, sort: [Query.SortKey(.path)])
  }
}
