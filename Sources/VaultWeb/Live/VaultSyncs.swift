import Foundation
import Synchronization
import VaultCore
import VaultInterface
import VaultPlatform
import VaultStore

/// The syncs of a served vault with its other machines over git, one at a time: asked for by a form or a program, or by itself
/// where the user's setting `sync.auto` is on.
final class VaultSyncs: Sendable {
  /// How the last one ended.
  struct Last: Sendable {
    var time: Date
    var outcome: SyncOutcome
    /// In words, without a full stop; nil where nothing went wrong.
    var failure: String?
  }

  struct State: Sendable {
    var isRunning = false
    var last: Last?
  }

  private static let quiet = Duration.seconds(30)
  private static let longest = Duration.seconds(600)

  private let state = Mutex(State())
  private let options: ServeOptions
  private let environment: @Sendable () -> VaultEnvironment
  private let streams: EventStreams
  private let ending = Mutex<WakePipe?>(nil)

  init(_ options: ServeOptions, _ environment: @escaping @Sendable () -> VaultEnvironment, _ streams: EventStreams) {
    (self.options, self.environment, self.streams) = (options, environment, streams)
  }

  var now: State { state.withLock { $0 } }

  /// Runs on a thread of its own, since other machines may take long to answer. Throws `SyncError.atWork` while another one runs.
  func sync(_ request: SyncOptions) async throws -> SyncOutcome {
    try await withCheckedThrowingContinuation { continuation in
      let isStarted = OwnThread.start { [self] in continuation.resume(with: Result { try run(request) }) }
      if !isStarted { continuation.resume(throwing: ShortageError("the vault cannot be synced", .threads)) }
    }
  }

  private func run(_ request: SyncOptions) throws -> SyncOutcome {
    // Who sees a part of the vault must not send all of it.
    guard options.readIn.isEmpty, options.hide == nil else { throw SyncError.hides }
    guard begin() else { throw SyncError.atWork }
    var outcome = SyncOutcome()
    do {
      let vault = try Vault(location: options.location, environment: environment())
      try vault.editor().sync(request, &outcome)
    } catch SyncError.atWork {
      // Nothing has been done here, so the page goes on telling of the sync before.
      end(nil)
      throw SyncError.atWork
    } catch {
      end(last(request, outcome, Message(error).text))
      throw error
    }
    end(last(request, outcome, nil))
    return outcome
  }

  private func begin() -> Bool {
    let isFree = state.withLock { state in
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if isFree { streams.tellSync(isRunning: true) }
    return isFree
  }

  /// Nil for what would be done, which is no news of the vault.
  private func last(_ request: SyncOptions, _ outcome: SyncOutcome, _ failure: String?) -> Last? {
    request.dryRun ? nil : Last(time: environment().now, outcome: outcome, failure: failure)
  }

  /// Nil where nothing has been done.
  private func end(_ last: Last?) {
    state.withLock { state in
      state.isRunning = false
      if let last { state.last = last }
    }
    streams.tellSync(isRunning: false)
  }

  // MARK: By itself

  /// Goes on until `stop`, and syncs while the user wants it so; says on standard error where it cannot.
  func keepInStep(_ session: VaultSession) throws {
    let vault = try Vault(location: options.location, environment: environment())
    let isInPart = options.isReadOnly || !options.readIn.isEmpty || options.hide != nil
    if vault.configuration.syncsByItself {
      if isInPart {
        writeError("vault: warning: sync.auto is on, and a vault that is served in part or read-only is not synced\n")
      } else if !vault.isNamedByUser {
        writeError(
          "vault: warning: sync.auto is on, and this vault is none that vaults, default_vault or trusted in your own "
            + "configuration name, so that it is not synced by itself: a repository from elsewhere may name programs\n")
      }
    }
    if isInPart { return }
    let pipe = try WakePipe()
    ending.withLock { $0 = pipe }
    let isStarted = OwnThread.start { [self] in
      do {
        let loop = SyncLoop(session, quiet: Self.quiet, longest: Self.longest)
        if case .gone(let reason) = try loop.run(until: pipe.readable, { try round() }) { tellEnd(reason) }
      } catch {
        tellEnd(Message(error))
      }
    }
    if !isStarted { throw ShortageError("the vault cannot be synced by itself", .threads) }
  }

  private func tellEnd(_ reason: Message) {
    let text = "the vault is synced no more by itself: \(reason.text)"
    writeError("vault: warning: \(text)\n")
    let isRunning = state.withLock { state in
      state.last = Last(time: environment().now, outcome: state.last?.outcome ?? SyncOutcome(), failure: text)
      return state.isRunning
    }
    streams.tellSync(isRunning: isRunning)
  }

  /// What goes wrong is on the page; only where another machine does not let this user in, no more is tried. Does nothing while
  /// the user does not want it, or has not named the vault: a sync runs what a repository names.
  private func round() throws -> Duration? {
    let vault = try Vault(location: options.location, environment: environment())
    guard vault.configuration.syncsByItself, vault.isNamedByUser else { return nil }
    var request = SyncOptions()
    request.conflicts = .copies
    do { _ = try run(request) } catch SyncError.atWork {
      // That one may have begun before the last change.
      return Self.quiet
    } catch let error as GitError where error.isDenied {
      throw error
    } catch {}
    return nil
  }

  func stop() { ending.withLock { $0 }?.wake() }
}

extension Vault {
  /// True for a vault that stands in the user's own configuration.
  fileprivate var isNamedByUser: Bool { user.accepts(location.root) }
}
