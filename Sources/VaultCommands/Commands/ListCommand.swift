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
        vault list no:tag --format '{path}\\t{updated}'
      """
  ).withoutScripts

  @OptionGroup var words: QueryWords
  @OptionGroup(title: "Filters") var filters: NoteFilters

  @Option("The order: updated, created, title, path, category, source, words; -key reverses.", value: "keys")
  var sort: String?

  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run(in context: CommandContext) throws -> ExitStatus {
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
}
