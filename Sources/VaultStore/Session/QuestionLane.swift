import Dispatch
import Foundation
import Synchronization

/// A question that was asked. Whoever lets it go does not cancel it.
package final class AskedQuestion: Sendable {
  package let cancellation = Cancellation()
  let key: String?
  private let run: @Sendable (Cancellation) -> Void
  private let drop: @Sendable () -> Void
  private let lane: QuestionLane

  init(
    key: String?, lane: QuestionLane, run: @escaping @Sendable (Cancellation) -> Void,
    drop: @escaping @Sendable () -> Void
  ) {
    (self.key, self.lane, self.run, self.drop) = (key, lane, run, drop)
  }

  /// Ends the work on it. The answer is a `CancelledError` then, unless it was there just before; that of a question that
  /// was still waiting is given on this thread.
  package func cancel() {
    cancellation.cancel()
    lane.drop { $0 === self }
  }

  fileprivate func answer() { run(cancellation) }
  fileprivate func giveUp() { drop() }
}

/// Questions that wait for their turn, and the threads that answer them.
final class QuestionLane: Sendable {
  private struct State {
    var waiting: [AskedQuestion] = []
    var running: [AskedQuestion] = []
    var threads = 0
    var hasEnded = false
  }

  private let name: String
  private let mostThreads: Int
  private let state = Mutex(State())
  private let wake = DispatchSemaphore(value: 0)
  private let threads = DispatchGroup()
  /// Notes may nest deeply, and a thread's usual half megabyte is little.
  private static let stackSize = 8 << 20

  init(_ name: String, threads: Int = 1) {
    self.name = name
    mostThreads = max(threads, 1)
  }

  /// Drops it at once where the lane has ended.
  func add(_ question: AskedQuestion) {
    let (isAdded, needsThread) = state.withLock { state -> (Bool, Bool) in
      guard !state.hasEnded else { return (false, false) }
      state.waiting.append(question)
      let needsThread = state.threads < mostThreads && state.threads < state.waiting.count + state.running.count
      if needsThread {
        state.threads += 1
        threads.enter()
      }
      return (true, needsThread)
    }
    guard isAdded else { return question.giveUp() }
    if needsThread { startThread() }
    wake.signal()
  }

  /// Cancels those that `isMeant`: the answer of one that is running comes when its thread notices.
  func drop(where isMeant: (AskedQuestion) -> Bool) {
    let dropped = state.withLock { state in
      let dropped = state.waiting.filter(isMeant)
      state.waiting.removeAll(where: isMeant)
      for question in state.running where isMeant(question) { question.cancellation.cancel() }
      return dropped
    }
    for question in dropped { question.giveUp() }
  }

  func end() {
    state.withLock { $0.hasEnded = true }
    drop { _ in true }
    for _ in 0..<mostThreads { wake.signal() }
  }

  /// Waits for the end of all threads; not to be called on one of them.
  func waitForEnd() { threads.wait() }

  private func startThread() {
    let thread = Thread { [self] in
      defer { threads.leave() }
      while work() {}
    }
    thread.stackSize = Self.stackSize
    thread.name = name
    thread.start()
  }

  /// Answers one question. False at the lane's end.
  private func work() -> Bool {
    wake.wait()
    let (question, hasEnded) = state.withLock { state -> (AskedQuestion?, Bool) in
      guard !state.waiting.isEmpty else { return (nil, state.hasEnded) }
      let question = state.waiting.removeFirst()
      state.running.append(question)
      return (question, false)
    }
    // One that was dropped has left its signal behind.
    guard let question else { return !hasEnded }
    question.answer()
    state.withLock { state in state.running.removeAll { $0 === question } }
    return true
  }
}
