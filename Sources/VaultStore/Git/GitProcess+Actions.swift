import VaultCore
import VaultPlatform

/// How git is asked for what a person would type: to commit, to fetch, to send. The hooks, filters, signatures and helpers
/// that the user and the repository have configured run.
struct GitActions: Sendable {
  private let git: GitProcess
  /// The index that is used in the place of the repository's own; a path.
  private var index: String?
  /// True where somebody at a terminal may be asked for a password.
  let usesTerminal: Bool

  init(_ git: GitProcess, usesTerminal: Bool) {
    (self.git, self.usesTerminal) = (git, usesTerminal)
  }

  /// The same from another folder of the repository, which is an absolute path.
  func from(_ folder: String) -> GitActions {
    var other = GitActions(
      GitProcess(folder: folder, variables: git.variables, cancellation: git.cancellation), usesTerminal: usesTerminal)
    other.index = index
    return other
  }

  func with(index: String) -> GitActions {
    var other = self
    other.index = index
    return other
  }

  /// What may take how long.
  enum Work {
    /// On this machine's files.
    case local
    /// With programs that others wrote: hooks, signatures.
    case commit
    /// With another machine, which may not answer. A transfer that goes on may take as long as it does.
    case network
    /// The same behind programs that others wrote: a hook runs before anything is sent, and may be silent for long.
    case sending
    /// On files that filters may fetch from elsewhere, one by one.
    case files

    /// Where nobody can be asked and nobody can press Ctrl-C, nothing may hang.
    func limits(usesTerminal: Bool) -> AnsweredCall.Limits {
      switch self {
      case .local: AnsweredCall.Limits(seconds: 600)
      case .commit: AnsweredCall.Limits(seconds: usesTerminal ? nil : 300, usesTerminal: usesTerminal)
      case .network:
        AnsweredCall.Limits(seconds: usesTerminal ? nil : 60, isOfSilence: true, usesTerminal: usesTerminal)
      case .sending:
        AnsweredCall.Limits(seconds: usesTerminal ? nil : 300, isOfSilence: true, usesTerminal: usesTerminal)
      case .files:
        AnsweredCall.Limits(seconds: usesTerminal ? nil : 600, isOfSilence: true, usesTerminal: usesTerminal)
      }
    }
  }

  @discardableResult
  func run(_ arguments: [String], _ work: Work = .local, input: [UInt8] = []) throws -> [UInt8] {
    try answer(arguments, work, input: input, accepting: 0...0).output
  }

  /// The same as text, without the line's end.
  func line(_ arguments: [String], input: [UInt8] = []) throws -> String {
    String(decoding: try run(arguments, input: input).prefix { $0 != 0x0A }, as: UTF8.self)
  }

  /// The same with the status, for a command that says something by it. Throws `SyncError.locked` where another git keeps its
  /// lock for longer than moments.
  func answer(
    _ arguments: [String], _ work: Work = .local, input: [UInt8] = [], accepting statuses: ClosedRange<Int32>
  ) throws -> (status: Int32, output: [UInt8]) {
    let deadline = ContinuousClock.now + Self.patience
    while true {
      let call = try git.call(
        Self.options + arguments, input: input, variables(work), work.limits(usesTerminal: usesTerminal))
      if statuses.contains(call.status) { return (call.status, call.output) }
      let error = GitError(arguments, call, in: git.folder)
      // Git takes its lock before anything else, but for hooks that run before it.
      guard work == .local || work == .files, let lock = error.lock else { throw error }
      try waitForGit(lock, until: deadline)
    }
  }

  /// True where a hook of that name runs.
  func hasHook(_ name: String) throws -> Bool {
    access(try line(["rev-parse", "--path-format=absolute", "--git-path", "hooks/\(name)"]), X_OK) == 0
  }

  /// How long another git may be at work.
  private static let patience = Duration.seconds(5)

  /// Waits until no other git holds a lock, which is a path. Throws `SyncError.locked`.
  func waitForGit(_ lock: String) throws {
    let deadline = ContinuousClock.now + Self.patience
    while status(of: lock) != nil { try waitForGit(lock, until: deadline) }
  }

  private func waitForGit(_ lock: String, until deadline: ContinuousClock.Instant) throws {
    guard ContinuousClock.now < deadline else { throw SyncError.locked(lock) }
    try git.cancellation?.check()
    usleep(50_000)
  }

  private static let options = [
    "--no-pager", "--literal-pathspecs", "-c", "core.quotePath=false", "-c", "color.ui=false",
  ]

  private func variables(_ work: Work) throws -> [String: String] {
    var variables = git.variables
    // Git's own words are read.
    variables["LC_ALL"] = "C"
    if let index { variables["GIT_INDEX_FILE"] = index }
    guard !usesTerminal else { return variables }
    variables["GIT_TERMINAL_PROMPT"] = "0"
    if work == .network || work == .sending {
      variables["GIT_SSH_COMMAND"] = try "\(secureShell()) -o BatchMode=yes"
    }
    return variables
  }

  /// The program by which git reaches other machines, as configured.
  private func secureShell() throws -> String {
    if let command = git.variables["GIT_SSH_COMMAND"], !command.isEmpty { return command }
    let (_, configured) = try git.answer(["config", "--get", "core.sshCommand"], accepting: 0...1)
    if !configured.isEmpty { return String(decoding: configured.dropLast(), as: UTF8.self) }
    return git.variables["GIT_SSH"].map(\.shellWord) ?? "ssh"
  }
}
