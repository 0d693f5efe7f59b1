import ArgumentParser
import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

/// `vault aliases`
struct AliasesCommand: QueryCommand, ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "aliases",
    abstract: "Other names of notes.",
    discussion: """
      A query narrows the notes down; `vault help query` lists the operators.

      Examples:
        vault aliases
        vault aliases path:People
        vault aliases --format '{alias} -> {path}'
      """)

  @OptionGroup var words: QueryWords
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run(in context: CommandContext) throws -> ExitStatus {
    let list = try ListOutput(output.mode(options), fields: Self.fields(in: context.vault())) { $0.path }
    let query = try context.query(words)
    let aliases = try context.read { try $0.aliases(query) }
    return try list.answer(aliases, limit: output.limit, context, nothing: "No such note has an alias.") {
      try context.printer.table($0.map { [StyledText($0.alias), context.printer.path($0.path)] })
    }
  }

  static func fields(in vault: any RecordVault) -> RecordFields<AliasOfNote> {
    RecordFields(
      [
        .init("alias") { .text($0.alias) }
      ] + RecordFields.path(in: vault) { $0.path } + [
        .init("title") { .text($0.title) }
      ])
  }
}
