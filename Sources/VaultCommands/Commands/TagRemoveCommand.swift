import ArgumentParser
import VaultStore

/// `vault tag remove`
struct TagRemoveCommand: WordCommand, ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Take a tag out of the front matter of notes.",
    discussion: """
      Tags in the text stay, and are told.

      Examples:
        vault tag remove maintenance Bike
      """)

  @Argument("The tag, with or without #.", completion: .tags)
  var tag: String

  @OptionGroup var notes: NoteArguments
  @OptionGroup(title: "Changing") var change: EachNoteArguments
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run(in context: CommandContext) throws -> ExitStatus {
    let names = try notes.names()
    let outcome = try context.inOrder(["tag", "remove"], first: tag, notes.notes, notes: names) {
      try context.editor().removeTag(tag, from: names, change.options)
    }
    return try ChangeReport.print(
      outcome, change.change, context, unchanged: "No note has that tag in its front matter.")
  }
}
