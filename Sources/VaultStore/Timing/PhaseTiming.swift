import Synchronization

/// What the time of a command goes into, for `--timing`. Where nobody asked, nothing is measured.
package struct PhaseTiming: Sendable {
  package enum Phase: String, CaseIterable, Sendable {
    /// Asking the watcher.
    case watcher
    /// Looking at the folders; beside the other phases, on threads of its own.
    case scan
    /// Opening the index.
    case open
    /// Waiting for the look at the folders.
    case wait
    /// Finding out which notes are different.
    case compare
    /// Reading and parsing notes; beside the other phases, on several threads, of which this is the sum.
    case parse
    /// Writing to the index.
    case write
    case query, rank, excerpt
    /// What is left: laying out and printing.
    case print

    package var isBeside: Bool { self == .scan || self == .parse }
  }

  private struct Sums {
    var times: [Phase: Duration] = [:]
    /// What the phases inside of each that is under way took, the innermost last.
    var inner: [Duration] = []
  }

  private final class Times: Sendable {
    let sums = Mutex(Sums())
  }

  private let times: Times?

  package static let off = PhaseTiming(times: nil)

  package static func on() -> PhaseTiming { PhaseTiming(times: Times()) }

  private init(times: Times?) { self.times = times }

  /// Adds what `body` takes, less the phases inside of it, to its phase. To be called on one thread.
  package func measure<Result, Failure>(
    _ phase: Phase, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let times else { return try body() }
    times.sums.withLock { $0.inner.append(.zero) }
    let begin = ContinuousClock.now
    defer {
      let time = ContinuousClock.now - begin
      times.sums.withLock { sums in
        sums.times[phase, default: .zero] += time - (sums.inner.popLast() ?? .zero)
        if let outer = sums.inner.indices.last { sums.inner[outer] += time }
      }
    }
    return try body()
  }

  /// The same for what goes on beside the other phases, on any thread.
  package func measureBeside<Result, Failure>(
    _ phase: Phase, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let times else { return try body() }
    let begin = ContinuousClock.now
    defer { times.sums.withLock { $0.times[phase, default: .zero] += ContinuousClock.now - begin } }
    return try body()
  }

  /// The phases that were gone through, in their order.
  package var rows: [(phase: Phase, time: Duration)] {
    let sums = times?.sums.withLock { $0.times } ?? [:]
    return Phase.allCases.compactMap { phase in sums[phase].map { (phase, $0) } }
  }
}
