import Foundation
import VaultCore
import VaultInterface
import VaultPlatform
import VaultStore
import VaultTerminal

/// `vault sync --remote`: rounds with a server of notes, until all is in step.
struct RemoteProgram {
  private let options: RemoteSyncOptions
  private let settings: RemoteSettings
  private let environment: @Sendable () -> VaultEnvironment
  private let terminal: TerminalContext
  private let theme: Theme

  /// How often a round is tried again that brought nothing forward.
  private static let attempts = 4
  /// How many seconds somebody waits who has typed a command.
  private static let longestWait = 15.0
  private static let (quiet, longest) = (Duration.seconds(60), Duration.seconds(600))

  init(_ options: RemoteSyncOptions) throws {
    self.options = options
    environment = VaultEnvironment.clock(today: options.today)
    terminal = TerminalContext.live(
      color: ColorChoice(rawValue: options.color) ?? .auto,
      appearance: Appearance(rawValue: options.appearance.rawValue) ?? .auto,
      environment: environment().variables)
    theme = Theme(options.theme, terminal)
    settings = try RemoteSettings.named(options.remote, environment().folders)
  }

  /// The status is that of `vault`.
  func run() throws -> CInt {
    if options.task == .status {
      try tell(editor().waiting(for: settings))
      return 0
    }
    let remote = RemoteHTTP(settings, certificates: environment().variables["SSL_CERT_FILE"])
    defer { remote.end() }
    guard options.task == .watch else {
      let (outcome, failure) = sync(with: remote)
      try tell(outcome, failure)
      if let failure {
        guard let offline = failure as? RemoteError, case .unavailable = offline else { throw failure }
        throw NetFailure(message: offline.message + Message(RemoteReport.waiting(outcome)))
      }
      return outcome.deletions > 0 ? 3 : outcome.refused.isEmpty ? 0 : 2
    }
    return try watch(remote)
  }

  private func editor() throws -> VaultEditor {
    var listener = VaultListener()
    listener.notice = tell
    return try Vault(location: options.location, environment: environment(), notice: tell).editor(telling: listener)
  }

  /// Rounds until one is whole; what could not be sent is tried again as long as that brings something forward. With what was
  /// done, whatever ends it.
  private func sync(with remote: RemoteHTTP) -> (RemoteOutcome, (any Error)?) {
    var (patience, random) = (RemotePatience(), SystemRandomNumberGenerator())
    var sum = RemoteOutcome()
    var attempt = 1
    while true {
      var outcome = RemoteOutcome()
      var request = RemoteOptions()
      request.dryRun = options.task == .dryRun
      request.deletesMany = options.deletesMany
      do {
        try editor().sync(with: settings, remote, request, &outcome)
        return (sum.joined(with: outcome), nil)
      } catch {
        sum = sum.joined(with: outcome)
        guard let offline = error as? RemoteError, case .unavailable(_, let seconds) = offline else {
          return (sum, error)
        }
        if !outcome.isIdle {
          attempt = 0
          patience.reset()
        }
        attempt += 1
        let wait = patience.wait(asked: seconds, using: &random)
        // A machine that is not there will not be there in a second.
        guard attempt <= Self.attempts, wait <= Self.longestWait, !outcome.isIdle || seconds != nil
        else {
          return (sum, error)
        }
        usleep(UInt32(wait * 1_000_000))
      }
    }
  }

  // MARK: Going on

  private func watch(_ remote: RemoteHTTP) throws -> CInt {
    let session = try VaultSession(
      options.location, options: VaultSession.Options(version: options.version))
    defer { session.end() }
    var (patience, random, told): (RemotePatience, SystemRandomNumberGenerator, Message?) =
      (.init(), .init(), nil)
    // Signals end the program as they do any other: the next round goes on wherever this one was.
    let never = try WakePipe()
    let end = try SyncLoop(session, quiet: Self.quiet, longest: Self.longest).run(until: never.readable) {
      let (outcome, problem) = sync(with: remote)
      guard let problem else {
        try tell(outcome)
        patience.reset()
        told = nil
        return nil
      }
      var seconds: Int?
      if let error = problem as? RemoteError {
        if error.isLasting { throw error }
        if case .unavailable(_, let asked) = error { seconds = asked }
      }
      // Being offline is nothing new.
      let message = Message(problem) + Message(RemoteReport.waiting(outcome))
      if message != told || !outcome.isIdle {
        try tell(outcome, problem)
        tell(VaultNotice(message))
      }
      told = message
      return .seconds(patience.wait(asked: seconds, using: &random))
    }
    guard case .gone(let reason) = end else { return 0 }
    throw NetFailure(message: reason)
  }

  // MARK: Telling

  private func messages(_ program: String) -> Messages { Messages(context: terminal, theme: theme, program: program) }

  private func tell(_ notice: VaultNotice) {
    let text = ControlCharacters.visible(notice.message, .singleLine)
    if notice.isWarning {
      messages("vault: ").warning(text)
    } else if !options.isQuiet {
      messages("vault: ").note(text)
    }
  }

  private func tell(_ outcome: RemoteOutcome, _ failure: (any Error)? = nil) throws {
    let sink = OutputSink(descriptor: STDOUT_FILENO)
    do {
      if options.isJSON {
        try sink.write { $0 += RecordFields.remote.document(outcome) }
        return try sink.finish()
      }
      if options.isQuiet { return }
      let printer = Printer(context: terminal, theme: theme, sink: sink)
      try RemoteReport(outcome, options.task, hasFailed: failure != nil).write(printer, messages(""))
    } catch is OutputClosed {
      // What was done is done, whoever reads of it.
    }
  }
}

extension RemoteOutcome {
  /// What several rounds have done.
  func joined(with later: RemoteOutcome) -> RemoteOutcome {
    var sum = later
    func joined(_ a: [Change], _ b: [Change]) -> [Change] { (a + b).uniqued(by: \.path) }
    sum.received = joined(received, later.received)
    sum.sent = joined(sent, later.sent)
    sum.copies = (copies + later.copies).uniqued(by: \.self)
    return sum
  }
}
