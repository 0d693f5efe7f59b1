import ArgumentParser
import VaultCore
import VaultStore
import VaultTerminal

/// `vault edit`
struct EditCommand: WordCommand, ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Open a note in the editor.",
    discussion: """
      The editor is $VAULT_EDITOR, else the setting `editor` of your own configuration, else $VISUAL, else $EDITOR, else \
      vi. It gets the file itself, so that nothing it has saved is lost, whatever ends it. When it has ended, `updated` \
      is brought up to date, and the edit is in the history: `vault undo` takes it back, and leaves what other commands \
      changed meanwhile. That the file changes under it, the editor itself has to notice.

      A note that had text and comes back blank, or without the front matter it had, is made what it was before, unless \
      you say at the terminal that it was meant; `vault redo` makes it what the editor left. Where nobody can be asked, \
      the exit status is 3; where the editor ends with an error, it is 2, and what was saved stays. An editor with a \
      window of its own should be told to wait.

      Examples:
        vault edit Bike
        vault edit -i
        EDITOR='code --wait' vault edit Inbox
        less "$(vault edit Bike --print)"
      """)

  @Argument("The note's path, with or without extension, file name, title, alias or id.", completion: .notes)
  var note: String?

  @Flag(name: .shortAndLong, help: "Choose the note on the whole screen; what is given then is a query.")
  var interactive = false

  @Flag(name: .customLong("print"), help: "Print its path, and do not open it.")
  var printsPath = false

  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func validate() throws {
    if note == nil, !interactive { throw ValidationError("Say which note, or choose one with -i") }
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    var note = note ?? ""
    if interactive {
      guard let path = try FullScreen.pickNote(context, start: FullScreen.search(note)) else { return .interrupted }
      note = VaultURL(file: path)?.description ?? path.text
    }
    guard printsPath else { return try EditSession.run(note, context) }
    let path = try context.read { try $0.resolve(note) }
    if !options.quiet { try context.printer.line(context.printer.givenPath(path)) }
    return .success
  }
}
