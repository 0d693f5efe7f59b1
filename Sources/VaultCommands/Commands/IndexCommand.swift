import ArgumentParser
import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

/// `vault index`
struct IndexCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "index",
    abstract: "Bring the index up to date, and say where it is.",
    discussion: """
      No other command needs this: each brings the index up to date before it answers. The index is a cache and may \
      be deleted at any time.

      Examples:
        vault index
        vault index --rebuild
        vault index --json
      """
  ).withoutScripts

  @Flag(help: "Read every note anew.")
  var rebuild = false

  @Flag(help: "Print one JSON object.")
  var json = false

  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func validate() throws {
    if options.noIndex { throw ValidationError("`vault index` and --no-index exclude each other") }
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let summary = try context.vault().index(rebuild: rebuild, telling: context.listener)
    if json {
      try context.printer.sink.write(Self.fields.document(summary))
    } else if !options.quiet {
      try Self.print(summary, context.printer)
    }
    return .success
  }

  private static func print(_ summary: IndexSummary, _ printer: Printer) throws {
    let changes = summary.changes
    var table = FigureTable()
    table.row(
      "Notes", text: ProgressBar.grouped(changes.total),
      summary.rebuilt ? "read anew" : changes.text.isEmpty ? "nothing changed" : changes.text)
    table.row("Time", text: time(summary.seconds))
    table.row("Index", text: summary.path, ByteCount.text(summary.bytes))
    try table.print(to: printer)
  }

  static func time(_ seconds: Double) -> String {
    let milliseconds = Int((seconds * 1_000).rounded())
    return milliseconds < 1_000 ? "\(milliseconds) ms" : "\(milliseconds / 1_000).\(milliseconds % 1_000 / 100) s"
  }

  private static let fields = RecordFields<IndexSummary>([
    .init("path") { .text($0.path) },
    .init("bytes") { .integer(Int($0.bytes)) },
    .init("rebuilt") { .bool($0.rebuilt) },
    .init("added") { .integer($0.changes.added) },
    .init("changed") { .integer($0.changes.changed) },
    .init("removed") { .integer($0.changes.removed) },
    .init("total") { .integer($0.changes.total) },
    .init("seconds") { .number($0.seconds) },
  ])
}

extension IndexChanges {
  /// `3 added, 1 removed`
  var text: String {
    [(added, "added"), (changed, "changed"), (removed, "removed")]
      .filter { $0.0 > 0 }.map { "\(ProgressBar.grouped($0.0)) \($0.1)" }.joined(separator: ", ")
  }
}
