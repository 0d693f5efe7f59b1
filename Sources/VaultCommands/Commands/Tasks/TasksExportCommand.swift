import ArgumentParser
import VaultCore
import VaultStore
import VaultTerminal

/// `vault tasks export`
struct TasksExportCommand: QueryCommand, ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Print tasks in the format of todo.txt.",
    discussion: """
      Filters and the query are those of `vault tasks`. A tag becomes a +project, the category a @context, the start t:, \
      and what the format has no word for a key: due:, rec:, id:, dep:, scheduled:, status:. Priorities are A for highest \
      and high, B for medium, C for low and D for lowest. `vault import --todotxt` reads the same. Rules of recurrence \
      that rec: cannot say are left out, and told.

      Examples:
        vault tasks export --todotxt > todo.txt
        vault tasks export --todotxt --all --category work
        vault tasks export --todotxt 'due:..+7d' | sort
      """)

  @Flag(help: "As todo.txt, one task a line.")
  var todotxt = false

  @OptionGroup var words: QueryWords
  @OptionGroup(title: "Filters") var filters: TaskFilters

  @Option("The order: due, priority, path, category, created, …; -key reverses.", value: "keys")
  var sort: String?

  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func validate() throws {
    if !todotxt { throw ValidationError("Say in which format: --todotxt. For calendars there is `vault tasks --ics`") }
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let query = try filters.adding(to: context.query(words), context)
    let sort = try context.sortKeys(sort)
    let tasks = try context.read { try $0.tasks(query, scope: filters.scope(of: query), sort: sort).tasks }
    for task in tasks.map(\.task) {
      guard let (line, losses) = TodoTxtLine.line(of: task) else { continue }
      for loss in losses { context.warn("\(task.path):\(task.line): \(loss.message)") }
      if !options.quiet { try context.printer.line(line.description) }
    }
    if tasks.isEmpty { context.note("No task matches.") }
    return tasks.isEmpty ? .nothingFound : .success
  }
}

extension TodoTxtLine.Loss {
  fileprivate var message: String {
    switch self {
    case .recurrence(let rule): "todo.txt has no word for the rule \"\(rule)\", so it is left out"
    case .impossibleDate(let kind): "there is no such day as that of the \(kind.rawValue) date, so it is left out"
    case .deletion: "todo.txt has no word for 🏁 delete, so it is left out"
    }
  }
}
