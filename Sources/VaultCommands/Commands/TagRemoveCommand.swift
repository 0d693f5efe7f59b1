import ArgumentParser
import VaultStore

/// `vault tag remove`
struct TagRemoveCommand: WordCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Take a tag out of the front matter of notes.",
    discussion: """
      Tags in the text stay, and are told.

      Examples:
        vault tag remove maintenance Bike
      """)

  @Argument(
    help: "The tag, with or without #.", completion: TagCommand.completion, transform: CommandLineArguments.decoded)
  var tag: String

  @OptionGroup var notes: NoteArguments
  @OptionGroup(title: "Changing") var change: ChangeArguments
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run() throws {
    try CommandContext.run(options) { context in
      let outcome = try context.editor().removeTag(tag, from: notes.names(), change.options)
      return try ChangeReport.print(outcome, change, context, unchanged: "No note has that tag in its front matter.")
    }
  }
}
