import Synchronization
import VaultCore
import VaultInterface
import VaultStore

/// What the forms of the page about other machines ask for.
struct SyncForm {
  let application: WebApplication

  /// How long a form waits for the end of a sync: what takes longer is shown as under way.
  private static let patience = Duration.seconds(5)

  static func prefix(_ number: Int) -> String { "note-\(number)-" }

  static func text(of sides: SyncOutcome.Sides) -> String { "\(sides.base) \(sides.ours) \(sides.theirs)" }

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
    Task {
      // A sleep that is broken off ends the waiting as well.
      try? await Task.sleep(for: Self.patience)
      end.finish()
    }
    for await _ in finished {}
    // What goes wrong in a sync is on the page; one that did not begin is not.
    if let error = problem.withLock({ $0 }) as? SyncError, error == .atWork || error == .hides { throw error }
    return .seeOther(url.path)
  }

  /// What was chosen, of just the versions that were shown.
  private func settled(_ fields: FormFields) async throws -> [SyncOptions.Settled] {
    let conflicts = Array((application.syncs.now.last?.outcome.conflicts ?? []).prefix(SyncPage.mostConflicts))
    let shown = fields.names.filter { $0.hasPrefix("sides-") }
    let known = conflicts.enumerated().filter { number, conflict in
      conflict.sides.map { fields["sides-\(number)"] == Self.text(of: $0) } == true
    }
    guard !shown.isEmpty || !conflicts.isEmpty, known.count == shown.count else {
      throw WebProblem(
        412, "changed", "There has been another sync meanwhile; look at what is open now. Nothing was merged.")
    }
    return try await application.ask(
      Question { reader in
        try known.compactMap { number, conflict in
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
