import VaultCore
import VaultPlatform
import VaultStore

/// Syncs again and again until a signal ends it, or another machine does not let this user in.
struct SyncWatch {
  private let context: CommandContext
  /// One sync, and what went wrong in it, once all is told.
  private let sync: () throws -> (ExitStatus, (any Error)?)

  private static let quiet = Duration.seconds(60)
  private static let longest = Duration.seconds(600)

  init(_ context: CommandContext, sync: @escaping () throws -> (ExitStatus, (any Error)?)) {
    (self.context, self.sync) = (context, sync)
  }

  func run() throws -> ExitStatus {
    let session = try VaultSession(
      context.vault().location, options: VaultSession.Options(version: VaultCommand.version))
    defer { session.end() }
    var told: String?
    let end = try SyncLoop(session, quiet: Self.quiet, longest: Self.longest).run {
      let (_, failure) = try sync()
      guard let failure else {
        told = nil
        return nil
      }
      if let error = failure as? GitError, error.isDenied { throw error }
      let (_, message) = ExitStatus.of(failure)
      // The same again and again is told once: being offline is nothing new.
      if let message, message != told { context.warn(message) }
      told = message
      return nil
    }
    switch end {
    case .signal(SIGINT): return .interrupted
    case .signal(let signal):
      raise(signal)
      return .success
    case .asked: return .success
    case .gone(let reason): throw CommandFailure(kind: .noPlace, message: reason)
    }
  }
}
