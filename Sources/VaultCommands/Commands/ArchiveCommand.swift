import ArgumentParser
import VaultStore

/// `vault archive`
struct ArchiveCommand: QueryCommand, ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "archive",
    abstract: "Move notes that were not updated for long into the archive.",
    discussion: """
      Every link to them follows. Pinned notes stay. The archive is a folder of the vault (`archive` in the \
      configuration); a note keeps its path below it. A query narrows the notes down. Asks first.

      Examples:
        vault archive --older-than 30d --dry-run
        vault archive --older-than 2026-02-01 tag:cooking --yes
      """)

  @Option(help: ArgumentHelp("How long ago: 90d, 8w, 6m, 2y, or a day.", valueName: "age"))
  var olderThan: Age

  @OptionGroup var words: QueryWords
  @OptionGroup(title: "Changing") var changing: EachConfirmedArguments
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run(in context: CommandContext) throws -> ExitStatus {
    let vault = try context.vault()
    let asking = changing.options(.always, context) {
      "Archive \($0.movedCount)\($0.withLinks)?"
    }
    let outcome = try context.editor().archive(
      notUpdatedSince: olderThan.day(before: vault.environment.today), matching: context.query(words), asking)
    return try ChangeReport.print(outcome, changing.change, context, unchanged: "No note is that old.")
  }
}
