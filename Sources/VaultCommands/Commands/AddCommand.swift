import ArgumentParser
import VaultCore
import VaultStore

/// `vault add`
struct AddCommand: WordCommand, ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Put down a thought: into the inbox, or today's note.",
    discussion: """
      One line becomes a list item, several lines stay as they are. Where it goes is `capture` in the configuration, \
      which note the inbox is `inbox`.

      Examples:
        vault add 'Look at the new allocator'
        vault add --daily --under Log --create 'Met with the editor'
        date | vault add -
      """,
    aliases: ["capture"]
  ).withoutScripts

  @Flag(help: "Into today's note.")
  var daily = false

  @Flag(help: "Into the inbox.")
  var inbox = false

  @OptionGroup var heading: HeadingArguments

  @Argument("The text; - or nothing reads standard input.")
  var text: [String] = []

  @OptionGroup(title: "Changing") var change: ChangeArguments
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func validate() throws {
    if daily, inbox { throw ValidationError("--daily and --inbox exclude each other: give one of them") }
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let outcome = try context.editor().capture(
      try StandardInput.text(or: text, context), in: daily ? .today : inbox ? .inbox : nil, under: heading.section,
      change.options)
    return try ChangeReport.print(outcome, change, context)
  }
}
