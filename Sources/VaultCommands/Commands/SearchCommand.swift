import ArgumentParser
import VaultCore
import VaultStore

/// `vault search`
struct SearchCommand: QueryCommand {
  static let configuration = CommandConfiguration(
    commandName: "search",
    abstract: "Find notes, the best first, with the lines that match.",
    discussion: """
      Words match in any order, without regard to case and accents. `vault help query` lists the operators.
      On a terminal the first \(defaultLimit) notes are shown, in a pipe all of them.

      Examples:
        vault search garbage collection
        vault search '"garbage collection"' tag:swift
        vault search 'draft OR idea' NOT path:archive/ updated:this-month
        vault search runtime --excerpts 1 --limit 5
        vault search gc --format '{path}:{score}'
        vault search tag:old -0 | xargs -0 ls -l
      """)

  static let defaultLimit = 20

  @OptionGroup var words: QueryWords

  @Option(help: ArgumentHelp("Show so many lines of each note at most; 0 for none.", valueName: "number"))
  var excerpts = 3

  @Option(
    help: ArgumentHelp("The order: relevance, title, path, created, updated, …; -key reverses.", valueName: "keys"),
    transform: CommandLineArguments.decoded)
  var sort: String?

  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func validate() throws {
    if excerpts < 0 { throw ValidationError("--excerpts takes a number from 0 up, not \(excerpts).") }
  }

  func run() throws {
    try CommandContext.run(options) { context in
      let vault = try context.vault()
      let listed = ListedVault(vault)
      let mode = try output.mode(options)
      let list = try ListOutput(mode, fields: .searchHit(in: vault.environment)) { $0.record.path }
      let query = try context.query(words)
      let sort = try context.sortKeys(sort)
      let isScreen = mode == .text && context.terminal.outputIsTerminal && query.limit == nil
      let result =
        try mode.needsRecords
        ? vault.search(
          query,
          options: SearchOptions(
            limit: output.limit ?? (isScreen ? Self.defaultLimit : nil),
            linesPerHit: mode.needsMatches ? excerpts : 0, sort: sort)) : nil
      let total = try result?.total ?? vault.count(query)
      try list.write(result?.hits ?? [], total: total, to: context.printer) {
        guard let result else { return }
        try SearchListing(result, printer: context.printer, vault: listed).write()
      }
      if total == 0, mode == .text { context.note("No note matches.") }
      return total == 0 ? .nothingFound : .success
    }
  }
}
