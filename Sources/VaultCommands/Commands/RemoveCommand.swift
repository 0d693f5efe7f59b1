import ArgumentParser
import VaultStore

/// `vault rm`
struct RemoveCommand: WordCommand, ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "rm",
    abstract: "Put notes, other files or folders into the trash.",
    discussion: """
      Asks first. What is in the trash comes back with `vault trash restore`, or with `vault undo`; links to it stay as \
      they are, and it is said how many of them lead nowhere then, and where the first are.

      Examples:
        vault rm Bike
        vault rm Recipes/
        vault search tag:untrusted -0 | vault rm - --yes
      """)

  @OptionGroup var notes: NoteArguments
  @OptionGroup(title: "Changing") var changing: EachConfirmedArguments
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run(in context: CommandContext) throws -> ExitStatus {
    let asking = changing.options(.always, context) { planned in
      planned.fileCount == 1 ? "Put it into the trash?" : "Put these \(planned.fileCount) into the trash?"
    }
    let outcome = try context.editor().delete(named: notes.names(), asking)
    return try ChangeReport.print(outcome, changing.change, context)
  }
}
