import ArgumentParser
import VaultCore
import VaultStore

/// `vault add`
struct AddCommand: WordCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Put down a thought: into the inbox, or today's note.",
    discussion: """
      One line becomes a list item, several lines stay as they are. Where it goes is `capture` in the configuration, \
      which note the inbox is `inbox`.

      Examples:
        vault add 'Look at the new allocator'
        vault add --daily --under Log 'Met with the editor'
        date | vault add -
      """,
    aliases: ["capture"]
  ).withoutScripts

  @Flag(help: "Into today's note.")
  var daily = false

  @Flag(help: "Into the inbox.")
  var inbox = false

  @Option(
    help: ArgumentHelp("Under this heading, which is made if need be.", valueName: "heading"),
    transform: CommandLineArguments.decoded)
  var under: String?

  @Argument(help: "The text; - or nothing reads standard input.", transform: CommandLineArguments.decoded)
  var text: [String] = []

  @OptionGroup(title: "Changing") var change: ChangeArguments
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func validate() throws {
    if daily, inbox { throw ValidationError("--daily and --inbox exclude each other: give one of them") }
  }

  func run() throws {
    try CommandContext.run(options) { context in
      let outcome = try context.editor().capture(
        try StandardInput.text(or: text, context), in: daily ? .today : inbox ? .inbox : nil, under: under,
        change.options)
      return try ChangeReport.print(outcome, change, context)
    }
  }
}
