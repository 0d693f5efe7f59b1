import Crypto
import Synchronization
import VaultCore
import VaultInterface
import VaultStore

/// What the forms of the page about other machines ask for.
struct SyncForm {
  let application: WebApplication

  static func prefix(_ number: Int) -> String { "note-\(number)-" }

  /// What the page asks back, so that a choice is of just the conflicts and versions that were shown.
  static func mark(of conflicts: [SyncOutcome.Conflict]) -> String {
    let parts = conflicts.map { conflict -> [UInt8] in
      let sides = conflict.sides.map { "\($0.base) \($0.ours) \($0.theirs)" } ?? ""
      return conflict.path.bytes + [0] + Array("\(conflict.kind.rawValue) \(sides)".utf8)
    }
    return SHA256.hash(data: Array(parts.joined(separator: [0x0A]))).prefix(16).hexadecimal
  }

  func answer(_ fields: FormFields, _ url: VaultURL) async throws -> WebResponse {
    var options = SyncOptions()
    switch fields["action"] {
    case "sync": options.conflicts = fields["conflicts"] == SyncOptions.Conflicts.copies.rawValue ? .copies : .stop
    case "settle":
      options.conflicts = .copies
      options.settled = try await settled(fields)
    default: throw WebProblem(422, "bad-argument", "This page syncs, and does nothing else.")
    }
    let (syncs, request) = (application.syncs, options)
    let problem = Mutex<(any Error)?>(nil)
    let (finished, end) = AsyncStream<Void>.makeStream()
    Task {
      do { _ = try await syncs.sync(request) } catch { problem.withLock { $0 = error } }
      end.finish()
    }
    let patience = application.formPatience
    Task {
      // What takes longer is shown as under way. A sleep that is broken off ends the waiting as well.
      try? await Task.sleep(for: patience)
      end.finish()
    }
    for await _ in finished {}
    // What goes wrong in a sync is on the page; one that did not begin is not.
    if let error = problem.withLock({ $0 }) as? SyncError, error == .atWork || error == .hides { throw error }
    return .seeOther(url.path)
  }

  /// What was chosen, of just the versions that were shown.
  private func settled(_ fields: FormFields) async throws -> [SyncOptions.Settled] {
    let conflicts = application.syncs.now.last?.outcome.conflicts ?? []
    guard !conflicts.isEmpty, fields["shown"] == Self.mark(of: conflicts) else {
      throw WebProblem(
        412, "changed", "There has been another sync meanwhile; look at what is open now. Nothing was merged.")
    }
    return try await application.ask(
      Question { reader in
        try conflicts.prefix(SyncPage.mostConflicts).enumerated().compactMap { number, conflict in
          guard let sides = conflict.sides, case .open(let regions)? = try reader.merge(of: conflict) else {
            return nil
          }
          let text = ConflictChoices(fields, prefix: Self.prefix(number)).text(of: regions)
          return SyncOptions.Settled(conflict.path, sides, text)
        }
      }
    ).value
  }
}
