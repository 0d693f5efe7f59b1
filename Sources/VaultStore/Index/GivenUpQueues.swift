import Dispatch
import GRDB
import Synchronization
import VaultPlatform

/// Connections to the index that nobody needs any more.
///
/// Each has a queue of Dispatch's. To free one begins a thread of Dispatch's, and the first of those ends the process where
/// it may open no more files; where there can be no thread, it is waited for for ever. So the first queues of a process,
/// which are all that a command has, are closed and kept; whoever stays for longer prepares.
enum GivenUpQueues {
  private static let kept = Mutex<[DatabaseQueue]>([])
  private static let most = 16

  /// Closes the connection. One that is kept open by a statement is closed with the process, or with its last owner.
  static func add(_ queue: DatabaseQueue) {
    do { try queue.close() } catch {}
    kept.withLock { if $0.count < most { $0.append(queue) } }
  }

  /// What a watcher and a session have open while they look at the notes, and Dispatch's own.
  private static let files = 32

  /// Lets Dispatch begin, so that nothing more can go wrong there. Throws where the process may not open the files, or begin
  /// the thread, that this and what follows take.
  static func prepare() throws(ShortageError) {
    let want = "the vault cannot be held open"
    do { try ProcessLimits.checkRoom(forFiles: files) } catch { throw ShortageError(want, .system(error.code)) }
    guard OwnThread.result(of: { true }) == true else { throw ShortageError(want, .threads) }
    let isReady = DispatchSemaphore(value: 0)
    DispatchQueue.global().async { isReady.signal() }
    // One that was there just now may have gone to another program.
    guard isReady.wait(timeout: .now() + .seconds(10)) == .success else { throw ShortageError(want, .threads) }
  }
}
