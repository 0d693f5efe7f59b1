import ArgumentParser
import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

/// `vault stats`
struct StatsCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats",
    abstract: "Figures of the vault.",
    discussion: """
      Examples:
        vault stats
        vault stats --json
      """)

  @Flag(help: "Print one JSON object.")
  var json = false

  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run(in context: CommandContext) throws -> ExitStatus {
    let vault = try context.vault()
    let stats = try context.read { try $0.stats() }
    if json {
      try context.printer.sink.write(Self.fields(in: vault.environment).document(stats))
    } else if !options.quiet {
      try Self.print(stats, in: ListedVault(vault), context.printer)
    }
    return .success
  }

  private static func print(_ stats: VaultStats, in vault: ListedVault, _ printer: Printer) throws {
    func date(_ date: NoteDate?) -> String {
      date.map { vault.time($0, isRelative: printer.context.outputIsTerminal) } ?? ""
    }
    var table = FigureTable()
    table.row("Notes", stats.notes, "\(stats.pinned) pinned, \(stats.orphans) that no other links to")
    table.row("Words", stats.words, ByteCount.text(stats.bodyBytes))
    table.row("Tags", stats.tags)
    table.row("Links", stats.links, "\(stats.danglingLinks) lead nowhere")
    table.row("Attachments", stats.attachments)
    table.row("Open tasks", stats.tasksOpen, "\(stats.tasksOverdue) overdue, \(stats.tasksDone) done")
    table.row("Warnings", stats.warnings, stats.warnings == 0 ? "" : "`vault doctor` lists them")
    table.row("Oldest", text: date(stats.oldest))
    table.row("Newest", text: date(stats.newest))
    // Where no note names one, there is nothing to say of them.
    for (title, counts, usual) in [
      ("Categories", stats.categories, Note.defaultCategory), ("Sources", stats.sources, Note.defaultSource),
    ] where counts.contains(where: { $0.name != usual }) {
      table.section(title)
      for (name, count) in counts { table.row("  " + name, count) }
    }
    try table.print(to: printer)
  }

  static func fields(in environment: VaultEnvironment) -> RecordFields<VaultStats> {
    RecordFields([
      .init("notes") { .integer($0.notes) },
      .init("words") { .integer($0.words) },
      .init("bodyBytes") { .integer($0.bodyBytes) },
      .init("pinned") { .integer($0.pinned) },
      .init("orphans") { .integer($0.orphans) },
      .init("tags") { .integer($0.tags) },
      .init("links") { .integer($0.links) },
      .init("danglingLinks") { .integer($0.danglingLinks) },
      .init("attachments") { .integer($0.attachments) },
      .init("tasksOpen") { .integer($0.tasksOpen) },
      .init("tasksOverdue") { .integer($0.tasksOverdue) },
      .init("tasksDone") { .integer($0.tasksDone) },
      .init("warnings") { .integer($0.warnings) },
      .init("oldest") { .text($0.oldest?.iso8601(in: environment.offset)) },
      .init("newest") { .text($0.newest?.iso8601(in: environment.offset)) },
      .init("categories") { .object($0.categories.map { JSONValue.Member($0.name, .integer($0.count)) }) },
      .init("sources") { .object($0.sources.map { JSONValue.Member($0.name, .integer($0.count)) }) },
    ])
  }
}
