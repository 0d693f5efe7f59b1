import ArgumentParser
import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

/// `vault links`
struct LinksCommand: WordCommand, ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "links",
    abstract: "The links of a note, and what each leads to.",
    discussion: """
      Addresses outside of the vault are listed as well. A link that leads nowhere is shown as such, and has null \
      for `resolved` in JSON, as those addresses have; `missing` says what is not there: the file, the heading or the block \
      that the link names.

      Examples:
        vault links 'Rye sourdough'
        vault links Home --internal --format '{line} {target} {resolved}'
        vault links --dangling
        vault links --to 'Rye loaf.png'
        vault links --to 'Sourdough troubleshooting'
        vault search tag:meta -0 | vault links - --dangling
      """)

  @Argument(NoteArguments.help, value: "note", completion: .notes)
  var notes: [String] = []

  @Flag(help: "Leave out what leads out of the vault.")
  var `internal` = false

  @Flag(help: "Only links that lead nowhere; without a note those of all notes.")
  var dangling = false

  @Option(
    "The links of other notes to a note or file, or to a name that nothing has.", value: "name", completion: .notes)
  var to: String?

  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func validate() throws {
    if to != nil, !notes.isEmpty { throw ValidationError("--to looks at all notes; name none, or leave it out") }
    if notes.isEmpty, !dangling, to == nil {
      throw ValidationError("Name a note, or give --dangling for the links of all notes")
    }
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let list = try ListOutput(output.mode(options), fields: .link(in: context.vault())) { $0.source }
    let names = try notes.isEmpty ? nil : NoteArguments.names(notes)
    var links = try context.read { reader in
      if let to { return try reader.links(to: to) }
      return try names?.flatMap { try reader.links(of: $0) } ?? reader.danglingLinks()
    }
    links.removeAll { dangling && !$0.isDangling || `internal` && $0.link.isExternal }
    let nothing =
      to != nil ? "No note links there." : dangling ? "Every link leads somewhere." : "There are no such links."
    return try list.answer(links, limit: output.limit, context, nothing: nothing) {
      try LinkListing.write($0, to: context.printer)
    }
  }
}
