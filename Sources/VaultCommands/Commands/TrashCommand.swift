import ArgumentParser
import Foundation
import VaultCore
import VaultStore

/// `vault trash`
struct TrashCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trash",
    abstract: "What was deleted: list it, put it back, or empty the trash.",
    discussion: """
      Examples:
        vault trash
        vault trash restore 'Runtime notes'
        vault trash empty --older-than 30d
      """,
    subcommands: [TrashListCommand.self, TrashRestoreCommand.self, TrashEmptyCommand.self],
    defaultSubcommand: TrashListCommand.self)
}

/// `vault trash list`
struct TrashListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "What is in the trash, the latest first.",
    discussion: """
      Examples:
        vault trash list
        vault trash list --json
      """)

  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run() throws {
    try CommandContext.run(options) { context in
      let vault = try context.vault()
      let list = try ListOutput(output.mode(options), fields: Self.fields(in: vault.environment)) { $0.path }
      let items = try vault.trash()
      let shown = items.prefix(output.limit ?? .max)
      try list.write(shown, total: items.count, to: context.printer) {
        try AlignedRows(
          shown.map { item in
            [
              context.printer.path(item.path),
              StyledText(context.time(item.deleted, in: vault), context.theme[.muted]),
              StyledText(item.id, context.theme[.muted]),
            ]
          }
        ).write(to: context.printer)
      }
      if items.isEmpty, list.mode == .text { context.note("The trash is empty.") }
      return items.isEmpty ? .nothingFound : .success
    }
  }

  static func fields(in environment: VaultEnvironment) -> RecordFields<TrashItem> {
    RecordFields([
      .init("path") { .text($0.path.text) },
      .init("deleted") { item in
        .text(NoteDate.instant(Int64(item.deleted.timeIntervalSince1970 * 1_000)).iso8601(in: environment.offset))
      },
      .init("id") { .text($0.id) },
      .init("size") { .integer(Int($0.size)) },
    ])
  }
}

/// `vault trash restore`
struct TrashRestoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Put what was deleted back where it was.",
    discussion: """
      A name is a path, the folder of several, a file's name, or an id that `vault trash list` shows.

      Examples:
        vault trash restore 'Runtime notes'
        vault trash restore Projects/Old/
      """)

  @Argument(help: "What to put back.")
  var names: [String]

  @OptionGroup(title: "Changing") var change: ChangeArguments
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run() throws {
    try CommandContext.run(options) { context in
      let outcome = try context.vault().restore(names, change.options)
      return try ChangeReport.print(outcome, change, context)
    }
  }
}

/// `vault trash empty`
struct TrashEmptyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "empty", abstract: "Delete for good what is in the trash. Asks first; nothing undoes it.",
    discussion: """
      Examples:
        vault trash empty
        vault trash empty --older-than 30d --yes
      """)

  @Option(
    help: ArgumentHelp("Only what was deleted before: 30d, 2w, 3m, 1y, or a day.", valueName: "age"))
  var olderThan: Age?

  @Flag(help: "Print what would go, and delete nothing.")
  var dryRun = false

  @Flag(help: "Do not ask.")
  var yes = false

  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run() throws {
    try CommandContext.run(options) { context in
      let vault = try context.vault()
      let time = olderThan.map { vault.environment.start(of: $0.day(before: vault.environment.today)) }
      let doomed = try vault.trash().filter { item in time.map { item.deleted < $0 } ?? true }
      if doomed.isEmpty {
        context.note("There is nothing to delete.")
        return .success
      }
      if dryRun {
        for item in doomed { try context.printer.line(context.printer.path(item.path)) }
        return .success
      }
      if !yes {
        let question = "Delete \(doomed.count == 1 ? "this file" : "these \(doomed.count) files") for good?"
        guard try Confirmation.ask(question, showing: doomed.map { "\($0.path)" }, context) else {
          context.note("Nothing was changed.")
          return .success
        }
      }
      let gone = try vault.emptyTrash(before: time)
      context.note("Deleted \(gone.count == 1 ? "1 file" : "\(gone.count) files") for good.")
      return .success
    }
  }
}
