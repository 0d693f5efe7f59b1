import Dispatch
import Synchronization
import VaultCore
import VaultPlatform

/// Fills in notes once they are saved, where the user's own `engines.yaml` has it so, on a thread of its own: whoever tells of changes
/// waits for nothing. The thread lives as long as some note waits. Of several processes that hear of the same changes one fills in: the
/// first, for as long as it lives.
final class EnrichOnSave: Sendable {
  private struct State {
    var queue = EnrichQueue()
    var hasThread = false
    var isEnding = false
    /// Held from the first change on.
    var lock: FileLock?
    /// Ends what is being done; nil while nothing is.
    var cancellation: Cancellation?
    /// What was told of the settings, so that it is not told at each save; nil since they could be read.
    var toldProblem: Message?
    /// The query of the settings that was told to be none.
    var toldQuery: String?
  }

  private let location: VaultLocation
  private let environment: @Sendable () -> VaultEnvironment
  private let tell: @Sendable (VaultNotice) -> Void
  private let state = Mutex(State())
  private let wake = DispatchSemaphore(value: 0)
  private let thread = DispatchGroup()

  /// `tell` hears what went wrong, on any thread.
  init(
    _ location: VaultLocation, environment: @escaping @Sendable () -> VaultEnvironment,
    tell: @escaping @Sendable (VaultNotice) -> Void
  ) {
    (self.location, self.environment, self.tell) = (location, environment, tell)
  }

  /// Remembers which notes were saved, for later.
  func heard(_ changes: NoteChanges) {
    guard !changes.isEmpty, settings().mayWant, isTheOne() else { return }
    let (fits, starts) = state.withLock { state -> (Bool, Bool) in
      guard !state.isEnding else { return (true, false) }
      let fits = state.queue.heard(changes, at: .now)
      let starts = !state.hasThread && state.queue.next(after: .now) != nil
      if starts { state.hasThread = true }
      return (fits, starts)
    }
    if !fits {
      tell(VaultNotice("so many notes have changed at once that they are not filled in by themselves"))
    }
    guard starts else {
      wake.signal()
      return
    }
    thread.enter()
    let isStarted = OwnThread.start { [self] in
      run()
      thread.leave()
    }
    if !isStarted {
      // The next save tries it again.
      state.withLock { $0.hasThread = false }
      thread.leave()
    }
  }

  /// Ends the engine that is being asked; a change that is being made is finished.
  func end() {
    let cancellation = state.withLock { state in
      state.isEnding = true
      return state.cancellation
    }
    cancellation?.cancel()
    wake.signal()
  }

  /// Waits until nothing is asked or written any more.
  func waitForEnd() { thread.wait() }

  /// True where no other process fills in here.
  private func isTheOne() -> Bool {
    let (root, variables) = (location.root, environment().variables)
    do {
      return try state.withLock { state in
        if state.lock == nil {
          state.lock = try WatchSocket(root: root, environment: variables, makes: true).lockOfEnriching()
        }
        return state.lock != nil
      }
    } catch {
      tellOnce(Message(error))
      return false
    }
  }

  // MARK: Settings

  private enum Wanted {
    case nothing
    case settings(EngineSettings, query: String)
    /// They cannot be read just now.
    case unknown

    var mayWant: Bool { if case .nothing = self { false } else { true } }
  }

  private func settings() -> Wanted {
    do {
      let settings = try EngineSettings.load(environment().folders)
      state.withLock { $0.toldProblem = nil }
      return settings.onSave.map { .settings(settings, query: $0) } ?? .nothing
    } catch {
      tellOnce(Message(error))
      return .unknown
    }
  }

  private func tellOnce(_ problem: Message) {
    let isNew = state.withLock { state in
      defer { state.toldProblem = problem }
      return state.toldProblem != problem
    }
    if isNew { tell(VaultNotice(problem)) }
  }

  // MARK: On the thread

  private enum Turn {
    case note(NotePath, failures: Int)
    case wait(until: ContinuousClock.Instant)
    case over
  }

  private func run() {
    while true {
      let turn = state.withLock { state -> Turn in
        let now = ContinuousClock.now
        if !state.isEnding, let (path, failures) = state.queue.take(at: now) { return .note(path, failures: failures) }
        if !state.isEnding, let next = state.queue.next(after: now) { return .wait(until: next) }
        state.hasThread = false
        return .over
      }
      switch turn {
      case .over: return
      case .wait(let next):
        let seconds = (next - .now) / .seconds(1)
        _ = wake.wait(timeout: .now() + max(seconds, 0))
      case .note(let path, let failures): fillIn(path, failures)
      }
    }
  }

  private func fillIn(_ path: NotePath, _ failures: Int) {
    guard case .settings(let settings, let wanted) = settings() else {
      // Somebody may be writing them just now.
      return state.withLock { state in
        if state.toldProblem == nil { state.queue.clear() } else { state.queue.postpone(path, failures, at: .now) }
      }
    }
    let cancellation = Cancellation()
    let isEnding = state.withLock { state in
      state.cancellation = cancellation
      return state.isEnding
    }
    if isEnding { return }
    defer { state.withLock { $0.cancellation = nil } }
    do {
      var vault = try Vault(location: location, environment: environment())
      vault.options.cancellation = cancellation
      let query: Query
      do throws(QueryError) { query = try QueryParser(context: vault.queryContext).parse(wanted) } catch {
        return refuse(wanted, error)
      }
      let editor = vault.editor()
      var request = EnrichRequest(try settings.engine(nil))
      // Whatever engine a person has asked, and on whatever machine, its word stands until the text changes.
      (request.isOnlyOfNewTexts, request.tries) = (true, 1)
      guard try editor.waits(path, for: request, in: query) else { return }
      state.withLock { $0.queue.noteAsked(at: .now) }
      _ = try editor.enrich([path], request)
    } catch EngineError.restless {
      state.withLock { $0.queue.postpone(path, failures, at: .now) }
    } catch {
      if cancellation.isCancelled { return }
      let isLast = state.withLock { !$0.queue.failed(path, before: failures, at: .now) }
      if isLast { tell(VaultNotice(Message(error) + "; it is not tried again until the note is saved anew")) }
    }
  }

  /// A query that is none finds no other note either.
  private func refuse(_ query: String, _ error: QueryError) {
    let isNew = state.withLock { state in
      state.queue.clear()
      defer { state.toldQuery = query }
      return state.toldQuery != query
    }
    if isNew { tell(VaultNotice("on_save in \(EngineSettings.fileName): \(error.message)")) }
  }
}

extension VaultEditor {
  /// True where an engine has something to say of a note that a query finds.
  fileprivate func waits(_ path: NotePath, for request: EnrichRequest, in query: Query) throws -> Bool {
    let isFound = try read { try $0.list(query, sort: [.init(.path)]).records.contains { $0.path == path } }
    return try isFound && enrichStatus(of: [path], request).waiting > 0
  }
}
