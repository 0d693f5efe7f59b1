import Foundation
import VaultCore
import VaultPlatform
import VaultStore

/// Starts `vault watch` as a process that goes on when this one ends.
enum BackgroundWatcher {
  /// Returns its number once it answers. What is not quite right later goes to `watch.log` in the vault's cache.
  static func start(_ vault: Vault, environment: [String: String]) throws -> Int {
    let log = vault.watchLogPath ?? "/dev/null"
    let process = try BackgroundProcess.start(
      vault.location.options + ["watch", "--warnings-only"], environment: environment, log: log)
    let deadline = ContinuousClock.now + .seconds(30)
    while ContinuousClock.now < deadline {
      if case .running(let status) = try vault.watcher(), status.process == Int(process) { return status.process }
      var status: Int32 = 0
      let ended = waitpid(process, &status, WNOHANG)
      if ended == process || ended < 0 && errno == ECHILD { throw notStarted(log) }
      usleep(10_000)
    }
    throw SilentWatcherError(root: vault.location.root, process: Int(process))
  }

  /// It ended before it watched anything.
  private static func notStarted(_ log: String) -> CommandFailure {
    var reason = ""
    do {
      reason = String(decoding: try AtomicFile.read(log) ?? [], as: UTF8.self)
        .trimmingCharacters(in: .whitespacesAndNewlines)
    } catch {
      reason = "\(error)"
    }
    return CommandFailure(
      kind: .refused,
      message: "the watcher ended at once\(reason.isEmpty ? "" : ": \(reason)"); `vault watch` shows more")
  }
}
