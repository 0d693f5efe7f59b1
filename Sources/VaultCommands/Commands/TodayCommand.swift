import ArgumentParser
import VaultStore
import VaultTerminal

/// `vault today`
struct TodayCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "today",
    abstract: "Today's note: make it where it is not there yet, and open it.",
    discussion: """
      Its name, folder and template are those of Obsidian's daily notes, or what the configuration says (`daily.…`). On a \
      terminal it opens in the editor; elsewhere its path is printed.

      Examples:
        vault today
        vault today --print
      """)

  @OptionGroup var opening: OpeningArguments

  @Flag(help: "Print its path, and whether it was made, as JSON.")
  var json = false

  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run(in context: CommandContext) throws -> ExitStatus {
    try opening.open(context.environment.today, json: json, context)
  }
}
