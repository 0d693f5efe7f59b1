#if os(Linux)
  internal import CBackgroundProcess
#endif

/// This program once more, as a process that goes on when this one ends or its terminal is closed.
package enum BackgroundProcess {
  /// Begins the program with these arguments and returns its number. `log`: where it writes what it has to say.
  package static func start(
    _ words: [String], environment: [String: String], log: String
  ) throws(ChildProcess.Failure) -> pid_t {
    #if os(Linux)
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
      // POSIX_SPAWN_SETSID, which glibc shows to GNU sources only.
      let ownSession: Int16 = 0x80
      let program = "/proc/self/exe"
    #else
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
      let ownSession = Int16(POSIX_SPAWN_SETSID)
      let program = OwnProgram.path ?? CommandLine.arguments[0]
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, log, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)
    // It keeps neither a folder in use nor what the shell has open.
    #if os(Linux)
      background_process_changes_folder(&actions, "/")
      background_process_closes_from(&actions, 3)
      let closesOthers: Int16 = 0
    #else
      posix_spawn_file_actions_addchdir_np(&actions, "/")
      let closesOthers = Int16(POSIX_SPAWN_CLOEXEC_DEFAULT)
    #endif
    var defaults = sigset_t()
    sigemptyset(&defaults)
    for each in [SIGPIPE, SIGINT, SIGTERM, SIGHUP] { sigaddset(&defaults, each) }
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF) | ownSession | closesOthers)

    let all = [CommandLine.arguments.first ?? "vault"] + words
    let arguments: [UnsafeMutablePointer<CChar>?] = all.map { strdup($0) } + [nil]
    let variables: [UnsafeMutablePointer<CChar>?] =
      environment.sorted { $0.key < $1.key }.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for each in arguments + variables { free(each) } }
    var process: pid_t = 0
    let result = posix_spawn(&process, program, &actions, &attributes, arguments, variables)
    guard result == 0 else { throw ChildProcess.Failure(program: program, code: result) }
    return process
  }
}
