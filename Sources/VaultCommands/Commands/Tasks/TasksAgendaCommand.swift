import ArgumentParser
import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

/// `vault tasks agenda`
struct TasksAgendaCommand: QueryCommand {
  static let configuration = CommandConfiguration(
    commandName: "agenda",
    abstract: "List open tasks by day: overdue, today, the coming days, later.",
    discussion: """
      A task stands on the day it is due, and on the days for which it is scheduled and on which it starts. What was \
      scheduled for an earlier day stays on today's list.

      A pipe gets one line for each task, without titles and empty days. The fields of --json are those of `vault \
      tasks` with two more: `day`, under which it is listed, and `reason` (overdue, due, scheduled or start).

      Examples:
        vault tasks agenda
        vault tasks agenda --days 14 --category work
        vault tasks agenda path:Projects
        vault tasks agenda --format '{day} {reason} {description}'
      """
  ).withoutScripts

  static let mostDays = 366

  @OptionGroup var words: QueryWords
  @OptionGroup(title: "Filters") var filters: TaskFilters

  @Option(help: ArgumentHelp("How many days after today are listed by themselves.", valueName: "number"))
  var days = 7

  @OptionGroup var watching: WatchOptions
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func validate() throws {
    try filters.validateOpenOnly("agenda")
    guard (0...Self.mostDays).contains(days) else {
      throw ValidationError("--days takes a number from 0 to \(Self.mostDays), not \(days)")
    }
  }

  func run() throws {
    let mode = try output.mode(options)
    try CommandContext.run(options, watching: watching, mode) { context in
      let vault = try context.vault()
      let list = try ListOutput(mode, fields: .agendaEntry(in: vault)) { $0.view.task.path }
      let query = try filters.adding(to: context.query(words), context)
      let result = try context.read { try $0.agenda(query, days: days, limit: output.limit) }
      try list.write(result.entries, total: result.total, to: context.printer) {
        guard result.total > 0 else { return }
        try AgendaListing.write(result, to: context.printer, ListedVault(vault))
      }
      if mode == .text, result.total == 0 || !context.terminal.outputIsTerminal {
        try context.printer.sink.flush()
        if result.total == 0 {
          context.note("No task that matches has a date\(result.impossible > 0 ? " that exists" : "").")
        }
        if let remark = AgendaListing.remark(result) { context.note("\(remark); `vault doctor` names what has one.") }
      }
      return result.total == 0 ? .nothingFound : .success
    }
  }
}
