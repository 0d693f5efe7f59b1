/// A program that shares this one's terminal: in the same process group, so that it may read the keyboard, while this one
/// does not listen to Ctrl-C.
package final class ChildProcess {
  package struct Failure: Error, CustomStringConvertible {
    package let program: String
    /// An `errno` value.
    package let code: CInt

    package var description: String { "\(program) cannot be started: \(systemMessage(code))" }
  }

  private let child: pid_t
  private var isRunning = true

  /// The first of `arguments` is a program in `/bin`. `input` becomes its standard input, which else is this one's.
  package init(_ arguments: [String], environment: [String: String], input: Int32? = nil) throws {
    #if os(Linux)
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #else
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    if let input {
      posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
      if input != STDIN_FILENO { posix_spawn_file_actions_addclose(&actions, input) }
    }
    // What this process ignores, a child would ignore too.
    var defaults = sigset_t()
    sigemptyset(&defaults)
    for each in [SIGPIPE, SIGINT, SIGQUIT] { sigaddset(&defaults, each) }
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))

    let words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    let variables: [UnsafeMutablePointer<CChar>?] =
      environment.sorted { $0.key < $1.key }.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for each in words + variables { free(each) } }
    var child: pid_t = 0
    let program = "/bin/" + (arguments.first ?? "")
    let result = posix_spawn(&child, program, &actions, &attributes, words, variables)
    guard result == 0 else { throw Failure(program: program, code: result) }
    self.child = child
    // Were this process to end at Ctrl-C, the shell and the child would both read the keyboard.
    signal(SIGINT, SIG_IGN)
  }

  /// Waits until it ends. The result is its exit status, 128 and the signal's number for one that a signal ended.
  @discardableResult
  package func wait() -> Int32 {
    guard isRunning else { return 0 }
    isRunning = false
    var status: Int32 = 0
    while waitpid(child, &status, 0) == -1, errno == EINTR {}
    signal(SIGINT, SIG_DFL)
    let signalNumber = status & 0x7F
    return signalNumber == 0 ? (status >> 8) & 0xFF : 128 + signalNumber
  }

  deinit { wait() }
}
