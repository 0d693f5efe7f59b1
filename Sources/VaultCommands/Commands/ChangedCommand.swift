import ArgumentParser
import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

/// `vault changed`
struct ChangedCommand: WordCommand, ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "changed",
    abstract: "The notes, or tasks, that have changed since a commit or a day.",
    discussion: """
      Notes that are added, modified, deleted, renamed, or not known to git yet, whether that is committed or not. A day \
      stands for the last commit before it. --tasks tells what became of tasks instead: which are added, completed, \
      cancelled, reopened, postponed, reworded, moved or removed. In queries, since: finds the notes that changed.

      Examples:
        vault changed
        vault changed HEAD~1
        vault changed yesterday --tasks
        vault list since:HEAD
      """)

  @Argument("A commit, branch, tag, or day; without it the last commit.", value: "since")
  var since: String?

  @Flag(help: "What became of tasks.")
  var tasks = false

  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run(in context: CommandContext) throws -> ExitStatus {
    let vault = try context.vault()
    let since = since ?? "HEAD"
    if tasks {
      let list = try ListOutput(output.mode(options), fields: .taskEvent(in: vault)) { $0.task.path }
      let events = try context.read { try $0.changedTasks(since: since) }
        .map { TaskHistoryEvent(event: $0.event, version: nil, task: $0.task) }
      return try list.answer(events, limit: output.limit, context, nothing: "No task has changed.") {
        try GitListing.write($0, namingTasks: true, context)
      }
    }
    let list = try ListOutput(output.mode(options), fields: .gitChange(in: vault)) { $0.path }
    let changes = try context.read { try $0.changedNotes(since: since) }
    return try list.answer(changes, limit: output.limit, context, nothing: "No note has changed.") {
      try GitListing.write($0, context)
    }
  }
}
