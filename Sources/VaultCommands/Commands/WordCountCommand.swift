import ArgumentParser
import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

/// `vault wordcount`
struct WordCountCommand: WordCommand, ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "wordcount",
    abstract: "How many words and characters notes have.",
    discussion: """
      Front matter is left out; words are those that a search finds. Without a note, those that the query selects, or all. \
      Several are followed by their sum, except in JSON and templates.

      Examples:
        vault wordcount 'Rye sourdough'
        vault wordcount --query tag:baking
        vault wordcount --sort words --limit 10
        vault wordcount --query 'updated:this-month' --format '{words} {path}'
      """)

  @Argument(NoteArguments.help, value: "note", completion: .notes)
  var notes: [String] = []

  @Option("The notes that a query selects.", value: "query", completion: .query)
  var query: String?

  @Option(
    "The order: path, words with the longest first, or another one of `vault list`; -key reverses.", value: "keys")
  var sort: String?

  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func validate() throws {
    if query != nil, !notes.isEmpty { throw ValidationError("Give notes or --query, not both") }
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let list = try ListOutput(output.mode(options), fields: Self.fields(in: context.vault())) { $0.path }
    let names = try notes.isEmpty ? nil : NoteArguments.names(notes)
    let query = try context.query(query ?? "")
    let lengths = try context.read { try $0.lengths(of: query, named: names, sort: context.sortKeys(sort)) }
    return try list.answer(lengths, limit: output.limit, context, nothing: "No note matches.") { shown in
      var rows = shown.map { note in
        [String(note.words), note.characters.map { String($0) } ?? "", context.printer.painter.path(note.path)]
      }
      if lengths.count > 1 {
        let characters = lengths.reduce(0) { $0 + ($1.characters ?? 0) }
        rows.append([String(lengths.reduce(0) { $0 + $1.words }), String(characters), "\(lengths.count) notes"])
      }
      let heads = context.terminal.outputIsTerminal ? [["words", "characters", "note"]] : []
      try Self.print(heads + rows, isHeaded: !heads.isEmpty, context.printer)
    }
  }

  /// Figures to the right, the last column to the left.
  private static func print(_ rows: [[String]], isHeaded: Bool, _ printer: Printer) throws {
    let widths = (0..<2).map { column in rows.map { $0[column].utf8.count }.max() ?? 0 }
    for (index, row) in rows.enumerated() {
      let style = isHeaded && index == 0 ? printer.theme[.muted] : .plain
      let figures = (0..<2).map { StyledText(row[$0], style).padded(to: widths[$0], leading: true) }
      try printer.line(printer.fitted(figures[0] + "  " + figures[1] + "  " + StyledText(row[2], style)))
    }
  }

  static func fields(in vault: any RecordVault) -> RecordFields<NoteLength> {
    RecordFields(
      RecordFields.path(in: vault) { $0.path } + [
        .init("words") { .integer($0.words) },
        .init("characters") { .integer($0.characters) },
      ])
  }
}
