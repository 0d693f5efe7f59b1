import ArgumentParser
import VaultStore

/// `vault tag rename`
struct TagRenameCommand: WordCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename",
    abstract: "Rename a tag in the whole vault, those below it included.",
    discussion: """
      In front matter and in the text. project/vault becomes work/vault where project is renamed to work. A tag that \
      exists already becomes one with it.

      Examples:
        vault tag rename baking bread --dry-run
        vault tag rename baking bread --yes
      """)

  @Argument(
    help: "The tag, with or without #.", completion: TagCommand.completion, transform: CommandLineArguments.decoded)
  var old: String

  @Argument(help: "Its new name.", completion: TagCommand.completion, transform: CommandLineArguments.decoded)
  var new: String

  @OptionGroup(title: "Changing") var change: ChangeArguments
  @OptionGroup(title: "Changing") var confirmation: ConfirmationArguments
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run() throws {
    try CommandContext.run(options) { context in
      let asking = confirmation.options(change, .forSeveralFiles, context) {
        "Rename the tag in \($0.fileCount) notes?"
      }
      let outcome = try context.editor().renameTag(old, to: new, asking)
      return try ChangeReport.print(outcome, change, context)
    }
  }
}
