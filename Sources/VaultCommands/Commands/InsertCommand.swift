import ArgumentParser
import VaultCore
import VaultStore

/// `vault append`
struct AppendCommand: WordCommand, ContextCommand {
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

  func run(in context: CommandContext) throws -> ExitStatus { try insertion.run(.append, change, context) }
}

/// `vault prepend`
struct PrependCommand: WordCommand, ContextCommand {
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

  func run(in context: CommandContext) throws -> ExitStatus { try insertion.run(.prepend, change, context) }
}

/// A note, and a text to put into it.
struct InsertionArguments: ParsableArguments {
  @OptionGroup var heading: HeadingArguments

  @Argument("The note.", completion: .notes)
  var note: String

  @Argument("The text; - or nothing reads standard input.")
  var text: [String] = []

  func run(
    _ place: SectionInsertion.Place, _ change: ChangeArguments, _ context: CommandContext
  ) throws -> ExitStatus {
    let content = try StandardInput.text(or: text, context)
    let command = place == .append ? "append" : "prepend"
    let outcome = try context.inOrder([command], note: note, text) {
      try context.editor().insert(content, place, under: heading.section, in: [note], change.options)
    }
    return try ChangeReport.print(outcome, change, context)
  }
}
