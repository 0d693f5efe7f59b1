import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Runs a program and waits for it. It stays in this process' group, so that Ctrl-C ends both.
struct Child {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// In place of the variables of the same names; nil removes one.
  var environment: [String: String?] = [:]

  /// - Parameters:
  ///   - output: file for standard output.
  ///   - errors: file for standard error.
  /// - Returns: the exit status; 128 + the signal's number if one ended it.
  func run(_ arguments: [String], output: String, errors: String) throws -> Int32 {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT | O_TRUNC, 0o600)

    var variables = ProcessInfo.processInfo.environment
    for (name, value) in environment { variables[name] = value }
    var argv: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    var envp: [UnsafeMutablePointer<CChar>?] = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for pointer in argv + envp { free(pointer) } }

    guard let program = arguments.first else { throw Failure(description: "no command to run") }
    var child: pid_t = 0
    let error = posix_spawnp(&child, program, &actions, nil, &argv, &envp)
    guard error == 0 else {
      throw Failure(description: "cannot run \(program): \(String(cString: strerror(error)))")
    }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 {
      guard errno == EINTR else {
        throw Failure(description: "cannot wait for \(program): \(String(cString: strerror(errno)))")
      }
    }
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }
}
