import ArgumentParser
import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

/// `vault tasks history`
struct TasksHistoryCommand: WordCommand, ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "What became of a task from commit to commit.",
    discussion: """
      When it was added, reworded, postponed, completed, reopened, or moved from another note, the earliest first, as \
      far as git knows; what is not committed comes last. A task stays the same one while more than half of its words do.

      Examples:
        vault tasks history 56c
        vault tasks history 56c --json
      """)

  @Argument("The task, by its handle, path:line or id.", completion: .tasks)
  var task: String

  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run(in context: CommandContext) throws -> ExitStatus {
    let list = try ListOutput(output.mode(options), fields: .taskEvent(in: context.vault())) { $0.task.path }
    let history = try context.read { try $0.gitHistory(ofTask: task) }
    if history.isCutOff {
      context.note("This clone is shallow: what came before \(Self.beginning(history)) is not in it.")
    }
    return try list.answer(history.events, limit: output.limit, context, nothing: "Git knows nothing of it.") {
      try GitListing.write($0, namingTasks: false, context)
    }
  }

  private static func beginning(_ history: GitTaskHistory) -> String {
    history.events.first?.version.map { "commit \($0.commit.prefix(8))" } ?? "its first commit"
  }
}
