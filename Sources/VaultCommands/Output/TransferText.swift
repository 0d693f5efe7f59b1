import VaultCore
import VaultStore
import VaultTerminal

/// What people are told of an import or export: the files, then what became of all of it in one line.
enum TransferText {
  private static let shownLines = 20

  static func print(
    _ outcome: ChangeOutcome, _ report: ImportReport, _ arguments: ChangeArguments, _ context: CommandContext
  ) throws -> ExitStatus {
    for problem in report.problems { context.warn(problem.text) }
    // On a terminal, more lines than these say less than a number.
    let isLong = context.terminal.outputIsTerminal && outcome.planned.records.count > shownLines
    let isSaid = outcome.end == .unchanged && report.same > 0
    if arguments.json || outcome.end == .dryRun || !isLong && !isSaid {
      let nothing = report.failed ? "Nothing was imported." : "There is no note in it."
      _ = try ChangeReport.print(outcome, arguments, context, unchanged: nothing)
    }
    for (wanted, path) in report.renamed.prefix(shownLines) where outcome.end != .declined {
      context.note("\(wanted) is taken: \(outcome.end == .dryRun ? "would become" : "became") \(path)")
    }
    let isSomething = report.created + report.same + report.tasks > 0
    if outcome.end != .declined, isSomething {
      for dates in ImportedDates.allCases where report.dates.contains(dates) { context.note(words(for: dates)) }
      context.note(summary(report, outcome, isDryRun: outcome.end == .dryRun))
    }
    if report.failed { return .failed }
    return isSomething ? .success : .nothingFound
  }

  private static func words(for dates: ImportedDates) -> String {
    switch dates {
    case .apple:
      "Numbers in dates were taken as seconds since 2001, as Swift writes them; --dates unix takes them as Unix time."
    case .unix: "Numbers in dates were taken as Unix time; --dates apple takes them as seconds since 2001."
    }
  }

  /// `Imported 12 files (1 with another name) and left out 3 that are there already; 2 problems.`
  static func summary(_ report: ImportReport, _ outcome: ChangeOutcome, isDryRun: Bool) -> String {
    var parts: [String] = []
    if report.created > 0 {
      let renamed = report.renamed.isEmpty ? "" : " (\(report.renamed.count) with another name)"
      parts.append("\(isDryRun ? "Would import" : "Imported") \(count(report.created, "file"))\(renamed)")
    }
    if report.tasks > 0 {
      parts.append("\(parts.isEmpty ? isDryRun ? "Would import " : "Imported " : "")\(count(report.tasks, "task"))")
    }
    parts += leftOut(report.same, isFirst: parts.isEmpty)
    let kept = outcome.planned.records.count { $0.state == .updated && $0.path != report.taskNote }
    if kept > 0 { parts.append("kept the links of \(count(kept, "note")) of the vault leading where they led") }
    return sentence(parts, problems: report.problems.count)
  }

  static func print(_ report: ExportReport, _ folder: String, _ context: CommandContext) throws {
    let isTerminal = context.terminal.outputIsTerminal
    if !context.options.quiet, !isTerminal || report.paths.count <= shownLines {
      for path in report.paths { try context.printer.line(context.printer.path(path)) }
    }
    for problem in report.problems { context.warn(problem.text) }
    if report.paths.isEmpty, report.same == 0, report.problems.isEmpty { return context.note("No note matches.") }
    var parts: [String] = []
    if !report.paths.isEmpty {
      let others = report.attachments > 0 ? " and \(count(report.attachments, "other file"))" : ""
      parts.append("Exported \(count(report.notes, "note"))\(others) to \(folder)")
    }
    parts += leftOut(report.same, isFirst: parts.isEmpty)
    context.note(sentence(parts, problems: report.problems.count))
  }

  private static func leftOut(_ same: Int, isFirst: Bool) -> [String] {
    same > 0 ? ["\(isFirst ? "Left" : "left") out \(same) that \(same == 1 ? "is" : "are") there already"] : []
  }

  private static func sentence(_ parts: [String], problems: Int) -> String {
    guard let first = parts.first else { return "Nothing was done; \(count(problems, "problem"))." }
    var text = first
    for (index, part) in parts.dropFirst().enumerated() { text += (index + 2 == parts.count ? " and " : ", ") + part }
    return text + (problems > 0 ? "; \(count(problems, "problem"))." : ".")
  }

  private static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
}
