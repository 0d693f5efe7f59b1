import ArgumentParser
import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

/// `vault doctor`
struct DoctorCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "The health of the index, and everything odd in the notes.",
    discussion: """
      Findings are grouped by their code; on a terminal at most \(perGroup) of each are shown. Findings are no \
      failure: the exit status is 0.

      Examples:
        vault doctor
        vault doctor --all
        vault doctor --format '{path}:{line}:{column}: {severity}: {message}'
      """)

  static let perGroup = 5

  @Flag(help: "Print all findings on a terminal, too.")
  var all = false

  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run(in context: CommandContext) throws -> ExitStatus {
    let list = try ListOutput(output.mode(options), fields: .finding(in: context.vault())) { $0.path }
    let report = try context.read { try $0.findings() }
    let index = try context.vault().indexHealth()
    var rows = report.findings
    if let problem = index.problem {
      let diagnostic = Diagnostic("index", .error, at: SourceLocation(line: 1, column: 1), "the index: \(problem)")
      rows.insert(Finding(path: nil, diagnostic: diagnostic), at: 0)
    }
    try list.write(rows.prefix(output.limit ?? rows.count), total: rows.count, to: context.printer) {
      let isShort = context.terminal.outputIsTerminal && !all
      let text = DoctorText(
        report: report, index: index, perGroup: isShort ? output.limit ?? Self.perGroup : output.limit ?? .max)
      try text.print(to: context.printer)
    }
    return .success
  }
}
