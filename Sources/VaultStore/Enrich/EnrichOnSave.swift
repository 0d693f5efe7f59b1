import Dispatch
import Synchronization
import VaultCore
import VaultPlatform

/// Fills in notes once they are saved, where the user's own `engines.yaml` has it so, on a thread of its own: whoever tells of changes
/// waits for nothing. The thread lives as long as some note waits.
final class EnrichOnSave: Sendable {
  private struct State {
    var queue = EnrichQueue()
    var hasThread = false
    var isEnding = false
    /// Ends what is being done; nil while nothing is.
    var cancellation: Cancellation?
    /// What was told of the settings last, so that it is not told at each save.
    var toldProblem: Message?
  }

  private let location: VaultLocation
  private let variables: [String: String]
  private let tell: @Sendable (VaultNotice) -> Void
  private let state = Mutex(State())
  private let wake = DispatchSemaphore(value: 0)
  private let thread = DispatchGroup()

  /// `tell` hears what went wrong, on any thread.
  init(_ vault: Vault, tell: @escaping @Sendable (VaultNotice) -> Void) {
    (location, variables, self.tell) = (vault.location, vault.environment.variables, tell)
  }

  /// These notes were saved, or came and went in other ways.
  func heard(_ changes: NoteChanges) {
    guard !changes.isEmpty, settings()?.onSave != nil else { return }
    let (fits, starts) = state.withLock { state -> (Bool, Bool) in
      guard !state.isEnding else { return (true, false) }
      let fits = state.queue.heard(changes, at: .now)
      let starts = !state.hasThread && state.queue.next(after: .now) != nil
      if starts { state.hasThread = true }
      return (fits, starts)
    }
    if !fits {
      tell(
        VaultNotice(
          "so many notes have changed at once that not all of them are filled in by themselves; \(command: .enrich) fills in the others"
        ))
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

  /// Ends the engine that is being asked, and waits for the end; a change that is being made is finished.
  func end() {
    let cancellation = state.withLock { state in
      state.isEnding = true
      return state.cancellation
    }
    cancellation?.cancel()
    wake.signal()
    thread.wait()
  }

  private func settings() -> EngineSettings? {
    do {
      return try EngineSettings.load(UserFolders(variables))
    } catch {
      tellOnce(Message(error))
      return nil
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
    guard let settings = settings(), let wanted = settings.onSave else { return state.withLock { $0.queue.clear() } }
    let cancellation = Cancellation()
    let isEnding = state.withLock { state in
      state.cancellation = cancellation
      return state.isEnding
    }
    if isEnding { return }
    defer { state.withLock { $0.cancellation = nil } }
    do {
      var environment = VaultEnvironment.live
      environment.variables = variables
      var vault = try Vault(location: location, environment: environment)
      vault.options.cancellation = cancellation
      let query: Query
      do throws(QueryError) { query = try QueryParser(context: vault.queryContext).parse(wanted) } catch {
        // It will be no better for any other note.
        state.withLock { $0.queue.clear() }
        return tellOnce("on_save in \(EngineSettings.fileName): \(error.message)")
      }
      let editor = vault.editor()
      let request = EnrichRequest(try settings.engine(nil))
      guard try editor.waits(path, for: request, in: query) else { return }
      state.withLock { $0.queue.noteAsked(at: .now) }
      _ = try editor.enrich([path], request)
      state.withLock { $0.toldProblem = nil }
    } catch {
      if cancellation.isCancelled { return }
      let isLast = state.withLock { !$0.queue.failed(path, before: failures, at: .now) }
      if isLast { tell(VaultNotice(Message(error) + "; it is not tried again until the note is saved anew")) }
    }
  }
}

extension VaultEditor {
  /// True where an engine has something to say of a note that a query finds.
  fileprivate func waits(_ path: NotePath, for request: EnrichRequest, in query: Query) throws -> Bool {
    let isFound = try read { try $0.list(query, sort: [.init(.path)]).records.contains { $0.path == path } }
    return try isFound && enrichStatus(of: [path], request).waiting > 0
  }
}
