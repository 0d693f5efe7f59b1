import Synchronization

#if os(Linux)
  internal import CBackgroundProcess
#endif

/// A program that shares this one's terminal: in the same process group, so that it may read the keyboard, while this one
/// does not listen to Ctrl-C.
package final class ChildProcess {
  package struct Failure: Error, CustomStringConvertible {
    package let program: String
    /// An `errno` value.
    package let code: CInt

    package var description: String { "\(program) cannot be started: \(systemMessage(code))" }
  }

  private struct Listening {
    /// How many children run.
    var children = 0
    /// What Ctrl-C did before the first of them began.
    var former: SignalAction?
  }

  private static let listening = Mutex(Listening())

  private let child: pid_t
  private var isRunning = true

  /// The first of `arguments` is a program in `/bin`. `input` becomes its standard input, which else is this one's.
  package convenience init(_ arguments: [String], environment: [String: String], input: Int32? = nil) throws {
    try self.init("/bin/" + (arguments.first ?? ""), arguments, environment, input: input, output: nil)
  }

  /// The first of `arguments` is a program, by its path or by its name in a folder of the environment's `PATH`. `input` and
  /// `output` become its standard input and output, which else are this one's.
  package convenience init(
    searching arguments: [String], environment: [String: String], input: Int32? = nil, output: Int32? = nil
  ) throws {
    let name = arguments.first ?? ""
    guard let program = Self.place(of: name, path: environment["PATH"] ?? "/usr/bin:/bin") else {
      throw Failure(program: name, code: ENOENT)
    }
    try self.init(program, arguments, environment, input: input, output: output)
  }

  /// Where a program is; nil where it is nowhere. What `path` names relative to the working folder is passed over: that
  /// folder may be anybody's.
  static func place(of name: String, path: String) -> String? {
    if name.isEmpty || name.utf8.contains(0x2F) { return name.isEmpty ? nil : name }
    return path.utf8.split(separator: 0x3A).filter { $0.first == 0x2F }.map { "\(Substring($0))/\(name)" }
      .first { access($0, X_OK) == 0 }
  }

  private init(
    _ program: String, _ arguments: [String], _ environment: [String: String], input: Int32?, output: Int32?
  ) throws {
    // A child ignores what this process ignores, which is right for what others have set, and wrong for what it set itself.
    let former = Self.listening.withLock { $0.children == 0 ? SignalAction.current(SIGINT) : $0.former }
    child = try Self.start(
      program, arguments, environment,
      heeding: [SIGPIPE, SIGXFSZ] + (former?.isIgnored == true ? [] : [SIGINT])
    ) { actions in
      if let output { posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO) }
      guard let input else { return }
      posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
      if input != STDIN_FILENO { posix_spawn_file_actions_addclose(&actions, input) }
    }
    // Were this process to end at Ctrl-C, the shell and the child would both read the keyboard.
    Self.listening.withLock { listening in
      listening.children += 1
      guard listening.children == 1 else { return }
      listening.former = former
      signal(SIGINT, SIG_IGN)
    }
  }

  #if os(Linux)
    package typealias Actions = posix_spawn_file_actions_t
  #else
    package typealias Actions = posix_spawn_file_actions_t?
  #endif

  /// Begins a program and returns its number. `heeding`: signals that do to it what they do by default; `prepare` says what
  /// becomes of its files. `closesOthers`: it gets no file of this process but what `prepare` puts in the place of the three
  /// standard streams; else those, too, that whoever opened them did not close to it.
  package static func start(
    _ program: String, _ arguments: [String], _ environment: [String: String], heeding signals: [CInt],
    flags: Int16 = 0, closesOthers: Bool = false, _ prepare: (inout Actions) -> Void
  ) throws(Failure) -> pid_t {
    var flags = flags | Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK)
    #if os(Linux)
      var (actions, attributes) = (posix_spawn_file_actions_t(), posix_spawnattr_t())
    #else
      var (actions, attributes): (posix_spawn_file_actions_t?, posix_spawnattr_t?) = (nil, nil)
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    prepare(&actions)
    if closesOthers {
      #if os(Linux)
        background_process_closes_from(&actions, STDERR_FILENO + 1)
      #else
        flags |= Int16(POSIX_SPAWN_CLOEXEC_DEFAULT)
      #endif
    }
    var defaults = sigset_t()
    sigemptyset(&defaults)
    for each in signals { sigaddset(&defaults, each) }
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    // What this thread does not listen to is none of the program's business.
    var blocked = sigset_t()
    sigemptyset(&blocked)
    posix_spawnattr_setsigmask(&attributes, &blocked)
    posix_spawnattr_setflags(&attributes, flags)
    let words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    let variables: [UnsafeMutablePointer<CChar>?] =
      environment.sorted { $0.key < $1.key }.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for each in words + variables { free(each) } }
    var process: pid_t = 0
    let result = posix_spawn(&process, program, &actions, &attributes, words, variables)
    guard result == 0 else { throw Failure(program: program, code: result) }
    return process
  }

  /// Waits until it ends. The result is its exit status, 128 and the signal's number for one that a signal ended.
  @discardableResult
  package func wait() -> Int32 {
    guard isRunning else { return 0 }
    isRunning = false
    var status: Int32 = 0
    while waitpid(child, &status, 0) == -1, errno == EINTR {}
    Self.listening.withLock { listening in
      listening.children -= 1
      if listening.children == 0 { listening.former?.install(SIGINT) }
    }
    let signalNumber = status & 0x7F
    return signalNumber == 0 ? (status >> 8) & 0xFF : 128 + signalNumber
  }

  deinit { wait() }
}
