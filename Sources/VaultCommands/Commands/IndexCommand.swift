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

      Notes whose size and times are what they were count as unchanged. --verify reads all of them, tells which have \
      changed all the same, as programs that write through a shared memory map can bring about, and mends the index. \
      With `verify: daily` in the configuration this is done once a day by the command that comes first.

      Examples:
        vault index
        vault index --verify
        vault index --rebuild
        vault index --json
      """
  ).withoutScripts

  @Flag(help: "Read every note anew.")
  var rebuild = false

  @Flag(help: "Read every note, and mend what the index has of those that differ.")
  var verify = false

  @Flag(help: "Print one JSON object.")
  var json = false

  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func validate() throws {
    if rebuild, verify { throw ValidationError("--rebuild and --verify exclude each other: give one of them") }
    if options.noIndex { throw ValidationError("`vault index` and --no-index exclude each other") }
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let summary = try context.vault().index(rebuild: rebuild, verifies: verify, telling: context.listener)
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
      "Notes", text: GroupedNumber.text(changes.total),
      summary.rebuilt ? "read anew" : changes.text.isEmpty ? "nothing changed" : changes.text)
    if let verified = summary.verified, !summary.rebuilt {
      let differing = changes.differing.count
      table.row("Read", verified, differing == 0 ? "none differs" : "\(GroupedNumber.text(differing)) differed")
    }
    table.row("Time", text: time(summary.seconds))
    table.row("Index", text: summary.path, ByteCount.text(summary.bytes))
    try table.print(to: printer)
  }

  static func time(_ seconds: Double) -> String {
    let milliseconds = Int((seconds * 1_000).rounded())
    return milliseconds < 1_000 ? "\(milliseconds) ms" : "\(milliseconds / 1_000).\(milliseconds % 1_000 / 100) s"
  }

  static let fields = RecordFields<IndexSummary>([
    .init("path") { .text($0.path) },
    .init("bytes") { .integer(Int($0.bytes)) },
    .init("rebuilt") { .bool($0.rebuilt) },
    .init("added") { .integer($0.changes.added) },
    .init("changed") { .integer($0.changes.changed) },
    .init("removed") { .integer($0.changes.removed) },
    .init("total") { .integer($0.changes.total) },
    .init("verified") { .integer($0.verified) },
    .init("differing") { .list($0.changes.differing.map { .text($0.text) }) },
    .init("seconds") { .number($0.seconds) },
  ])
}

extension IndexChanges {
  /// `3 added, 1 removed`
  var text: String {
    [(added, "added"), (changed, "changed"), (removed, "removed")]
      .filter { $0.0 > 0 }.map { "\(GroupedNumber.text($0.0)) \($0.1)" }.joined(separator: ", ")
  }
}
