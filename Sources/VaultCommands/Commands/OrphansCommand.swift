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
    try NoteList(words: words, output: output, options: options)
      .write(context, nothing: "Every such note has a link to it.") { try $0.orphans($1, limit: $2) }
  }
}
