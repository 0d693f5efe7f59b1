import ArgumentParser
import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

/// `vault enrich`
struct EnrichCommand: WordCommand, ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "enrich",
    abstract: "Fill in summary, action items and category of notes that lack them.",
    discussion: """
      The engine `rules` needs no model: the first sentence, what stands below "Action items", "Next steps" or "To do", \
      and the first category whose query, tag or day fits. Engines of your own are programs \
      and servers that your engines.yaml names; its line `default: rules` makes one the usual engine, and `on_save: true` \
      fills in what is saved while the vault is watched. Without an engine nothing is filled in.

      What a person has written, changed or removed is left alone for good: `enriched` in the note says what was filled in. \
      `enrich: false` keeps a note out. `updated` stays, and `vault undo` takes it back.

      Examples:
        vault enrich Bike --engine rules --dry-run
        vault enrich --query tag:meeting --engine rules
        vault enrich --query path:Projects/ --engine rules --only summary
        vault enrich --engine rules --status
      """
  ).withoutScripts

  @Argument(
    "Notes by their paths, names, titles, aliases or ids; - reads them from standard input.", value: "note",
    completion: .notes)
  var notes: [String] = []

  @Option("The notes that this query finds.", value: "query")
  var query: String?

  @Option("The engine: rules, or one of your engines.yaml.", value: "name")
  var engine: String?

  @Option("Only these: summary, action_items, category.", value: "keys")
  var only: String?

  @Flag(help: "Print how many notes have something to fill in, and change nothing.")
  var status = false

  @OptionGroup(title: "Changing") var change: ChangeArguments
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func validate() throws {
    if !notes.isEmpty, query != nil { throw ValidationError("notes and --query exclude each other: give one of them") }
    if notes.isEmpty, query == nil, !status {
      throw ValidationError("say which notes: by their names, or with --query")
    }
    if status, change.dryRun || change.json {
      throw ValidationError("--status prints figures; leave out --dry-run and --json")
    }
    _ = try keys()
  }

  /// Nil for all.
  private func keys() throws -> Set<EnrichedKey>? {
    guard let only else { return nil }
    let keys = Set(
      try only.split(separator: ",").map { word in
        guard let key = EnrichedKey(rawValue: String(word).trimmingWhitespace) else {
          throw ValidationError(
            "--only takes \(EnrichedKey.allCases.map(\.rawValue).joined(separator: ", ")), not "
              + "\"\(ShownName.quoted(String(word)))\"")
        }
        return key
      })
    if keys.isEmpty { throw ValidationError("--only has nothing behind it; is a variable not set?") }
    return keys
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    var request = EnrichRequest(try EngineSettings.load(context.environment.folders).engine(engine))
    if let keys = try keys() { (request.keys, request.isAsked) = (keys, true) }
    let paths = try paths(context)
    if status { return try printStatus(paths, request, context) }
    let outcome = try context.editor().enrich(paths, request, change.options)
    for failure in outcome.failures { context.warn(failure) }
    // Where the engine failed on all there is nothing more to say, as where the only one failed.
    if outcome.failures.count == paths.count, !paths.isEmpty { return .failed }
    let status = try ChangeReport.print(
      outcome.change, change, context,
      unchanged: outcome.failures.isEmpty ? "Nothing to fill in." : "Nothing to fill in in the others.")
    if outcome.isInterrupted {
      context.warn("interrupted: what is filled in already stays; the same command goes on with the others")
      return .interrupted
    }
    return outcome.failures.isEmpty ? status : .failed
  }

  private func paths(_ context: CommandContext) throws -> [NotePath] {
    if !notes.isEmpty {
      let names = try NoteArguments.names(notes)
      return try context.read { reader in try names.map { try reader.resolve($0) } }
    }
    let vault = try context.vault()
    let query = try vault.query(query ?? "")
    return try context.read { try $0.list(query, sort: [.init(.path)]).records.map(\.path) }
  }

  private func printStatus(_ paths: [NotePath], _ request: EnrichRequest, _ context: CommandContext) throws
    -> ExitStatus
  {
    let figures = try context.editor().enrichStatus(of: paths, request)
    var table = FigureTable()
    table.row("Notes", figures.notes)
    table.row("Filled in", figures.enriched, "by whatever engine")
    table.row("Up to date", figures.upToDate, "by \(request.engine.name), as their text is now")
    table.row("To be asked about", figures.waiting)
    table.row("Settled", figures.settled, "by a person, in all keys that are asked for")
    table.row("Kept out", figures.keptOut, "by `enrich: false`")
    if !options.quiet { try table.print(to: context.printer) }
    return .success
  }
}
