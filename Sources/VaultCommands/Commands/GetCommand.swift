import ArgumentParser
import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

/// `vault get`
struct GetCommand: WordCommand, ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "get",
    abstract: "Print a property of notes.",
    discussion: """
      Of one note the value alone; of several each with its path. A list is printed one entry a line, or with the path in \
      one line. The exit status is 1 where no note has it.

      Examples:
        vault get km_total Bike
        vault list tag:baking -0 | vault get updated - --format '{path}\\t{value}'
        vault get tags 'Rye sourdough' --json
      """)

  @Argument("The property's name.", completion: .properties)
  var key: String

  @OptionGroup var notes: NoteArguments
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run(in context: CommandContext) throws -> ExitStatus {
    let list = try ListOutput(output.mode(options), fields: Self.fields(in: context.vault())) { $0.path }
    let names = try notes.names()
    let found = try context.inOrder(["get"], first: key, notes.notes, notes: names) {
      try context.read { try $0.property(key, of: names) }
    }
    return try list.answer(found, limit: output.limit, context, nothing: "No note has the property \(key).") { shown in
      for property in shown {
        let texts = property.value.shownTexts
        if names.count == 1 {
          for text in texts { try context.printer.line(text) }
        } else {
          try context.printer.line(
            context.printer.path(property.path) + StyledText("  " + texts.joined(separator: ", ")))
        }
      }
    }
  }

  static func fields(in vault: any RecordVault) -> RecordFields<PropertyOfNote> {
    RecordFields(
      RecordFields.path(in: vault) { $0.path } + [
        .init("key") { .text($0.key) },
        .init("value", isOpen: true) { JSONValue($0.value) },
      ])
  }
}
