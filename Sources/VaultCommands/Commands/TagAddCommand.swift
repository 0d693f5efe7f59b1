import ArgumentParser
import VaultStore

/// `vault tag add`
struct TagAddCommand: WordCommand, ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add a tag to the front matter of notes that do not have it.",
    discussion: """
      Examples:
        vault tag add reading/queue 'The Salt Road'
        vault list tag:person -0 | vault tag add people -
      """)

  @Argument("The tag, with or without #.", completion: .tags)
  var tag: String

  @OptionGroup var notes: NoteArguments
  @OptionGroup(title: "Changing") var change: EachNoteArguments
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run(in context: CommandContext) throws -> ExitStatus {
    let names = try notes.names()
    let outcome = try context.inOrder(["tag", "add"], first: tag, notes.notes, notes: names) {
      try context.editor().addTag(tag, to: names, change.options)
    }
    return try ChangeReport.print(outcome, change.change, context, unchanged: "Every note has that tag already.")
  }
}
