import Foundation
import Synchronization
import VaultCore

/// Threads that work off questions or changes in the order in which they come.
///
/// They are threads of their own, never those of Swift's pool: a question blocks on files and locks, and YAML and Markdown
/// nest deeper than a pool's stack allows.
final class SessionLane: Sendable {
  /// One thing to do. `run` hears whether it was dropped before it began, and is called in any case.
  struct Job: Sendable {
    var key: String?
    let cancellation: Cancellation
    let run: @Sendable () -> Void
  }

  private struct State: Sendable {
    var waiting: [Job] = []
    var running: [Int: Job] = [:]
    var isClosed = false
    var threads = 0
  }

  private let state = Mutex(State())
  private let work = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)
  private let name: String
  private let width: Int
  private static let stackSize = 8 << 20

  /// `width`: how many jobs run at the same time.
  init(_ name: String, width: Int = 1) {
    (self.name, self.width) = (name, width)
  }

  /// Takes a job. Older ones of its key are cancelled: those that wait are still run, in their turn, so that whoever waits
  /// for them hears of it, but they end at once.
  func add(_ job: Job) {
    let isTaken = state.withLock { state in
      guard !state.isClosed else { return false }
      if let key = job.key {
        for older in state.waiting + Array(state.running.values) where older.key == key { older.cancellation.cancel() }
      }
      state.waiting.append(job)
      // The first jobs start the threads, so that a lane that nobody uses has none.
      if state.threads < width, state.threads < state.waiting.count + state.running.count {
        state.threads += 1
        start(number: state.threads)
      }
      return true
    }
    if isTaken {
      work.signal()
    } else {
      job.cancellation.cancel()
      job.run()
    }
  }

  private func start(number: Int) {
    let thread = Thread { [self] in
      loop(number)
      ended.signal()
    }
    thread.stackSize = Self.stackSize
    thread.name = name
    thread.start()
  }

  private func loop(_ number: Int) {
    while true {
      work.wait()
      let job = state.withLock { state -> Job? in
        guard !state.waiting.isEmpty else { return nil }
        let job = state.waiting.removeFirst()
        state.running[number] = job
        return job
      }
      // Closing wakes every thread once more than there are jobs.
      guard let job else { return }
      // A job's values go before the next one is waited for.
      autoreleased { job.run() }
      state.withLock { $0.running[number] = nil }
    }
  }

  private func autoreleased(_ body: () -> Void) {
    #if canImport(ObjectiveC)
      autoreleasepool(invoking: body)
    #else
      body()
    #endif
  }

  /// Cancels what is there, and returns once all threads have ended. Not to be called on one of them.
  func close() {
    let threads = state.withLock { state in
      state.isClosed = true
      for job in state.waiting + Array(state.running.values) { job.cancellation.cancel() }
      return state.threads
    }
    for _ in 0..<threads { work.signal() }
    for _ in 0..<threads { ended.wait() }
  }
}
