import ArgumentParser
import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

/// `vault check`
struct CheckCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "What is wrong in the notes, for continuous integration.",
    discussion: """
      Looks at links, anchors, dates, ids, tasks, attachments and front matter, and at the properties that check.schema \
      asks for. No address of the web is opened, so that the same notes always give the same findings. check.levels and \
      check.ignore say what counts; a line with <!-- vault-check: off link-dangling --> keeps its findings to itself.

      The exit status is 1 where there are findings from --fail-on up, 2 where the check failed, else 0.

      Examples:
        vault check
        vault check --since HEAD --fail-on never
        vault check --baseline known.json --update-baseline
        vault check --baseline known.json --sarif findings.sarif
        vault check --fix --dry-run
      """)

  enum Failing: String, CaseIterable, ExpressibleByArgument {
    case error, warning, info, never

    func holds(_ severity: Diagnostic.Severity) -> Bool {
      switch self {
      case .error: severity == .error
      case .warning: severity != .info
      case .info: true
      case .never: false
      }
    }
  }

  @Option(
    "Only what has changed since a commit or a day, and links whose target has.", value: "revision")
  var since: String?

  @Option("The findings that are known and only counted.", value: "file", completion: .file())
  var baseline: String?

  @Flag(help: "Write all findings into the baseline, and tell none.")
  var updateBaseline = false

  @Option("Write the findings as SARIF 2.1.0; - is standard output.", value: "file", completion: .file())
  var sarif: String?

  @Flag(help: "Print the findings as annotations of a job of GitHub's.")
  var github = false

  @Flag(help: "Repair what can be: links that moved, tags, the case of keys and values.")
  var fix = false

  @Flag(help: "With --fix: print what would change, as a unified diff, and change nothing.")
  var dryRun = false

  @Option(help: ArgumentHelp("From which level on findings make the status 1.", valueName: "level"))
  var failOn = Failing.error

  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func validate() throws {
    if updateBaseline, baseline == nil { throw ValidationError("--update-baseline needs --baseline FILE") }
    if updateBaseline, since != nil {
      throw ValidationError("--update-baseline takes all findings; leave out --since")
    }
    if updateBaseline, fix { throw ValidationError("Give --fix first, then --update-baseline") }
    if dryRun, !fix { throw ValidationError("--dry-run says what --fix would change; give both") }
    let printed = [github, sarif == "-", output.json, output.jsonl, output.format != nil, output.null, output.count]
    if printed.count(where: { $0 }) > 1 {
      throw ValidationError("--github, --sarif - and the forms of output all print; give one of them")
    }
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let list = try ListOutput(output.mode(options), fields: .finding(in: context.vault())) { $0.path }
    var request = CheckRequest(since: since, baseline: try knownFindings())
    request.needsPrefix = sarif != nil || github
    if fix {
      let status = try repair(request, context)
      if dryRun { return status }
    }
    let report = try context.read { try $0.check(request) }
    if updateBaseline, let baseline { return try update(baseline, report, context) }
    let new = report.new
    if let sarif { try write(SARIFLog(report, hasBaseline: baseline != nil), to: sarif, context) }
    if github {
      for line in WorkflowCommands.lines(report) { try context.printer.sink.write(Array(line.utf8) + [0x0A]) }
    } else if sarif != "-" {
      let gravest = new.sorted { ($0.diagnostic.severity.rank, $0) < ($1.diagnostic.severity.rank, $1) }
      try list.write(gravest.prefix(output.limit ?? new.count), total: new.count, to: context.printer) {
        try FindingListing.write(gravest.prefix(output.limit ?? new.count), to: context.printer)
      }
    }
    if !options.quiet {
      // On a terminal, the sum stands below what it sums up.
      try context.printer.finish()
      context.note(Self.summary(report))
    }
    return new.contains { failOn.holds($0.diagnostic.severity) } ? .nothingFound : .success
  }

  private func knownFindings() throws -> Baseline? {
    guard let baseline, !updateBaseline else { return nil }
    guard let known = try Baseline.read(baseline) else { throw BaselineError(file: baseline, cause: .missing) }
    return known
  }

  private func update(_ file: String, _ report: CheckReport, _ context: CommandContext) throws -> ExitStatus {
    try report.baseline.write(to: file)
    context.note("\(file) has \(Self.findings(report.items.count)) now.")
    return .success
  }

  private func write(_ log: SARIFLog, to file: String, _ context: CommandContext) throws {
    if file == "-" {
      try context.printer.sink.write(log.text)
    } else {
      try AtomicFile.replace(file, log.text, mode: 0o644)
    }
    if log.leftOut > 0 { context.warn("\(Self.findings(log.leftOut)) more did not go into \(file)") }
  }

  private func repair(_ request: CheckRequest, _ context: CommandContext) throws -> ExitStatus {
    let outcome = try context.editor().repair(request, ChangeOptions(dryRun: dryRun))
    if dryRun {
      if outcome.planned.records.isEmpty { context.note("There is nothing to repair.") }
      try ChangeDiff(outcome.planned).print(to: context.printer)
      return .success
    }
    if outcome.end == .done {
      context.hasChanged = true
      let count = outcome.planned.records.count
      context.note(
        "Repaired \(count == 1 ? "1 note" : "\(GroupedNumber.text(count)) notes"); vault undo takes it back.")
    }
    return .success
  }

  // MARK: In words

  private static func findings(_ count: Int) -> String {
    "\(GroupedNumber.text(count)) \(count == 1 ? "finding" : "findings")"
  }

  private static func summary(_ report: CheckReport) -> String {
    let new = report.new
    let levels = Diagnostic.Severity.allCases.compactMap { severity -> String? in
      let count = new.count { $0.diagnostic.severity == severity }
      guard count > 0 else { return nil }
      let noun = severity == .info ? "remark" : severity.rawValue
      return "\(GroupedNumber.text(count)) \(noun)\(count == 1 ? "" : "s")"
    }
    let notes = report.notes == 1 ? "1 note" : "\(GroupedNumber.text(report.notes)) notes"
    var text = new.isEmpty ? "No findings in \(notes)" : "\(levels.joined(separator: ", ")) in \(notes)"
    let known = report.items.count - new.count
    if known > 0 { text += ", \(GroupedNumber.text(known)) known" }
    if report.gone > 0 {
      text += "; \(findings(report.gone)) of the baseline \(report.gone == 1 ? "is" : "are") no more"
    }
    return text + "."
  }
}

extension Diagnostic.Severity {
  /// The gravest first.
  fileprivate var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
