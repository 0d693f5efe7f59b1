import Foundation
import VaultStore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Starts `vault watch` as a process that goes on when this one ends.
enum BackgroundWatcher {
  /// Returns its number once it answers. What it has to say later goes to `watch.log` beside the index.
  static func start(_ vault: Vault, environment: [String: String]) throws -> Int {
    let log = vault.watchLogPath ?? "/dev/null"
    let words = [
      CommandLine.arguments.first ?? "vault", "--vault", vault.location.root, "watch", "--in-background",
    ]
    let process = try spawn(words, environment: environment, log: log)
    while true {
      if case .running(let status) = vault.watcher(), status.process == Int(process) { return status.process }
      var status: Int32 = 0
      if waitpid(process, &status, WNOHANG) == process { throw WatcherNotStarted(log: log) }
      usleep(10_000)
    }
  }

  private static func spawn(_ arguments: [String], environment: [String: String], log: String) throws -> pid_t {
    #if canImport(Glibc)
      var actions = posix_spawn_file_actions_t()
    #else
      var actions: posix_spawn_file_actions_t?
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, log, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)
    let words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    let variables: [UnsafeMutablePointer<CChar>?] =
      environment.sorted { $0.key < $1.key }.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for each in words + variables { free(each) } }
    var process: pid_t = 0
    #if os(Linux)
      let program = "/proc/self/exe"
    #else
      let program = Bundle.main.executablePath ?? arguments[0]
    #endif
    let result = posix_spawn(&process, program, &actions, nil, words, variables)
    guard result == 0 else { throw ChildProcess.Failure(program: program, code: result) }
    return process
  }
}

/// It ended before it watched anything.
struct WatcherNotStarted: Error, CustomStringConvertible {
  let log: String

  var description: String {
    var reason = ""
    do {
      reason = String(decoding: try AtomicFile.read(log) ?? [], as: UTF8.self)
        .trimmingCharacters(in: .whitespacesAndNewlines)
    } catch {
      reason = "\(error)"
    }
    return "the watcher ended at once\(reason.isEmpty ? "" : ": \(reason)"); `vault watch` shows more"
  }
}
