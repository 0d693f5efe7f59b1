import ArgumentParser
import VaultStore

/// `vault edit`
struct EditCommand: WordCommand, ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Open a note in the editor.",
    discussion: """
      The editor is $VAULT_EDITOR, else the setting `editor` of your own configuration, else $VISUAL, else $EDITOR, else vi. It gets a copy; what comes back is written to the note as any other \
      change is, so that `vault undo` takes it back. Where another program changed the note meanwhile, both changes are \
      kept if they are in different lines; else, and where the note is gone, the copy is kept, and the exit status is 3.

      Examples:
        vault edit Bike
        EDITOR='code --wait' vault edit Inbox
      """)

  @Argument("The note's path, with or without extension, file name, title, alias or id.", completion: .notes)
  var note: String

  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run(in context: CommandContext) throws -> ExitStatus { try EditSession.run(note, context) }
}
