import ArgumentParser
import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

/// `vault export`
struct ExportCommand: QueryCommand, ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write notes out: as JSON, or as files.",
    discussion: """
      --json prints one array of the notes, as `vault list --json` does, each with its text as body. `vault import` makes \
      the same notes of it; comments in the front matter and the order of its keys stay behind. --md copies the notes \
      byte for byte, with their folders and times, and the files that they link to or embed; what is there already is \
      never overwritten. A query chooses the notes; without one, all of them.

      Examples:
        vault export --json > notes.json
        vault export --json tag:work updated:this-year | gzip > work.json.gz
        vault export --md ~/Desktop/recipes path:Recipes/
      """)

  @Flag(help: "Print one JSON array.")
  var json = false

  @Option("Copy the files into this folder, made if need be.", value: "dir", completion: .directory)
  var md: String?

  @OptionGroup var words: QueryWords
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func validate() throws {
    if json == (md != nil) { throw ValidationError("Say one of --json and --md DIR") }
    if md?.isEmpty == true { throw ValidationError("--md takes a folder") }
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let vault = try context.vault()
    let query = try context.query(words)
    let export = try context.read { try $0.export(query, withFiles: md != nil) }
    if let md { return try copy(export, to: md, context) }
    let fields = RecordFields<ExportedNote>.exportedNote(in: vault)
    let sink = context.printer.sink
    var list = JSONArrayWriter { try sink.write($0) }
    let (count, problems) = try export.readNotes(telling: context.listener) { note in
      try list.write { fields.write(note, to: &$0) }
    }
    try list.finish()
    for problem in problems { context.warn(problem.text) }
    if count == 0 { context.note("No note matches.") }
    return count > 0 ? .success : problems.isEmpty ? .nothingFound : .failed
  }

  private func copy(_ export: NoteExport, to folder: String, _ context: CommandContext) throws -> ExitStatus {
    let report = try export.copy(to: folder, telling: context.listener)
    try TransferText.print(report, folder, context)
    if !report.paths.isEmpty || report.same > 0 { return .success }
    return report.problems.isEmpty ? .nothingFound : .failed
  }
}
