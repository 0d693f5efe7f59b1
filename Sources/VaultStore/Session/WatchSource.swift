import Foundation
import Synchronization
import VaultCore
import VaultPlatform

/// Sees to it that a vault that is held open has a watcher, and passes on what that tells.
///
/// Where none runs, it runs one on a thread of this process: that takes the vault's lock and socket, so that commands gain
/// too. Where another process has one, it listens to that, and takes its place when it ends. Both are heard through the
/// socket, so that there is one way only.
final class WatchSource: Sendable {
  private let root: String
  private let version: String
  private let vault: @Sendable () throws -> Vault
  private let hear: @Sendable (SessionEvent) -> Void
  /// Called whenever the thread wakes; returns in how many milliseconds it wants to be called at the latest.
  private let tick: @Sendable () -> CInt
  private let isClosed = Atomic(false)
  private let closing: WakePipe
  private let ended = DispatchSemaphore(value: 0)

  init(
    root: String, version: String, vault: @escaping @Sendable () throws -> Vault,
    hear: @escaping @Sendable (SessionEvent) -> Void, tick: @escaping @Sendable () -> CInt
  ) throws(SystemFailure) {
    (self.root, self.version, self.vault, self.hear, self.tick) = (root, version, vault, hear, tick)
    closing = try WakePipe()
  }

  /// Begins on a thread of its own; the caller scans nothing.
  func start() {
    Thread { [self] in
      follow()
      ended.signal()
    }.start()
  }

  /// Ends the own watcher, and returns once its lock is free.
  func close() {
    isClosed.store(true, ordering: .relaxed)
    closing.wake()
    ended.wait()
  }

  /// How a time of listening ended.
  private enum Ending {
    case closed
    /// Somebody stopped the watcher, and wants none.
    case stopped
    /// It ended without a word, or was not understood.
    case lost
  }

  /// A watcher that does not listen yet, or cannot be started, is tried again after so many milliseconds.
  private static let patience: CInt = 200
  private static let longPatience: CInt = 5_000

  private func follow() {
    var heardBefore = false
    while !isClosed.load(ordering: .relaxed) {
      guard awaitRoot() else { return }
      let own: OwnWatcher?
      do {
        own = try OwnWatcher(vault(), version)
      } catch is WatchRunningError {
        own = nil
      } catch {
        hear(.freshness(hindrance: Message(error).text))
        if !rest(Self.longPatience) { return }
        continue
      }
      var ending = Ending.lost
      if let connection = try? subscribe() {
        // What happened while nobody listened is not known.
        if heardBefore { hear(.notes(.many)) }
        heardBefore = true
        ending = listen(connection)
      }
      if let end = own?.end() {
        switch end {
        case .success(.gone(let reason)): hear(.notice(VaultNotice(reason)))
        case .failure(let error): hear(.notice(VaultNotice(Message(error))))
        case .success(.stopped): break
        }
      }
      switch ending {
      case .closed: return
      case .stopped:
        hear(.freshness(hindrance: "the watcher was stopped"))
        // Obeyed until somebody starts another.
        repeat { if !rest(Self.longPatience) { return } } while !isListenedTo()
      case .lost:
        if !rest(Self.patience) { return }
      }
    }
  }

  /// Waits until the folder is there, and tells where it was not. Returns false once the source is closed.
  private func awaitRoot() -> Bool {
    var isMissed = false
    while true {
      var status = stat()
      if stat(root, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { break }
      if !isMissed { hear(.gone(true)) }
      isMissed = true
      if !rest(Self.patience) { return false }
    }
    if isMissed { hear(.gone(false)) }
    return true
  }

  private func isListenedTo() -> Bool {
    do { return try vault().watchSocket.connect() != nil } catch { return false }
  }

  /// Returns nil where nobody listens.
  private func subscribe() throws -> OwnedDescriptor? {
    guard let connection = try vault().watchSocket.connect() else { return nil }
    let line = WatchRequest.subscribe.line
    guard line.withUnsafeBytes({ LocalSocket.send($0, to: connection.number) }) == line.count else { return nil }
    return connection
  }

  private func listen(_ connection: OwnedDescriptor) -> Ending {
    var received: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      var polled = [closing.readable, connection.number].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      let count = poll(&polled, 2, tick())
      if polled[0].revents != 0 || isClosed.load(ordering: .relaxed) { return .closed }
      if count <= 0 || polled[1].revents == 0 { continue }
      let size = buffer.count
      let read = retrying { recv(connection.number, &buffer, size, 0) }
      if read < 0, errno == EAGAIN { continue }
      guard read > 0 else { return .lost }
      received += buffer[..<read]
      guard let events = WatchEvent.take(from: &received) else { return .lost }
      for event in events {
        switch event {
        case .notes(let changes): hear(.notes(changes))
        case .freshness(let hindrance): hear(.freshness(hindrance: hindrance))
        case .stopping: return .stopped
        }
      }
    }
  }

  /// Waits so many milliseconds. Returns false once the source is closed.
  private func rest(_ milliseconds: CInt) -> Bool {
    var polled = pollfd(fd: closing.readable, events: Int16(POLLIN), revents: 0)
    _ = poll(&polled, 1, min(milliseconds, tick()))
    return !isClosed.load(ordering: .relaxed)
  }
}

/// A watcher on a thread of this process.
private final class OwnWatcher: Sendable {
  private typealias End = Result<VaultWatcher.Ending, any Error>

  private let stopping: WakePipe
  private let begun = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)
  private let result = Mutex<End?>(nil)

  /// Returns once the watcher listens. Throws `WatchRunningError` where the vault has one.
  init(_ vault: Vault, _ version: String) throws {
    stopping = try WakePipe()
    Thread { [self] in
      var hasBegun = false
      do {
        // Made on its own thread, which is the only one that uses it.
        let watcher = try VaultWatcher(vault, version: version) { _ in }
        hasBegun = true
        begun.signal()
        let ending = try watcher.run(until: stopping.readable)
        result.withLock { $0 = .success(ending) }
      } catch {
        result.withLock { $0 = .failure(error) }
        if !hasBegun { begun.signal() }
      }
      ended.signal()
    }.start()
    begun.wait()
    if case .failure(let error) = result.withLock({ $0 }) { throw error }
  }

  /// Ends it where it still runs, and returns how it ended.
  func end() -> Result<VaultWatcher.Ending, any Error> {
    stopping.wake()
    ended.wait()
    return result.withLock { $0 } ?? .success(.stopped)
  }
}
