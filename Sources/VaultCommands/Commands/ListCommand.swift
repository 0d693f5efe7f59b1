import ArgumentParser
import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

/// `vault list`
struct ListCommand: QueryCommand, ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List notes: pinned ones first, then the newest.",
    discussion: """
      Filters and the query must all hold; several values of one filter are alternatives.

      Examples:
        vault list --limit 10
        vault list --tag work,home --updated this-week
        vault list --category idea --sort title
        vault list --created '>2026-01-01' --pinned
        vault list --favorite
        vault list --referenced
        vault list no:tag --format '{path}\\t{updated}'
      """
  ).withoutScripts

  static let optionalValues = ["--referenced": "\(VaultReader.daysReferenced)d"]

  @OptionGroup var words: QueryWords
  @OptionGroup(title: "Filters") var filters: NoteFilters

  @Option("The order: updated, created, title, path, category, source, words; -key reverses.", value: "keys")
  var sort: String?

  @Option(
    help: ArgumentHelp(
      "Only what an assistant was shown in the last seven days, the last first; --referenced=14d: in two weeks.",
      valueName: "age"))
  var referenced: Age?

  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run(in context: CommandContext) throws -> ExitStatus {
    if let referenced { return try list(referencedSince: referenced, context) }
    let vault = try context.vault()
    let mode = try output.mode(options)
    let list = try ListOutput(mode, fields: .note(in: vault)) { $0.path }
    let query = try filters.adding(to: context.query(words), context)
    let keys = try context.sortKeys(sort)
    let (records, total) = try context.read { reader in
      try mode.needsRecords ? reader.list(query, sort: keys, limit: output.limit) : ([], reader.count(query))
    }
    let status = try list.answer(records, total: total, context, nothing: "No note matches.") {
      try NoteListing.write(
        $0, total: total, sortedBy: keys.isEmpty ? query.sort : keys, to: context.printer, ListedVault(vault))
    }
    if status == .nothingFound, mode == .text { try context.tellUnknownNames(in: query) }
    return status
  }

  private func list(referencedSince age: Age, _ context: CommandContext) throws -> ExitStatus {
    let vault = try context.vault()
    let list = try ListOutput(output.mode(options), fields: .referencedNote(in: vault)) { $0.record.path }
    let query = try filters.adding(to: context.query(words), context)
    let keys = try context.sortKeys(sort)
    let page = try context.read { reader in
      try reader.referencedNotes(
        query, since: age.day(before: vault.environment.today), sort: keys, limit: output.limit)
    }
    return try list.answer(
      page.entries, total: page.total, context, nothing: "No assistant was shown a note of these lately."
    ) {
      try NoteListing.write($0, total: page.total, to: context.printer, ListedVault(vault))
    }
  }
}
