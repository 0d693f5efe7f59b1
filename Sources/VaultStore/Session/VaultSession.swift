import Dispatch
import Foundation
import Synchronization
import VaultCore
import VaultPlatform

/// A vault held open by a front end that stays: it answers questions on threads of its own, sees to it that a watcher
/// vouches for the index, and tells what happens.
///
/// Making one looks at nothing; the first question, or the first who listens, begins. It ends with `end`, or with its
/// last owner.
package final class VaultSession: Sendable {
  package struct Options: Sendable {
    /// How many interactive questions are answered at once.
    package var interactiveThreads = 1
    /// The program's version, for whoever asks about the watcher.
    package var version: String
    /// Asked anew for each question.
    package var environment: @Sendable () -> VaultEnvironment = { .live }
    /// What may be seen and changed by whoever asks and listens; nil for everything.
    package var visible: VisibleVault?
    /// True to make the names and the list of words in the background.
    package var prepares = true
    /// True to watch as soon as the first question is answered; false to leave the machine for a second to whoever asked, since
    /// a browser has work with what it was told.
    package var watchesAtOnce = true
    /// True to fill in what is saved, where the user wants that.
    package var enriches = false

    package init(version: String) { self.version = version }
  }

  private let core: SessionCore

  package init(_ location: VaultLocation, options: Options) throws {
    core = try SessionCore(location, options)
  }

  deinit { core.end() }

  /// Calls `then` with the answer, once, on the thread that found it or that cancelled the question.
  @discardableResult
  package func ask<Value>(
    _ question: Question<Value>, then: @escaping @Sendable (Result<Answer<Value>, any Error>) -> Void
  ) -> AskedQuestion {
    core.ask(question, then)
  }

  package func ask<Value>(_ question: Question<Value>) async throws -> Answer<Value> {
    let asked = Mutex<AskedQuestion?>(nil)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let question = core.ask(question) { continuation.resume(with: $0) }
        asked.withLock { $0 = question }
        // A task that was cancelled before there was anything to cancel.
        if Task.isCancelled { question.cancel() }
      }
    } onCancel: {
      asked.withLock { $0 }?.cancel()
    }
  }

  /// Asks and waits, on a thread that has nothing else to do.
  package func answer<Value>(_ question: Question<Value>) throws -> Value {
    let found = Mutex<Result<Answer<Value>, any Error>?>(nil)
    let isAnswered = DispatchSemaphore(value: 0)
    ask(question) { answer in
      found.withLock { $0 = answer }
      isAnswered.signal()
    }
    isAnswered.wait()
    guard let answer = found.withLock({ $0 }) else { throw CancelledError() }
    return try answer.get().value
  }

  /// Asks which state of the vault an answer would be about now.
  package func stamp() async throws -> SnapshotStamp {
    try await ask(Question { _ = try $0.snapshot }).stamp
  }

  /// Listens from now on, for as long as the result is kept. `attends`: false to leave the machine to the first question that is
  /// asked, and to watch and prepare once it is answered.
  package func events(attends: Bool = true) throws -> SessionEvents {
    let events: SessionEvents
    do { events = try core.hub.listen() } catch {
      throw ShortageError("events cannot be told", .system(error.code))
    }
    core.begin(attends: attends)
    return events
  }

  /// Texts of editors, which all questions from now on see in place of the files.
  package func setOverlays(_ overlays: [Overlay]) { core.setOverlays(overlays) }

  /// The names of all notes; nil until they are made.
  package var names: NameTable? { core.names.table }

  /// Ends all threads and waits for that; not to be called by what is called on them.
  package func end() {
    core.end()
    core.waitForEnd()
  }

  /// As `end`, for a process that is about to end: waits for a change that is being carried out, and for nothing that reads, which
  /// may take long to notice that nobody waits for it.
  package func endWithProcess() {
    core.end()
    core.waitForChanges()
  }
}
