import ArgumentParser
import Foundation
import VaultCore
import VaultInterface
import VaultPlatform
import VaultStore
import VaultTerminal

/// `--watch`
struct WatchOptions: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Show the list anew whenever a note changes, until Ctrl-C.",
      discussion: """
        In a pipe it is printed again when it is another one, after a blank line where it is not JSON or a count.
        """))
  var watch = false
}

extension CommandContext {
  /// As `run`, over and over where the list is to be watched.
  static func run(
    _ options: GlobalOptions, watching watch: WatchOptions, _ mode: OutputMode,
    _ body: @escaping (CommandContext) throws -> ExitStatus
  ) throws {
    guard watch.watch else { return try run(options, body) }
    guard mode != .quiet else { throw ValidationError("--watch and --quiet exclude each other: give one of them") }
    let status = WatchedList(options: options, mode: mode, body: body).run()
    if status != .success { throw ExitCode(status.rawValue) }
  }
}

/// A list that is shown anew whenever it may have changed: when a file has, and at midnight.
///
/// On a terminal it has a screen of its own and ends with Ctrl-C. In a pipe it ends when nobody reads any more.
private struct WatchedList {
  let options: GlobalOptions
  let mode: OutputMode
  let body: (CommandContext) throws -> ExitStatus

  private struct Frame {
    var context: CommandContext
    var output: [UInt8]
    var messages: [UInt8]
    var status: ExitStatus
    /// When the day ends that it was made for; nil where the day was given.
    var expiry: Date?
  }

  func run() -> ExitStatus {
    let context = CommandContext(options)
    return context.status { context in
      let watcher = try FolderWatcher(context.vault())
      let first = try frame(watcher, isFirst: true)
      guard [.success, .nothingFound].contains(first.status) else {
        // What cannot be answered now cannot be later: a mistake in the query, for one.
        try OutputSink.write(first.messages, to: STDERR_FILENO)
        return first.status
      }
      let canDraw = context.terminal.outputIsTerminal && context.environment.variables["TERM"] != "dumb"
      return canDraw ? try draw(first, watcher) : try print(first, watcher)
    }
  }

  /// Throws where the vault is no longer there; what else goes wrong is part of the frame, and may be mended.
  private func frame(_ watcher: FolderWatcher, isFirst: Bool = false) throws -> Frame {
    let context = CommandContext(options, capturing: isFirst ? .butProgress : .everything)
    try watcher.follow(context.vault())
    let status = context.status(of: body)
    let environment = context.environment
    return Frame(
      context: context, output: context.printer.sink.bytes, messages: context.capturedMessages, status: status,
      expiry: options.today == nil ? environment.start(of: environment.today.adding(days: 1)) : nil)
  }

  // MARK: In a pipe

  private func print(_ first: Frame, _ watcher: FolderWatcher) throws -> ExitStatus {
    var shown = first
    try OutputSink.write(shown.messages, to: STDERR_FILENO)
    try OutputSink.write(shown.output, to: STDOUT_FILENO)
    while try watcher.wait(until: shown.expiry, written: STDOUT_FILENO) != .closed {
      let next = try frame(watcher)
      if next.messages != shown.messages { try OutputSink.write(next.messages, to: STDERR_FILENO) }
      if next.output != shown.output { try OutputSink.write(separator + next.output, to: STDOUT_FILENO) }
      shown = next
    }
    return .success
  }

  /// Each list of JSON and each count ends by itself.
  private var separator: [UInt8] {
    switch mode {
    case .json, .count, .quiet, .calendar: []
    case .paths0: [0]
    case .text, .jsonl, .format, .paths: [0x0A]
    }
  }

  // MARK: On a terminal

  private func draw(_ first: Frame, _ watcher: FolderWatcher) throws -> ExitStatus {
    let screen = WatchedScreen(descriptor: STDOUT_FILENO)
    guard let signals = SignalPipe([SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGWINCH]) else {
      return try print(first, watcher)
    }
    var frame = first
    try screen.show()
    do {
      while true {
        try draw(frame, on: screen)
        let wake = try watcher.wait(until: frame.expiry, readable: signals.descriptor, written: STDOUT_FILENO)
        if wake == .closed { break }
        for signal in wake == .readable ? signals.received() : [] {
          switch signal {
          case SIGINT:
            try screen.hide()
            return .interrupted
          case SIGTSTP:
            try screen.hide()
            signals.passOn(signal)
            try screen.show()
          case SIGWINCH: continue
          default:
            try screen.hide()
            signals.passOn(signal)
          }
        }
        frame = try self.frame(watcher)
      }
    } catch {
      // The terminal may be what failed.
      do { try screen.hide() } catch {}
      throw error
    }
    return .success
  }

  private func draw(_ frame: Frame, on screen: WatchedScreen) throws {
    let printer = frame.context.printer
    func muted(_ text: String) -> [UInt8] {
      var out: [UInt8] = []
      let style = printer.theme[.muted]
      printer.painter.append(printer.fitted(StyledText(text, style)), to: &out)
      return out
    }
    try screen.draw(
      frame.output + frame.messages, foot: muted("Watching; Ctrl-C ends it."),
      rows: frame.context.terminal.height ?? 24,
      more: { muted("\(printer.glyphs.ellipsis) \($0) more lines; --limit or a taller window") })
  }
}
