import ArgumentParser
import VaultStore

/// `vault heading`
struct HeadingCommand: WordCommand {
  static let configuration = CommandConfiguration(
    commandName: "heading", abstract: "Rename a heading, with every link to it.",
    discussion: """
      Examples:
        vault heading rename Bike Routes 'Where to'
      """,
    subcommands: [HeadingRenameCommand.self])
}

/// `vault heading rename`
struct HeadingRenameCommand: WordCommand, ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename", abstract: "Rename a heading, with every link to it.",
    discussion: """
      A heading that is there several times is named with the one above it (Above#Heading) or by --line.

      Examples:
        vault heading rename Bike Routes 'Where to'
        vault heading rename 'Rye sourdough' 'Rye sourdough#Oven' Baking --dry-run
      """)

  @Argument("The note.", completion: .notes)
  var note: String

  @Argument("The heading's text.")
  var heading: String

  @Argument("Its new text.")
  var text: String

  @Option(help: ArgumentHelp("The heading's line in the file, where several have the same text.", valueName: "number"))
  var line: Int?

  @OptionGroup(title: "Changing") var changing: ConfirmationArguments
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run(in context: CommandContext) throws -> ExitStatus {
    let asking = changing.options(.forSeveralFiles, context) {
      "Rename the heading, with links to it: \($0.fileCount) notes?"
    }
    let outcome = try context.editor().renameHeading(heading, line: line, of: note, to: text, asking)
    return try ChangeReport.print(outcome, changing.change, context)
  }
}
