import Foundation
import VaultCore
import VaultPlatform

extension Vault {
  private var watchClient: WatchClient {
    WatchClient(socket: WatchSocket(root: location.root, environment: environment.variables))
  }

  /// What the watcher of this vault vouches for; nil where there is none, or it does not answer in time. `verified`: only
  /// what it finds in the index from now on will do.
  func watchedState(verified: Bool) -> WatchedState? {
    if !verified, let quiet = options.quietWatch, let key = keyIfThere, let state = quiet.state(key: key) {
      return state
    }
    guard
      case .state(let state) = watchClient.ask(stateRequest(verified: verified), cancellation: options.cancellation)
    else { return nil }
    return state
  }

  private var keyIfThere: String? {
    do { return try watchKey() } catch { return nil }
  }

  /// Nil without a root, which the scan then finds.
  private func stateRequest(verified: Bool) -> WatchRequest? {
    keyIfThere.map { .state(key: $0, verified: verified) }
  }

  /// Where a watcher in the background writes what it has to say; nil where the environment names no place for caches.
  package var watchLogPath: String? {
    location.cacheFolder(environment.folders).flatMap { folder in
      do {
        try FileManager.default.createDirectory(
          atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        return folder + "/watch.log"
      } catch {
        return nil
      }
    }
  }

  package enum WatcherPresence {
    case none
    case running(WatchStatus)
    /// There is one, of that process, and it does not answer.
    case silent(Int)
  }

  package func watcher() throws -> WatcherPresence {
    if case .status(let status) = watchClient.ask(.status, patience: 2_000) { return .running(status) }
    return try watchClient.socket.watcherProcess.map { .silent($0) } ?? .none
  }

  /// Ends the watcher of this vault and waits for its end. False where there is none. Throws `SilentWatcherError`.
  package func stopWatcher() throws -> Bool {
    guard let process = try watchClient.socket.watcherProcess else { return false }
    _ = watchClient.ask(.stop, patience: 2_000)
    let deadline = ContinuousClock.now + .seconds(5)
    while try watchClient.socket.watcherProcess == process {
      guard ContinuousClock.now < deadline else { throw SilentWatcherError(root: location.root, process: process) }
      usleep(5_000)
    }
    return true
  }
}

/// The vault has a watcher already.
package struct WatchRunningError: Failure {
  let root: String
  let process: Int?

  package var kind: FailureKind { .busy }
  package var message: Message {
    "\(root): is watched already\(process.map { " by process \($0)" } ?? ""); \(command: .stopWatching) would end that"
  }
}

package struct SilentWatcherError: Failure {
  let root: String
  let process: Int

  package init(root: String, process: Int) { (self.root, self.process) = (root, process) }

  package var kind: FailureKind { .busy }
  package var message: Message {
    "\(root): its watcher, process \(process), does not answer; `kill -9 \(process)` would end it"
  }
}

/// The memory of this process that is in use, in bytes; 0 where the system does not tell.
package func residentMemory() -> Int {
  do {
    guard let text = try AtomicFile.read("/proc/self/statm") else { return 0 }
    let fields = String(decoding: text, as: UTF8.self).split(separator: " ")
    return fields.count > 1 ? (Int(fields[1]) ?? 0) * Int(getpagesize()) : 0
  } catch {
    return 0
  }
}
