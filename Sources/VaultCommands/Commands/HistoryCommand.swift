import ArgumentParser
import Foundation
import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

/// `vault history`
struct HistoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "The changes that were made with vault: list them, or show one.",
    discussion: """
      Without a command, they are listed, the latest first, as `vault history list` does.

      Examples:
        vault history
        vault history --limit 10
        vault history show 1
        vault history --git 'Rye sourdough'
      """,
    subcommands: [HistoryListCommand.self, HistoryShowCommand.self],
    defaultSubcommand: HistoryListCommand.self)
}

/// `vault history list`
struct HistoryListCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "The changes that were made with vault, the latest first.",
    discussion: """
      The last 1,000 are kept, or 256 MiB of them. Changes by editors are not in it. What was deleted, and then emptied \
      or restored from the trash, cannot be undone, and is passed over. A change that was made elsewhere, and came with the \
      folder, is marked as foreign.

      --git NOTE lists the versions of a note that git has instead, under all names that it had: commit, time, author, \
      words, tasks, subject.

      Examples:
        vault history list --limit 10
        vault history list --actor mcp
        vault history list --json
        vault history list --git 'Rye sourdough' --json
      """)

  @Option("The versions of that note, as git has them.", value: "note", completion: .notes)
  var git: String?

  @Option("Only changes that this program made: mcp for assistants, enrich.", value: "program")
  var actor: String?

  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func validate() throws {
    if git != nil, actor != nil {
      throw ValidationError("--git and --actor exclude each other: git knows of no programs")
    }
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let vault = try context.vault()
    if let git { return try writeVersions(of: git, context) }
    let list = try ListOutput(output.mode(options), fields: .change(in: vault.environment)) { $0.paths.first }
    let entries = try context.read { try $0.history() }.filter { actor == nil || $0.actor == actor }
    let nothing = actor.map { "Nothing was changed by \(ShownName.quoted($0)) yet." } ?? "Nothing was changed yet."
    return try list.answer(entries, limit: output.limit, context, nothing: nothing) {
      try context.printer.table(
        $0.map { entry in
          let files = entry.paths.count == 1 ? "1 file" : "\(entry.paths.count) files"
          return [
            StyledText(String(entry.sequence), context.theme[.muted]),
            StyledText(context.time(entry.time, in: vault), context.theme[.muted]),
            StyledText(
              entry.isUndone ? "undone" : entry.loss?.rawValue ?? (entry.isForeign ? "foreign" : files),
              context.theme[.muted]),
            StyledText(entry.title, entry.isUndone ? context.theme[.muted] : .plain),
          ]
        })
    }
  }
}

extension HistoryListCommand {
  private func writeVersions(of note: String, _ context: CommandContext) throws -> ExitStatus {
    let environment = try context.vault().environment
    let list = try ListOutput(output.mode(options), fields: .noteVersion(in: environment)) { $0.version.path }
    let history = try context.read { try $0.gitHistory(of: note, limit: output.limit) }
    if history.isCutOff, let first = history.versions.last {
      context.note("This clone is shallow: what came before commit \(first.version.commit.prefix(8)) is not in it.")
    }
    return try list.answer(history.versions, limit: output.limit, context, nothing: "Git has no version of it.") {
      try GitListing.write(NoteHistory(path: history.path, versions: Array($0), isCutOff: history.isCutOff), context)
    }
  }
}

/// `vault history show`
struct HistoryShowCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "What a change did, as a unified diff.",
    discussion: """
      The number is that of `vault history`. Of what went to the trash the path is shown.

      Examples:
        vault history show 1
        vault history show 1 --json
      """)

  @Argument(help: "The change's number.")
  var number: Int

  @Flag(help: "Print one JSON object, with the diff as a text.")
  var json = false

  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run(in context: CommandContext) throws -> ExitStatus {
    let vault = try context.vault()
    let (entry, made) = try context.read { try $0.change(numbered: number) }
    if json {
      let diff = String(decoding: ChangeDiff(made).text, as: UTF8.self)
      try context.printer.sink.write(RecordFields.change(in: vault.environment, diff: diff).document(entry))
    } else if !options.quiet {
      context.note("\(entry.sequence), \(context.time(entry.time, in: vault)): \(ShownName.quoted(entry.title))")
      try ChangeDiff(made).print(to: context.printer)
    }
    return .success
  }
}
