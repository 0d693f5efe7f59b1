import Dispatch
import Synchronization
import VaultStore

/// Gives questions up that take longer than anybody waits for an answer. One look at all of them, again and again as long as
/// there are any, costs less than a clock for each.
final class Patience: Sendable {
  private struct Waiting {
    var deadline: ContinuousClock.Instant
    /// Nil until it is asked.
    var question: AskedQuestion?
    var isGivenUp = false
  }

  private struct State {
    var waiting: [Int: Waiting] = [:]
    var next = 0
    var isLooking = false
  }

  private let state = Mutex(State())
  private let longest: Duration
  /// Seconds between two looks: an answer is given up so much later at most.
  private static let pause = 0.25

  init(_ longest: Duration) { self.longest = longest }

  /// Throws `WebProblem` (503) for an answer that takes too long.
  func ask<Value: Sendable>(_ question: Question<Value>, of session: VaultSession) async throws -> Answer<Value> {
    let number = begin()
    do {
      let answer = try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          let asked = session.ask(question) { continuation.resume(with: $0) }
          state.withLock { $0.waiting[number]?.question = asked }
          // A task that was cancelled before there was anything to cancel.
          if Task.isCancelled { asked.cancel() }
        }
      } onCancel: {
        state.withLock { $0.waiting[number]?.question }?.cancel()
      }
      _ = end(number)
      return answer
    } catch {
      throw end(number) ? WebProblem.busy : error
    }
  }

  private func begin() -> Int {
    let (number, begins) = state.withLock { state in
      state.next += 1
      state.waiting[state.next] = Waiting(deadline: .now + longest)
      defer { state.isLooking = true }
      return (state.next, !state.isLooking)
    }
    if begins { lookLater() }
    return number
  }

  /// True where it was given up.
  private func end(_ number: Int) -> Bool {
    state.withLock { $0.waiting.removeValue(forKey: number)?.isGivenUp == true }
  }

  private func lookLater() {
    DispatchQueue.global().asyncAfter(deadline: .now() + Self.pause) { [weak self] in self?.look() }
  }

  private func look() {
    let now = ContinuousClock.now
    let (late, goesOn) = state.withLock { state in
      var late: [AskedQuestion] = []
      for (number, waiting) in state.waiting where waiting.deadline < now {
        guard let question = waiting.question else { continue }
        state.waiting[number]?.isGivenUp = true
        late.append(question)
      }
      state.isLooking = !state.waiting.isEmpty
      return (late, state.isLooking)
    }
    for question in late { question.cancel() }
    if goesOn { lookLater() }
  }
}
