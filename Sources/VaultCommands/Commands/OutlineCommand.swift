import ArgumentParser
import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

/// `vault outline`
struct OutlineCommand: WordCommand, ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "outline",
    abstract: "The headings of notes, with their lines.",
    discussion: """
      Each heading stands below the one that it is part of.

      Examples:
        vault outline 'Rye sourdough'
        vault outline Home --format '{path}:{line} {text}'
        vault list -0 tag:baking | vault outline - --json
      """)

  @OptionGroup var notes: NoteArguments
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run(in context: CommandContext) throws -> ExitStatus {
    let list = try ListOutput(output.mode(options), fields: Self.fields(in: context.vault())) { $0.path }
    let names = try notes.names()
    let headings = try context.read { try $0.outline(of: names) }
    return try list.answer(headings, limit: output.limit, context, nothing: "There is no heading.") { shown in
      let printer = context.printer
      let isOfSeveral = Set(shown.map(\.path)).count > 1
      let width = shown.map { String($0.heading.line).utf8.count }.max() ?? 0
      var path: NotePath?
      for each in shown {
        if isOfSeveral, each.path != path { try printer.line(printer.fitted(printer.path(each.path))) }
        path = each.path
        let line = StyledText(String(each.heading.line), printer.theme[.muted]).padded(to: width, leading: true)
        let indent = StyledText(String(repeating: "  ", count: each.heading.level))
        try printer.line(printer.fitted(line + indent + StyledText(each.heading.text, printer.theme[.heading])))
      }
    }
  }

  static func fields(in vault: any RecordVault) -> RecordFields<HeadingOfNote> {
    RecordFields(
      RecordFields.path(in: vault) { $0.path } + [
        .init("level") { .integer($0.heading.level) },
        .init("text") { .text($0.heading.text) },
        .init("line") { .integer($0.heading.line) },
      ])
  }
}
