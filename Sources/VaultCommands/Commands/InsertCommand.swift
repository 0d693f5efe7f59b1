import ArgumentParser
import VaultCore
import VaultStore

/// `vault append`
struct AppendCommand: WordCommand {
  static let configuration = CommandConfiguration(
    commandName: "append",
    abstract: "Put text at the end of a note, or of a section.",
    discussion: """
      The note's line endings are kept, and a list goes on as a list. A section ends before the next heading of its level \
      or a higher one. Without a text, or with -, it comes from standard input.

      Examples:
        vault append 'Rye sourdough' 'See also [[Brioche à tête]].'
        vault append Bike --under Routes '- the ridge road'
        git log -1 --format=%s | vault append Glossa --under News --create -
      """)

  @OptionGroup var insertion: InsertionArguments
  @OptionGroup(title: "Changing") var change: ChangeArguments
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run() throws { try insertion.run(.append, change, options) }
}

/// `vault prepend`
struct PrependCommand: WordCommand {
  static let configuration = CommandConfiguration(
    commandName: "prepend",
    abstract: "Put text at the beginning of a note, or of a section.",
    discussion: """
      At the beginning is after the front matter, or right below the heading.

      Examples:
        vault prepend Inbox 'Written on the train.'
        vault prepend Bike --under Pressures '- in winter: 4 bar'
      """)

  @OptionGroup var insertion: InsertionArguments
  @OptionGroup(title: "Changing") var change: ChangeArguments
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run() throws { try insertion.run(.prepend, change, options) }
}

/// A note, and a text to put into it.
struct InsertionArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp("Under this heading (Above#Heading tells one of several).", valueName: "heading"),
    transform: CommandLineArguments.decoded)
  var under: String?

  @Option(help: ArgumentHelp("With --under: the heading's line, where several are named alike.", valueName: "number"))
  var line: Int?

  @Flag(help: "With --under: make the heading at the end where it is missing.")
  var create = false

  @Argument(
    help: "The note.",
    completion: .custom { words, _, prefix in VaultCompletion.notes(words: words, prefix: prefix) },
    transform: CommandLineArguments.decoded)
  var note: String

  @Argument(help: "The text; - or nothing reads standard input.", transform: CommandLineArguments.decoded)
  var text: [String] = []

  func validate() throws {
    if create, under == nil { throw ValidationError("--create goes with --under") }
    if line != nil, under == nil || create {
      throw ValidationError("--line goes with --under, and not with --create")
    }
  }

  func run(_ place: SectionInsertion.Place, _ change: ChangeArguments, _ options: GlobalOptions) throws {
    try CommandContext.run(options) { context in
      let outcome = try context.editor().insert(
        try StandardInput.text(or: text, context), place, under: under, line: line, creating: create,
        in: [note], change.options)
      return try ChangeReport.print(outcome, change, context)
    }
  }
}
