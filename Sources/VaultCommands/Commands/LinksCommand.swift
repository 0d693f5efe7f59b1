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
      for `resolved` in JSON, as those addresses have.

      Examples:
        vault links 'Rye sourdough'
        vault links Home --internal --format '{line} {target} {resolved}'
        vault links --dangling
        vault search tag:meta -0 | vault links - --dangling
      """)

  @Argument(NoteArguments.help, value: "note", completion: .notes)
  var notes: [String] = []

  @Flag(help: "Leave out what leads out of the vault.")
  var `internal` = false

  @Flag(help: "Only links that lead nowhere; without a note those of all notes.")
  var dangling = false

  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func validate() throws {
    if notes.isEmpty, !dangling { throw ValidationError("Name a note, or give --dangling for the links of all notes") }
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let list = try ListOutput(output.mode(options), fields: Self.fields) { $0.source }
    let names = try notes.isEmpty ? nil : NoteArguments.names(notes)
    var links = try context.read { reader in
      try names?.flatMap { try reader.links(of: $0) } ?? reader.danglingLinks()
    }
    links.removeAll { dangling && !$0.isDangling || `internal` && $0.link.isExternal }
    let nothing = dangling ? "Every link leads to a note or file." : "There are no such links."
    return try list.answer(links, limit: output.limit, context, nothing: nothing) {
      try LinkListing.write($0, to: context.printer)
    }
  }

  static let fields = RecordFields<NoteLink>([
    .init("path") { .text($0.source.text) },
    .init("title") { .text($0.title) },
    .init("line") { .integer($0.link.location.line) },
    .init("column") { .integer($0.link.location.column) },
    .init("kind") { .text($0.link.kind.rawValue) },
    .init("target") { .text($0.link.target) },
    .init("text") { .text($0.link.text) },
    .init("resolved") { .text($0.resolved?.text) },
  ])
}
