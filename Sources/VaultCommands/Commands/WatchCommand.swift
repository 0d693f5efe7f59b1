import ArgumentParser
import Foundation
import VaultCore
import VaultInterface
import VaultPlatform
import VaultStore
import VaultTerminal

/// `vault watch`
struct WatchCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Keep the index up to date, so that other commands need not look at the notes.",
    discussion: """
      While it runs, other commands ask it whether anything has changed instead of looking at every note themselves. \
      Their answers are the same, and as up to date; without it, or should it not answer at once, they look \
      themselves. It ends with Ctrl-C, with --stop, when the vault is moved, and when another version of vault makes \
      the index. In the background it writes what goes wrong into a file in the cache, which --status names.

      Examples:
        vault watch
        vault watch --detach
        vault watch --status
        vault watch --stop
      """)

  @Flag(help: "Watch in the background.")
  var detach = false

  @Flag(help: "Say whether the vault is watched, and how that goes; the exit status is 1 where it is not.")
  var status = false

  @Flag(help: "End the watcher of this vault.")
  var stop = false

  /// In the background, where what is written goes to the log: only what is not quite right.
  @Flag(help: .hidden) var warningsOnly = false

  @Flag(help: "Print --status as a JSON object.")
  var json = false

  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func validate() throws {
    if [detach, status, stop].count(where: { $0 }) > 1 {
      throw ValidationError("--detach, --status and --stop exclude each other: give one of them")
    }
    if json, !status { throw ValidationError("--json goes with --status") }
    if options.noIndex { throw ValidationError("`vault watch` and --no-index exclude each other") }
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    if status { return try printStatus(context) }
    if stop { return try end(context) }
    return try detach ? startBackground(context) : watch(context)
  }

  // MARK: Watching

  private var isTalkative: Bool { !options.quiet && !warningsOnly }

  private func watch(_ context: CommandContext) throws -> ExitStatus {
    let vault = try context.vault()
    // What cannot be printed is told at the end.
    var failure: (any Error)?
    func say(_ text: String) {
      do {
        // Neither in a pager nor at the end.
        try OutputSink.write(Array((text + "\n").utf8), to: STDOUT_FILENO)
      } catch {
        failure = failure ?? error
      }
    }
    let watcher = try VaultWatcher(vault, version: VaultCommand.version) { notice in
      switch notice {
      case .ready(let notes, let folders):
        if isTalkative {
          say(
            "Watching \(GroupedNumber.text(notes)) notes in \(GroupedNumber.text(folders)) folders; Ctrl-C ends it.")
        }
      case .refreshed(let changes, let seconds):
        if isTalkative { say("\(Self.clock(vault)) \(changes.text) (\(IndexCommand.time(seconds)))") }
      case .told(let told):
        if told.isWarning { context.warn(told.text) } else { context.note(told.text) }
      case .hindered(let reason?):
        context.warn("\(reason); until then commands look at the notes themselves")
      case .hindered(nil):
        if isTalkative { say("\(Self.clock(vault)) Commands need not look at the notes any more.") }
      }
    }
    guard let signals = SignalPipe([SIGINT, SIGTERM, SIGHUP]) else {
      throw CommandFailure(
        kind: .noPlace, message: "no more files can be opened; close some programs, or raise `ulimit -n`")
    }
    let ending = try watcher.run(until: signals.descriptor)
    if let failure { throw failure }
    if case .gone(let reason) = ending { throw CommandFailure(kind: .noPlace, message: reason) }
    for signal in signals.received() {
      if signal == SIGINT { return .interrupted }
      signals.passOn(signal)
    }
    return .success
  }

  private static func clock(_ vault: Vault) -> String {
    var time = time(nil)
    var parts = tm()
    localtime_r(&time, &parts)
    return [parts.tm_hour, parts.tm_min, parts.tm_sec].map { ($0 < 10 ? "0" : "") + "\($0)" }.joined(separator: ":")
  }

  private func startBackground(_ context: CommandContext) throws -> ExitStatus {
    let vault = try context.vault()
    switch try vault.watcher() {
    case .running(let status):
      if status.version != VaultCommand.version {
        context.warn(
          "the watcher is of version \(status.version), and this is \(VaultCommand.version); "
            + "`vault watch --stop` ends it, then start it again")
      }
      try say("\(vault.location.root) is watched already, by process \(status.process).", context)
      return .success
    case .silent(let process): throw SilentWatcherError(root: vault.location.root, process: process)
    case .none: break
    }
    let process = try BackgroundWatcher.start(vault, environment: context.environment.variables)
    try say("Watching \(vault.location.root) in the background, as process \(process).", context)
    return .success
  }

  // MARK: Asking

  private func end(_ context: CommandContext) throws -> ExitStatus {
    let vault = try context.vault()
    guard try vault.stopWatcher() else {
      context.note("\(vault.location.root) is not watched")
      return .nothingFound
    }
    try say("\(vault.location.root) is no longer watched.", context)
    return .success
  }

  private func say(_ text: String, _ context: CommandContext) throws {
    if !options.quiet { try context.printer.line(text) }
  }

  private func printStatus(_ context: CommandContext) throws -> ExitStatus {
    let vault = try context.vault()
    var report = WatchReport(root: vault.location.root)
    switch try vault.watcher() {
    case .silent(let process): throw SilentWatcherError(root: report.root, process: process)
    case .none: break
    case .running(let status): report.status = status
    }
    if json {
      try context.printer.sink.write(WatchReport.fields.document(report))
    } else if report.status == nil {
      context.note("\(report.root) is not watched")
    } else if !options.quiet {
      try report.table(context, vault).print(to: context.printer)
      if let log = vault.watchLogPath, fileSize(log) > 0 { context.note("What went wrong meanwhile is in \(log).") }
    }
    return report.status == nil ? .nothingFound : .success
  }
}

/// What `vault watch --status` tells.
struct WatchReport {
  var root: String
  var status: WatchStatus?

  func table(_ context: CommandContext, _ vault: Vault) -> FigureTable {
    var table = FigureTable()
    guard let status else { return table }
    table.row("Vault", text: root)
    table.row("Process", text: "\(status.process)", "version \(status.version)")
    table.row("Since", text: context.time(status.startedAt, in: vault))
    table.row("Hindered", text: status.hindrance ?? "")
    table.row("Notes", status.notes)
    table.row("Folders", status.folders)
    table.row("Looks", status.refreshes, "because something changed, or to be sure")
    table.row("Changes", status.changedNotes, "notes")
    table.row("Answers", status.answers, "to other commands")
    table.row("Memory", text: ByteCount.text(Int64(status.memory)))
    return table
  }

  static let fields = RecordFields<WatchReport>([
    .init("running") { .bool($0.status != nil) },
    .init("root") { .text($0.root) },
    .init("process") { .integer($0.status?.process) },
    .init("version") { .text($0.status?.version) },
    .init("started") { .text($0.status.map { NoteDate($0.startedAt).iso8601(in: { _ in 0 }) }) },
    .init("hindrance") { .text($0.status?.hindrance) },
    .init("notes") { .integer($0.status?.notes) },
    .init("folders") { .integer($0.status?.folders) },
    .init("refreshes") { .integer($0.status?.refreshes) },
    .init("changed") { .integer($0.status?.changedNotes) },
    .init("answers") { .integer($0.status?.answers) },
    .init("memory_bytes") { .integer($0.status?.memory) },
  ])
}
