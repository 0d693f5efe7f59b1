import Dispatch
import Synchronization
import VaultPlatform

/// A question that was asked. Whoever lets it go does not cancel it.
package final class AskedQuestion: Sendable {
  package let cancellation = Cancellation()
  let key: String?
  /// The place among all questions of the key, as `Question.order` has it.
  let order: Int
  private let isAnswered = Atomic(false)
  /// Does the work, and returns what tells of its outcome.
  private let run: @Sendable (Cancellation) -> () -> Void
  private let drop: @Sendable (any Error) -> Void
  fileprivate let lane: QuestionLane

  init(
    key: String?, order: Int = 0, lane: QuestionLane, run: @escaping @Sendable (Cancellation) -> () -> Void,
    drop: @escaping @Sendable (any Error) -> Void
  ) {
    (self.key, self.order, self.lane, self.run, self.drop) = (key, order, lane, run, drop)
  }

  /// Ends the work on it. The answer is a `CancelledError` then, given at once and on this thread, unless the answer was
  /// there just before or a change is already being carried out.
  package func cancel() {
    lane.drop { $0 === self }
  }

  fileprivate func answer() {
    let tell = run(cancellation)
    if isFirstAnswer { tell() }
  }

  fileprivate func giveUp(_ error: any Error = CancelledError()) {
    if isFirstAnswer { drop(error) }
  }

  /// True once: an answer may be found at the very moment in which another thread gives the question up.
  private var isFirstAnswer: Bool { !isAnswered.exchange(true, ordering: .relaxed) }
}

/// The lanes of a session. In all of them a question drops the older ones of its key.
struct QuestionLanes: Sendable {
  let interactive: QuestionLane
  let background = QuestionLane(mostStragglers: 1)
  /// One after the other, also where one was cancelled.
  let changes = QuestionLane(mostStragglers: 0)

  init(interactiveThreads: Int) { interactive = QuestionLane(threads: interactiveThreads, mostStragglers: 4) }

  private var all: [QuestionLane] { [interactive, background, changes] }

  func add(_ question: AskedQuestion) {
    if let key = question.key {
      // They may come in another order than they were asked in. It is looked for newer ones first, so that of two that come at
      // once the newer one is never dropped.
      if all.contains(where: { $0.holds { $0.key == key && $0.order > question.order } }) { return question.giveUp() }
      for lane in all { lane.drop { $0.key == key && $0.order <= question.order } }
    }
    question.lane.add(question)
  }

  func end() { for lane in all { lane.end() } }

  func waitForEnd() { for lane in all { lane.waitForEnd() } }
}

/// Questions that wait for their turn, and the threads that answer them.
final class QuestionLane: Sendable {
  private struct State {
    var waiting: [AskedQuestion] = []
    var running: [AskedQuestion] = []
    /// Cancelled questions whose threads have not noticed yet. Those threads do not count among `threads`.
    var straggling: [AskedQuestion] = []
    /// Threads that answer a question or wait for one.
    var threads = 0
    var hasEnded = false
  }

  private let mostThreads: Int
  private let mostStragglers: Int
  private let state = Mutex(State())
  private let wake = DispatchSemaphore(value: 0)
  private let threads = DispatchGroup()

  /// `mostStragglers`: how many threads may still be busy with cancelled questions while others take their place.
  init(threads: Int = 1, mostStragglers: Int) {
    mostThreads = max(threads, 1)
    self.mostStragglers = mostStragglers
  }

  /// Drops it at once where the lane has ended.
  func add(_ question: AskedQuestion) {
    let (isAdded, needsThread) = state.withLock { state -> (Bool, Bool) in
      guard !state.hasEnded else { return (false, false) }
      state.waiting.append(question)
      return (true, takeThread(&state))
    }
    guard isAdded else { return question.giveUp() }
    if needsThread { startThread() }
    wake.signal()
  }

  func holds(where isMeant: (AskedQuestion) -> Bool) -> Bool {
    state.withLock { $0.waiting.contains(where: isMeant) || $0.running.contains(where: isMeant) }
  }

  /// Cancels those that `isMeant`. What their threads do just now may take a while to notice that (the full-text table
  /// merges the words of a prefix at one go, and much memory is not freed in an instant), so that the next question does
  /// not wait for them: it gets a thread of its own. A thread that has caught up takes questions again, or ends.
  func drop(where isMeant: (AskedQuestion) -> Bool) {
    let (dropped, needed) = state.withLock { state in
      var dropped = state.waiting.filter(isMeant)
      state.waiting.removeAll(where: isMeant)
      for question in dropped { question.cancellation.cancel() }
      for question in state.running where isMeant(question) && question.cancellation.cancel() {
        dropped.append(question)
      }
      leaveBehind(&state)
      var needed = 0
      while takeThread(&state) { needed += 1 }
      return (dropped, needed)
    }
    for _ in 0..<needed { startThread() }
    for question in dropped { question.giveUp() }
  }

  /// Takes the threads of cancelled questions out of the count, as far as there may be more of those.
  private func leaveBehind(_ state: inout State) {
    while state.straggling.count < mostStragglers,
      let place = state.running.firstIndex(where: \.cancellation.isCancelled)
    {
      state.straggling.append(state.running.remove(at: place))
      state.threads -= 1
    }
  }

  /// True when another thread has to be started, which is counted already.
  private func takeThread(_ state: inout State) -> Bool {
    guard state.threads < mostThreads, state.threads < state.waiting.count + state.running.count else { return false }
    state.threads += 1
    threads.enter()
    return true
  }

  func end() {
    state.withLock { $0.hasEnded = true }
    drop { _ in true }
    for _ in 0..<mostThreads { wake.signal() }
  }

  /// Waits for the end of all threads; not to be called on one of them.
  func waitForEnd() { threads.wait() }

  private func startThread() {
    let isStarted = OwnThread.start { [self] in
      defer { threads.leave() }
      while work() {}
    }
    if !isStarted { giveUpThread() }
  }

  /// A thread that was counted cannot be had. Where there is no other, nobody will ever answer.
  private func giveUpThread() {
    let lost = state.withLock { state -> [AskedQuestion] in
      state.threads -= 1
      guard state.threads == 0 else { return [] }
      defer { state.waiting = [] }
      return state.waiting
    }
    for question in lost { question.giveUp(ShortageError("the question cannot be answered", .threads)) }
    threads.leave()
  }

  /// Answers one question. False where the thread is to end: at the lane's end, or where another has taken its place.
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
    return state.withLock { state in
      state.running.removeAll { $0 === question }
      guard let place = state.straggling.firstIndex(where: { $0 === question }) else { return true }
      state.straggling.remove(at: place)
      leaveBehind(&state)
      // Where another thread has taken the place of this one, or waits for questions already, this one ends.
      guard state.threads < mostThreads, !state.hasEnded else { return false }
      state.threads += 1
      return true
    }
  }
}
