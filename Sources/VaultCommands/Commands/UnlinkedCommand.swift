import ArgumentParser
import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

/// `vault unlinked`
struct UnlinkedCommand: WordCommand, ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "unlinked",
    abstract: "Where a note is named without a link to it.",
    discussion: """
      Looked for are its title, its file's name and its aliases as whole words, without regard to case and accents, \
      in text where a link could stand: not in links, addresses, code, tags, comments and front matter. Names of \
      fewer than three letters and plain numbers are left out.

      Examples:
        vault unlinked Wei
        vault unlinked Bike --format '{path}:{line}:{column} {name}'
        vault list tag:person -0 | vault unlinked - --count
      """)

  @OptionGroup var notes: NoteArguments
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run(in context: CommandContext) throws -> ExitStatus {
    let list = try ListOutput(output.mode(options), fields: .mention(in: context.vault())) { $0.source }
    let names = try notes.names()
    let mentions = try context.read { reader in try names.flatMap { try reader.mentions(of: $0).mentions } }
    return try list.answer(mentions, limit: output.limit, context, nothing: "No note names it without a link.") {
      try context.printer.mentions($0)
    }
  }
}
