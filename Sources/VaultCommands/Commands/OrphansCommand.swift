import ArgumentParser
import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

/// `vault orphans`
struct OrphansCommand: QueryCommand, ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "orphans",
    abstract: "Notes that no other note links to.",
    discussion: """
      A query narrows it down; `vault help query` lists the operators. Links of any kind count: embeds and those in \
      front matter, too. What such a note links to itself does not matter.

      Examples:
        vault orphans
        vault orphans NOT path:Journal/
        vault orphans tag:reading --format '{path}\\t{title}'
        vault orphans updated:..2026-03-10 -0 | xargs -0r ls -l
      """)

  @OptionGroup var words: QueryWords
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run(in context: CommandContext) throws -> ExitStatus {
    let vault = try context.vault()
    let mode = try output.mode(options)
    let list = try ListOutput(mode, fields: .note(in: vault.environment)) { $0.path }
    let query = try context.query(words)
    let found = try context.read { try $0.orphans(query, limit: mode.needsRecords ? output.limit : 0) }
    return try list.answer(found.records, total: found.total, context, nothing: "Every such note has a link to it.") {
      try NoteListing.write(
        $0, total: found.total, sortedBy: query.sort, to: context.printer, ListedVault(vault))
    }
  }
}
