import Dispatch
import Synchronization
import VaultPlatform

/// Does what takes nothing but texts that are there, one after the other, on a thread of its own: no look at the vault has to
/// end first.
final class TextWorker: Sendable {
  private struct State {
    var waiting: [(number: Int, body: @Sendable () -> Void)] = []
    var hasThread = false
    var hasEnded = false
  }

  private let state = Mutex(State())
  private let wake = DispatchSemaphore(value: 0)

  /// `number` tells it from others that wait.
  func add(_ number: Int, _ body: @escaping @Sendable () -> Void) {
    let needsThread = state.withLock { state in
      state.waiting.append((number, body))
      defer { state.hasThread = true }
      return !state.hasThread
    }
    if needsThread, !OwnThread.start({ [self] in work() }) {
      state.withLock { $0.hasThread = false }
      // The process may have no more threads: whoever asks waits for it.
      while let body = next() { body() }
      return
    }
    wake.signal()
  }

  /// Takes back what has not begun.
  func drop(_ number: Int) {
    state.withLock { state in state.waiting.removeAll { $0.number == number } }
  }

  func end() {
    state.withLock { state in (state.waiting, state.hasEnded) = ([], true) }
    wake.signal()
  }

  private func work() {
    while !state.withLock({ $0.hasEnded }) {
      while let body = next() { body() }
      wake.wait()
    }
  }

  private func next() -> (@Sendable () -> Void)? {
    state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst().body }
  }
}
