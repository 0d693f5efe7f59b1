import ArgumentParser
import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

/// `vault tasks run`
struct TasksRunCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run the queries of the Obsidian plugin Tasks that stand in a note.",
    discussion: """
      Every code block with the language `tasks` is run, those in quotes and lists too. `vault help tasks-query` \
      lists what is understood. Scripts (`filter by function`) are not run: such a block is refused, and the others \
      are run; the exit status is then 2, since it is the note that is at fault.

      The fields of --json are those of `vault tasks` and `queryLine`: the line of the note at which the block begins \
      that found the task.

      Examples:
        vault tasks run Home
        vault tasks run Home --json
        vault tasks run Home --format '{queryLine} {path}:{line} {description}'
      """)

  @Argument("The note: a path, a file name, a title, an alias or an id.", value: "note", completion: .notes)
  var note: String

  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run(in context: CommandContext) throws -> ExitStatus {
    let sources = try context.read { try $0.tasksQueries(in: note) }
    if sources.isEmpty { context.note("The note has no query blocks: they begin with ```tasks.") }
    return try PluginQueryRun(
      sources: sources, mode: output.mode(options), limit: output.limit, context: context
    ).write()
  }
}

/// Queries of the plugin Tasks, and what is printed of their answers.
struct PluginQueryRun {
  let sources: [PluginQuerySource]
  let mode: OutputMode
  let limit: Int?
  let context: CommandContext
  /// What a query is called that stands in no note; nil for those of a note.
  var name: String?

  /// Throws what queries are refused for after the others were printed.
  func write() throws -> ExitStatus {
    let areInNotes = name == nil
    let vault = try context.vault()
    let list = try ListOutput(mode, fields: areInNotes ? .noteQueryEntry(in: vault) : .queryEntry(in: vault)) {
      $0.view.task.path
    }
    let answers = try context.read { try $0.answers(to: sources, limit: limit) }
    var refused: [Message] = []
    var results: [(place: String, line: Int?, result: PluginQueryResult)] = []
    for (source, answer) in zip(sources, answers) {
      let place = name ?? "\(ShownName.path(source.note?.text ?? "")):\(source.line ?? 1)"
      switch answer {
      case .success(let result): results.append((place, source.line, result))
      case .failure(let error): refused.append("\(place): \(error)")
      }
    }
    let total = results.reduce(0) { $0 + $1.result.total }
    let entries = results.flatMap { found in
      found.result.listed.map { (view: $0, queryLine: found.line) }
    }
    try list.write(entries, total: total, to: context.printer) {
      for (index, (place, _, result)) in results.enumerated() {
        if sources.count > 1 {
          if index > 0 { try context.printer.line() }
          try context.printer.line(place, context.printer.theme[.path])
        }
        try PluginQueryListing.write(result, to: context.printer, ListedVault(vault))
      }
    }
    guard refused.isEmpty else {
      let lines = refused.joined(separator: "\n  ")
      throw CommandFailure(
        kind: areInNotes ? .refused : .badArgument,
        message: refused.count > 1 ? "\(refused.count) queries are refused\n  \(lines)" : lines)
    }
    if total == 0, mode == .text, !sources.isEmpty { context.note("No task matches.") }
    return total == 0 ? .nothingFound : .success
  }
}
