import Dispatch
import Synchronization
import Testing

@testable import VaultStore

/// Questions whose work does not notice that it was cancelled, as when SQLite is deep in a call.
struct QuestionLaneTests {
  /// What became of a question, and a gate that its work waits at.
  private final class Work: Sendable {
    enum End: Equatable { case answered, dropped }

    let hasBegun = DispatchSemaphore(value: 0)
    let gate = DispatchSemaphore(value: 0)
    let hasEnded = DispatchSemaphore(value: 0)
    private let ends = Mutex<[End]>([])

    func end(_ end: End) {
      ends.withLock { $0.append(end) }
      hasEnded.signal()
    }

    var all: [End] { ends.withLock { $0 } }
  }

  private func ask(_ lane: QuestionLane, _ work: Work = Work(), isHeldUp: Bool) -> (AskedQuestion, Work) {
    let asked = AskedQuestion(
      key: nil, lane: lane,
      run: { _ in
        work.hasBegun.signal()
        if isHeldUp { work.gate.wait() }
        return { work.end(.answered) }
      }, drop: { _ in work.end(.dropped) })
    lane.add(asked)
    return (asked, work)
  }

  @Test func theNextQuestionDoesNotWaitForACancelledOne() {
    let lane = QuestionLane(mostStragglers: 1)
    let (first, work) = ask(lane, isHeldUp: true)
    work.hasBegun.wait()
    first.cancel()
    #expect(work.all == [.dropped])
    let (_, next) = ask(lane, isHeldUp: false)
    next.hasEnded.wait()
    #expect(next.all == [.answered])
    // The thread that was held up says nothing any more, and serves again.
    work.gate.signal()
    let (_, last) = ask(lane, isHeldUp: false)
    last.hasEnded.wait()
    lane.end()
    lane.waitForEnd()
    #expect(work.all == [.dropped])
  }

  @Test func aQuestionThatWaitsAlreadyGetsAThreadToo() {
    let lane = QuestionLane(mostStragglers: 1)
    let (first, work) = ask(lane, isHeldUp: true)
    work.hasBegun.wait()
    let (_, next) = ask(lane, isHeldUp: false)
    #expect(next.all == [])
    first.cancel()
    next.hasEnded.wait()
    work.gate.signal()
    lane.end()
    lane.waitForEnd()
    #expect(next.all == [.answered])
  }

  @Test func noMoreThreadsAreHeldUpThanMayBe() {
    let lane = QuestionLane(mostStragglers: 2)
    let held = (0..<3).map { _ in
      let (asked, work) = ask(lane, isHeldUp: true)
      work.hasBegun.wait()
      asked.cancel()
      return work
    }
    #expect(held.map(\.all) == [[.dropped], [.dropped], [.dropped]])
    let (_, next) = ask(lane, isHeldUp: false)
    #expect(next.hasBegun.wait(timeout: .now() + 0.05) == .timedOut)
    // As soon as one of the first two has caught up, the third may be left behind in its place.
    held[0].gate.signal()
    next.hasEnded.wait()
    for work in held.dropFirst() { work.gate.signal() }
    lane.end()
    lane.waitForEnd()
    #expect(next.all == [.answered])
  }

  @Test func asManyGetThreadsAsWereCancelled() {
    let lane = QuestionLane(threads: 2, mostStragglers: 2)
    let held = (0..<2).map { _ in ask(lane, isHeldUp: true) }
    for (_, work) in held { work.hasBegun.wait() }
    let waiting = (0..<2).map { _ in ask(lane, isHeldUp: true) }
    lane.drop { asked in held.contains { $0.0 === asked } }
    for (_, work) in waiting { work.hasBegun.wait() }
    for (_, work) in held + waiting { work.gate.signal() }
    for (_, work) in waiting { work.hasEnded.wait() }
    lane.end()
    lane.waitForEnd()
    #expect(waiting.map(\.1.all) == [[.answered], [.answered]])
  }

  @Test func changesAreMadeOneAfterTheOther() {
    let lane = QuestionLane(mostStragglers: 0)
    let (first, work) = ask(lane, isHeldUp: true)
    work.hasBegun.wait()
    first.cancel()
    #expect(work.all == [.dropped])
    let (_, next) = ask(lane, isHeldUp: false)
    #expect(next.hasBegun.wait(timeout: .now() + 0.05) == .timedOut)
    work.gate.signal()
    next.hasEnded.wait()
    lane.end()
    lane.waitForEnd()
  }

  /// A change that is being carried out goes on, and its answer is what became of it.
  @Test func whatIsCarriedOutIsNotGivenUp() throws {
    let lane = QuestionLane(mostStragglers: 1)
    let (asked, work) = ask(lane, isHeldUp: true)
    work.hasBegun.wait()
    try asked.cancellation.commit()
    asked.cancel()
    #expect(work.all == [])
    work.gate.signal()
    work.hasEnded.wait()
    #expect(work.all == [.answered])
    lane.end()
    lane.waitForEnd()
  }
}
