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
      // POSIX_SPAWN_SETSID, which glibc shows to GNU sources only.
      let flags: Int16 = 0x80
      let program = "/proc/self/exe"
    #else
      let flags = Int16(POSIX_SPAWN_SETSID)
      let program = OwnProgram.path ?? CommandLine.arguments[0]
    #endif
    return try ChildProcess.start(
      program, [CommandLine.arguments.first ?? "vault"] + words, environment,
      heeding: [SIGPIPE, SIGXFSZ, SIGINT, SIGTERM, SIGHUP], flags: flags, closesOthers: true
    ) { actions in
      posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
      posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, log, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
      posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)
      // It keeps no folder in use.
      #if os(Linux)
        background_process_changes_folder(&actions, "/")
      #else
        posix_spawn_file_actions_addchdir_np(&actions, "/")
      #endif
    }
  }
}
