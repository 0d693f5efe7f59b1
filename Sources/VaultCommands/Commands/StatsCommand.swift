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
      --svg draws how notes and words came to be, on which days of the last year notes were changed last and tasks were \
      done, and the most frequent tags and categories.

      Examples:
        vault stats
        vault stats --json
        vault stats --svg > stats.svg
      """)

  @Flag(help: "Print one JSON object.")
  var json = false

  @Flag(help: "Print drawings as SVG.")
  var svg = false

  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func validate() throws {
    if json, svg { throw ValidationError("--json and --svg exclude each other: give one of them") }
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let vault = try context.vault()
    if svg {
      let stats = try context.read { try $0.statsOverTime() }
      let drawing = StatsDrawing(stats, firstWeekday: vault.environment.firstWeekday)
      try context.printer.block(String(decoding: drawing.svg(.file(context.colorScheme)), as: UTF8.self))
      return .success
    }
    let stats = try context.read { try $0.stats() }
    if json {
      try context.printer.sink.write(RecordFields.stats(in: vault.environment).document(stats))
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
}
