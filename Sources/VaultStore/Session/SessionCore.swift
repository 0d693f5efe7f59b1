import Foundation
import Synchronization
import VaultCore
import VaultPlatform

/// What the threads of a session share. They hold this and not the session, so that the session can go.
final class SessionCore: Sendable {
  private struct State {
    var hasBegun = false
    var isAttended = false
    var hasEnded = false
    var hasAnswered = false
    var freshness = SessionFreshness.unvouched(reason: "the vault is being looked at for the first time")
    var configuration: Configuration?
    /// By identity, the number of each index that was seen.
    var indexes: [Int64: Int] = [:]
    var stamp = SnapshotStamp()
    var overlays: [Overlay] = []
    /// The last proven state of the index, and when the look at it began.
    var proven: (state: WatchedState, at: ContinuousClock.Instant)?
    var isScanning = false
    /// How many questions were asked.
    var asked = 0
  }

  let hub = SessionEventHub()
  let names = SessionNames()
  private let visibleChanges = VisibleChanges()
  private let settings: KeptSettings
  private let openIndexes = OpenIndexes()
  private let location: VaultLocation
  let options: VaultSession.Options
  let lanes: QuestionLanes
  private let state = Mutex(State())
  private let threads = DispatchGroup()
  private let source: WatchSource
  /// Nil where nothing is filled in from here.
  private let enriching: EnrichOnSave?
  /// What was proven longer ago than this has to be proven anew.
  private static let recent = Duration.seconds(1)

  init(_ location: VaultLocation, _ options: VaultSession.Options) throws {
    (self.location, self.options) = (location, options)
    var known = Vault.Options()
    (known.visible, known.kept, known.openIndexes) = (options.visible, KeptNotes(), openIndexes)
    settings = KeptSettings(location, known)
    lanes = QuestionLanes(interactiveThreads: options.interactiveThreads)
    let hub = hub
    enriching =
      options.enriches
      ? EnrichOnSave(location, environment: options.environment) { hub.tell(.notice([$0])) } : nil
    try GivenUpQueues.prepare()
    do { source = try WatchSource(location, options) } catch {
      throw ShortageError("the vault cannot be held open", .system(error.code))
    }
  }

  // MARK: Beginning and ending

  /// `attends`: at once, and not only when the first question is answered.
  func begin(attends: Bool) {
    let begins = state.withLock { state in
      let begins = !state.hasBegun && !state.hasEnded
      state.hasBegun = true
      // Before the end can come: whoever waits for it waits for this thread, too.
      if begins { threads.enter() }
      return begins
    }
    if begins { beginDays() }
    if attends {
      attend()
    } else if begins {
      DispatchQueue.global().asyncAfter(deadline: .now() + Self.firstAnswer) { [weak self] in self?.attend() }
    }
  }

  /// Whoever opens a vault and asks is answered first, and shares the machine with nobody, for so many seconds at most.
  private static let firstAnswer = 1.0

  /// Begins to watch, and makes what is made beforehand.
  private func attend() {
    let begins = state.withLock { state in
      let begins = !state.isAttended && !state.hasEnded
      state.isAttended = true
      if begins { threads.enter() }
      return begins
    }
    guard begins else { return }
    start { [self] in source.run { [weak self] in self?.hear($0) } }
    prepare()
  }

  private func beginDays() {
    do {
      let clock = try DayClock(options.environment) { [weak self] in
        self?.hub.tell(.day($0))
        self?.tellOfSight()
      }
      dayClock.withLock { $0 = clock }
      // The end may have come before there was a clock to end.
      if state.withLock({ $0.hasEnded }) { clock.end() }
      start { clock.run() }
    } catch {
      threads.leave()
      hub.tell(.notice([VaultNotice("the clock cannot be waited for: \(systemMessage(error.code))")]))
    }
    tellOfSight()
  }

  private let dayClock = Mutex<DayClock?>(nil)

  /// The caller has entered `threads`. Without a thread all goes on, and nobody vouches for the index or tells of another day.
  private func start(_ body: @escaping @Sendable () -> Void) {
    let isStarted = OwnThread.start { [threads] in
      body()
      threads.leave()
    }
    if isStarted { return }
    threads.leave()
    hub.tell(.notice([VaultNotice(ShortageError("changes are not told of", .threads).message)]))
  }

  func end() {
    let ends = state.withLock { state in
      defer { state.hasEnded = true }
      return !state.hasEnded
    }
    guard ends else { return }
    lanes.end()
    source.end()
    enriching?.end()
    dayClock.withLock { $0 }?.end()
    hub.end()
    openIndexes.end()
  }

  func waitForEnd() {
    lanes.waitForEnd()
    threads.wait()
    enriching?.waitForEnd()
  }

  func waitForChanges() {
    lanes.changes.waitForEnd()
    enriching?.waitForEnd()
  }

  // MARK: Asking

  func ask<Value>(
    _ question: Question<Value>, _ then: @escaping @Sendable (Result<Answer<Value>, any Error>) -> Void
  ) -> AskedQuestion {
    begin(attends: false)
    let lane =
      switch question.body {
      case .change: lanes.changes
      case .read: question.priority == .background ? lanes.background : lanes.interactive
      }
    let asked = AskedQuestion(
      key: question.key, order: question.order, lane: lane,
      run: { [self] cancellation in
        let answer = answer(question, cancellation)
        return {
          then(answer)
          if self.options.watchesAtOnce { self.attend() }
        }
      },
      drop: { then(.failure($0)) })
    lanes.add(asked)
    return asked
  }

  func setOverlays(_ overlays: [Overlay]) {
    let touched = state.withLock { state in
      let touched = Set((state.overlays + overlays).map(\.path))
      state.overlays = overlays
      state.stamp.overlays += 1
      return touched
    }
    // Titles and aliases may be others by now.
    let changes = NoteChanges(NoteChanges.Paths(changed: touched.sorted()))
    // They may hide other notes, too.
    mendNames(after: hidesNotes ? .many : changes)
  }

  func answer<Value>(
    _ question: Question<Value>, _ cancellation: Cancellation
  ) -> Result<Answer<Value>, any Error> {
    do {
      try cancellation.check()
      let begun = ContinuousClock.now
      let (vault, stamp, asked) = try open(question, cancellation)
      var listener = VaultListener()
      var notices: [VaultNotice] = []
      listener.notice = { notices.append($0) }
      defer { if !notices.isEmpty { hub.tell(.notice(notices)) } }
      let look = vault.options.look ?? SessionLook()
      switch question.body {
      case .change(let body):
        // A plan keeps its look while it is carried out, and so the connection.
        var vault = vault
        vault.options.openIndexes = nil
        return .success(Answer(value: try body(vault.editor(telling: listener)), stamp: stamp, isProven: true))
      case .read(let body):
        if let value = try question.answerBeforeIndex?(vault, listener) {
          return .success(Answer(value: value, stamp: stampOfFiles(stamp, asked), isProven: true))
        }
        let value = try vault.read(telling: listener, body)
        let result = look.result
        return .success(
          Answer(value: value, stamp: note(result, stamp, asked, begun, look.expectsWatcher), isProven: result.isProven)
        )
      }
    } catch {
      // An interrupted statement throws errors of many kinds.
      return .failure(cancellation.isCancelled ? CancelledError() : error)
    }
  }

  /// The vault as it is configured now, so that answers follow the configuration as those of commands do.
  private func open<Value>(
    _ question: Question<Value>, _ cancellation: Cancellation
  ) throws -> (Vault, SnapshotStamp, asked: Int) {
    var notices: [VaultNotice] = []
    var vault = try settings.vault(in: options.environment()) { notices.append($0) }
    let (recent, overlays, stamp, isNew, isVouched, asked) = state.withLock { state in
      let isNew = state.configuration.map { $0 != vault.configuration } ?? false
      let isFirst = state.configuration == nil
      if isNew || isFirst {
        state.configuration = vault.configuration
        state.stamp.configuration += 1
      }
      if !isNew, !isFirst { notices = [] }
      state.stamp.day = max(state.stamp.day, vault.environment.today)
      state.asked += 1
      state.hasAnswered = true
      let isRecent = question.freshness == .recent && state.freshness != .vouched
      return (
        isRecent ? recentState(state) : nil, state.overlays, state.stamp, isNew, state.freshness == .vouched,
        state.asked
      )
    }
    if isNew {
      hub.tell(.configuration)
      tellOfSight()
    }
    if !notices.isEmpty { hub.tell(.notice(notices)) }
    vault.options.cancellation = cancellation
    vault.options.look = SessionLook(recent: recent, expectsWatcher: isVouched)
    vault.options.overlays = question.overlays ?? overlays
    vault.options.quietWatch = source.quietWatch
    vault.options.showsHandles = question.showsHandles
    return (vault, stamp, asked)
  }

  private func recentState(_ state: State) -> WatchedState? {
    guard let proven = state.proven, ContinuousClock.now - proven.at < Self.recent else { return nil }
    return proven.state
  }

  /// Remembers what an answer rests on, and gives its stamp.
  private func note(
    _ result: SessionLook.Result, _ stamp: SnapshotStamp, _ asked: Int, _ begun: ContinuousClock.Instant,
    _ expectsWatcher: Bool
  ) -> SnapshotStamp {
    guard let ground = result.ground else { return stampOfFiles(stamp, asked) }
    let (own, needsScan, isDoubtful) = state.withLock { state -> (SnapshotStamp, Bool, Bool) in
      let index = state.indexes[ground.identity] ?? state.indexes.count + 1
      state.indexes[ground.identity] = index
      var own = stamp
      (own.index, own.generation) = (index, ground.generation)
      if (index, ground.generation) > (state.stamp.index, state.stamp.generation) {
        (state.stamp.index, state.stamp.generation) = (index, ground.generation)
      }
      // The work on a cancelled question may end after that on a later one.
      if result.isProven, let known = result.state, state.proven.map({ $0.at < begun }) ?? true {
        state.proven = (known, begun)
      }
      // The watcher looks at everything when it begins.
      let needsScan = !result.isProven && !state.isScanning && state.isAttended
      if needsScan { state.isScanning = true }
      let isDoubtful = expectsWatcher && result.isProven && !result.isVouched && state.freshness == .vouched
      return (own, needsScan, isDoubtful)
    }
    if isDoubtful { source.doubt() }
    if needsScan { scanBehind() }
    return own
  }

  /// Files have no generation: of two answers from them, the one that was asked for later is the later one.
  private func stampOfFiles(_ stamp: SnapshotStamp, _ asked: Int) -> SnapshotStamp {
    state.withLock { state in
      state.stamp.files = max(state.stamp.files, asked)
      var own = stamp
      own.files = asked
      return own
    }
  }

  /// Proves anew, in the background, what was handed over without proof.
  private func scanBehind() {
    _ = ask(Question<Int>(priority: .background, showsHandles: false) { try $0.snapshot.noteCount }) { [weak self] _ in
      self?.state.withLock { $0.isScanning = false }
    }
  }

  // MARK: What is heard

  private func hear(_ told: WatchSource.Told) {
    switch told {
    case .news(.notes(let changes)):
      enriching?.heard(changes)
      tell(changes)
    case .news(.building(let done, let total)):
      hub.tell(
        hidesNotes
          ? .building(done: VisibleVault.percent(done, of: total), total: 100) : .building(done: done, total: total))
    case .news(.configuration):
      hub.tell(.configuration)
      tellOfSight()
    case .news(.stopping): break
    case .news(.standing(let hindrance, _)):
      set(hindrance.map { .unvouched(reason: $0) } ?? .vouched)
    case .unvouched(let reason): set(.unvouched(reason: reason))
    case .gap:
      // Answers that were given before are about a time that nobody watched.
      if state.withLock({ $0.hasAnswered }) { tell(.many) }
    case .notice(let notice):
      // It may be about any note.
      if !hidesNotes { hub.tell(.notice([notice])) }
    case .gone(let reason):
      state.withLock { $0.proven = nil }
      hub.tell(.gone(reason: reason))
    }
  }

  private func set(_ freshness: SessionFreshness) {
    state.withLock { $0.freshness = freshness }
    hub.tell(.freshness(freshness))
  }

  private var hidesNotes: Bool { options.visible?.hidesNotes == true }

  /// Tells of notes that may have come into sight, or gone out of it, without having changed.
  private func tellOfSight() { if hidesNotes { tellVisible(.none) } }

  private func tellVisible(_ changes: NoteChanges) {
    guard visibleChanges.needsAsking(after: changes) else { return }
    let asked = AskedQuestion(
      key: nil, lane: lanes.background,
      run: { [self] cancellation in
        visibleChanges.tell(
          asking: {
            let question = Question<HiddenNotes?>(priority: .background, showsHandles: false) { try $0.hidden }
            return try answer(question, cancellation).get().value
          }, told)
        return {}
      }, drop: { _ in })
    lanes.add(asked)
  }

  private func tell(_ changes: NoteChanges) {
    if changes.isEmpty { return }
    if hidesNotes { tellVisible(changes) } else { told(changes) }
  }

  private func told(_ changes: NoteChanges) {
    hub.tell(.notes(changes))
    mendNames(after: changes)
    if options.prepares, changes == .many { makeWords() }
  }
}
