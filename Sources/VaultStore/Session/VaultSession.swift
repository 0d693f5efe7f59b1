import Foundation
import Synchronization
import VaultCore
import VaultPlatform

/// A vault held open within a program: for front ends that ask at every key, must hear of changes, drop questions nobody
/// waits for, and have texts that are not saved yet.
///
/// It holds no look at the vault open. It always has a watcher (`WatchSource`), which makes a new look cost less than a
/// millisecond, and asks each question on a thread of its own.
package final class VaultSession: Sendable {
  package struct Options: Sendable {
    /// How many interactive questions are asked at the same time.
    package var interactiveThreads = 1
    /// The program's version, which the own watcher tells others.
    package var version = ""
    /// False for a session that looks at the folders at every question.
    package var watches = true

    package init(interactiveThreads: Int = 1, version: String = "", watches: Bool = true) {
      (self.interactiveThreads, self.version, self.watches) = (interactiveThreads, version, watches)
    }
  }

  private struct State {
    var opened: OpenedVault
    var overlays: [NotePath: Overlay] = [:]
    /// How often the overlays have changed.
    var overlayVersion = 0
    var day: CivilDate
    /// The indexes that were seen, each with its number: later ones have greater numbers.
    var indexes: [Int64: Int] = [:]
    var indexCount = 0
    var listeners: [SessionListener] = []
    var names: NameTable?
    var isClosed = false
  }

  private let location: VaultLocation
  private let environment: @Sendable () -> VaultEnvironment
  private let state: Mutex<State>
  private let interactive: SessionLane
  private let background = SessionLane("background")
  private let changes = SessionLane("changes")
  private let source = Mutex<WatchSource?>(nil)

  /// Opens the vault and begins to watch it; nothing is scanned for that. `environment` is asked at each question, for the
  /// time.
  package init(
    _ location: VaultLocation, environment: @escaping @Sendable () -> VaultEnvironment, options: Options = Options()
  ) throws {
    self.location = location
    self.environment = environment
    let now = environment()
    state = Mutex(State(opened: try OpenedVault(location, now), day: now.today))
    interactive = SessionLane("questions", width: options.interactiveThreads)
    guard options.watches else { return }
    // The watcher goes with the session, and does not keep it.
    let source = try WatchSource(
      root: location.root, version: options.version,
      vault: { try Vault(location: location, environment: environment()) },
      hear: { [weak self] event in self?.hear(event) }, tick: { [weak self] in self?.tick() ?? -1 })
    self.source.withLock { $0 = source }
    source.start()
  }

  /// Cancels what is asked, waits for the change that is being written, and ends the own watcher. Not to be called by a
  /// question.
  package func close() {
    let listeners = state.withLock { state -> [SessionListener] in
      if state.isClosed { return [] }
      state.isClosed = true
      return state.listeners
    }
    source.withLock { source in
      source?.close()
      source = nil
    }
    for lane in [interactive, background, changes] { lane.close() }
    for listener in listeners { listener.close() }
  }

  // MARK: Asking

  /// Asks a question on a thread of the session, and calls `then` there with what came of it: `CancelledError` where it
  /// was dropped. Returns what cancels it.
  @discardableResult
  package func ask<Value>(
    _ question: Question<Value>, then: @escaping @Sendable (Result<SessionAnswer<Value>, any Error>) -> Void
  ) -> Cancellation {
    let cancellation = Cancellation()
    ask(question, cancellation, then: then)
    return cancellation
  }

  /// The same for Swift's tasks: a question whose task is cancelled is dropped.
  package func ask<Value>(_ question: Question<Value>) async throws -> SessionAnswer<Value> {
    let cancellation = Cancellation()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        ask(question, cancellation) { continuation.resume(with: $0) }
      }
    } onCancel: {
      cancellation.cancel()
    }
  }

  private func ask<Value>(
    _ question: Question<Value>, _ cancellation: Cancellation,
    then: @escaping @Sendable (Result<SessionAnswer<Value>, any Error>) -> Void
  ) {
    let lane =
      switch question.priority {
      case .interactive: interactive
      case .background: background
      }
    lane.add(
      SessionLane.Job(key: question.key, cancellation: cancellation) { [self] in
        then(
          Result {
            try cancellation.check()
            let (vault, stamp) = try current(cancellation)
            let (value, index) = try vault.read(telling: listener()) { (try question.body($0), $0.indexState) }
            return SessionAnswer(value: value, stamp: finished(stamp, index))
          })
      })
  }

  /// Makes a change, after those that were asked for before it. Cancelled, it ends only where it has not begun to write.
  @discardableResult
  package func change<Value: Sendable>(
    _ body: @escaping @Sendable (VaultEditor) throws -> Value,
    then: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) -> Cancellation {
    let cancellation = Cancellation()
    change(cancellation, body, then)
    return cancellation
  }

  package func change<Value: Sendable>(
    _ body: @escaping @Sendable (VaultEditor) throws -> Value
  ) async throws -> Value {
    let cancellation = Cancellation()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        change(cancellation, body) { continuation.resume(with: $0) }
      }
    } onCancel: {
      cancellation.cancel()
    }
  }

  private func change<Value: Sendable>(
    _ cancellation: Cancellation, _ body: @escaping @Sendable (VaultEditor) throws -> Value,
    _ then: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) {
    changes.add(
      SessionLane.Job(key: nil, cancellation: cancellation) { [self] in
        then(
          Result {
            try cancellation.check()
            return try body(try current(cancellation).vault.editor(telling: listener()))
          })
      })
  }

  // MARK: Texts of editors

  /// Puts a text in the place of a note's file, for all later questions; nil takes it back.
  package func overlay(_ path: NotePath, with overlay: Overlay?) {
    state.withLock { state in
      state.overlays[path] = overlay
      state.overlayVersion += 1
    }
    mendNames(.some(NoteChanges.Paths(changed: [path])))
  }

  // MARK: Names

  /// The names of all notes, for pickers; nil until they have been gathered in the background after opening.
  package var names: NameTable? { state.withLock { $0.names } }

  private func mendNames(_ changes: NoteChanges) {
    // One after the other, as the background has but one thread; each mends what the one before it has left.
    ask(
      Question(.background) { [weak self] reader in
        guard var table = self?.names, changes != .many else { return try NameTable(reader) }
        try table.mend(changes, reader)
        return table
      }
    ) { [weak self] result in
      switch result {
      case .success(let answer): self?.state.withLock { $0.names = answer.value }
      case .failure(let error):
        // What is half known would be wrong for good.
        self?.state.withLock { $0.names = nil }
        if !(error is CancelledError) { self?.hear(.notice(VaultNotice(Message(error)))) }
      }
    }
  }

  // MARK: Listening

  /// Somebody who hears from now on what happens.
  package func listen() throws -> SessionListener {
    let listener = try SessionListener()
    let isClosed = state.withLock { state in
      if !state.isClosed { state.listeners.append(listener) }
      return state.isClosed
    }
    if isClosed { listener.close() }
    return listener
  }

  private func hear(_ event: SessionEvent) {
    for listener in state.withLock({ $0.listeners }) { listener.hear(event) }
    switch event {
    case .notes(let changes): mendNames(changes)
    case .freshness(nil) where names == nil: mendNames(.many)
    default: break
    }
  }

  private func listener() -> VaultListener {
    var listener = VaultListener()
    listener.notice = { [weak self] in self?.hear(.notice($0)) }
    return listener
  }

  // MARK: The vault as it is now

  /// Tells of another day. Returns in how many milliseconds the next one begins.
  private func tick() -> CInt {
    let now = environment()
    let isNew = state.withLock { state in
      defer { state.day = now.today }
      return state.day != now.today
    }
    if isNew { hear(.day(now.today)) }
    let next = now.start(of: now.today.adding(days: 1)).timeIntervalSince(now.now)
    // A clock that is set, and a machine that wakes, are noticed at the next question, or now.
    return CInt(min(max(next, 0), 86_400) * 1_000) + 1
  }

  /// The vault by the configuration and the clock of this moment, and the stamp as far as it is known beforehand.
  private func current(_ cancellation: Cancellation) throws -> (vault: Vault, stamp: SnapshotStamp) {
    _ = tick()
    let now = environment()
    let (vault, stamp, isNew) = try state.withLock { state in
      let isNew = try state.opened.reopenIfChanged(location, now)
      var vault = state.opened.vault.at(now, cancellation)
      if !state.overlays.isEmpty { vault = vault.overlaid(by: Array(state.overlays.values)) }
      return (
        vault,
        SnapshotStamp(
          configuration: state.opened.version, overlays: state.overlayVersion, day: now.today, index: 0, generation: 0),
        isNew
      )
    }
    if isNew { hear(.configuration) }
    return (vault, stamp)
  }

  private func finished(_ stamp: SnapshotStamp, _ index: IndexState?) -> SnapshotStamp {
    state.withLock { state in
      var stamp = stamp
      stamp.generation = index?.generation ?? 0
      if let identity = index?.identity, let number = state.indexes[identity] {
        stamp.index = number
      } else {
        state.indexCount += 1
        stamp.index = state.indexCount
        if let identity = index?.identity { state.indexes[identity] = state.indexCount }
      }
      return stamp
    }
  }
}

/// A vault and the state of the files that its configuration was read from.
private struct OpenedVault {
  private(set) var vault: Vault
  /// How many configurations there were before.
  private(set) var version = 0
  private var stamps: [FileStamp?]

  init(_ location: VaultLocation, _ environment: VaultEnvironment) throws {
    // Stamped first: what is written meanwhile is read again.
    stamps = Self.stamps(location)
    vault = try Vault(location: location, environment: environment)
  }

  /// Reads the configuration again where its files have changed, and returns whether they had.
  mutating func reopenIfChanged(_ location: VaultLocation, _ environment: VaultEnvironment) throws -> Bool {
    let now = Self.stamps(location)
    guard now != stamps else { return false }
    vault = try Vault(location: location, environment: environment)
    stamps = now
    version += 1
    return true
  }

  private static func stamps(_ location: VaultLocation) -> [FileStamp?] {
    [ConfigurationFile.relativePath, ".obsidian/" + ObsidianFiles.tasksPluginData].map { path in
      var status = stat()
      return stat(location.root + "/" + path, &status) == 0 ? FileStamp(status) : nil
    }
  }
}
