import ArgumentParser
import VaultStore

/// `vault tag rename`
struct TagRenameCommand: WordCommand, ContextCommand {
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

  @Argument("The tag, with or without #.", completion: .tags)
  var old: String

  @Argument("Its new name.", completion: .tags)
  var new: String

  @OptionGroup(title: "Changing") var changing: EachConfirmedArguments
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run(in context: CommandContext) throws -> ExitStatus {
    let asking = changing.options(.forSeveralFiles, context) {
      "Rename the tag in \($0.fileCount) notes?"
    }
    let outcome = try context.editor().renameTag(old, to: new, asking)
    return try ChangeReport.print(outcome, changing.change, context)
  }
}
