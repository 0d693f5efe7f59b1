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
    guard !syncs.now.isRunning else { return .seeOther(url.path) }
    let (finished, end) = AsyncStream<Void>.makeStream()
    Task {
      // What goes wrong is on the page.
      _ = try? await syncs.sync(request)
      end.finish()
    }
    Task {
      try? await Task.sleep(for: Self.patience)
      end.finish()
    }
    for await _ in finished {}
    return .seeOther(url.path)
  }

  /// What was chosen, of just the versions that were shown.
  private func settled(_ fields: FormFields) async throws -> [SyncOptions.Settled] {
    let conflicts = application.syncs.now.last?.outcome.conflicts ?? []
    return try await application.ask(
      Question { reader in
        try conflicts.prefix(SyncPage.mostConflicts).enumerated().compactMap { number, conflict in
          guard let sides = conflict.sides, let shown = fields["sides-\(number)"] else { return nil }
          guard shown == Self.text(of: sides) else {
            throw WebProblem(
              412, "changed", "There has been another sync meanwhile; look at what is open now. Nothing was merged.")
          }
          guard case .open(let regions)? = try reader.merge(of: conflict) else { return nil }
          let text = ConflictChoices(fields, prefix: Self.prefix(number)).text(of: regions)
          return SyncOptions.Settled(conflict.path, sides, text)
        }
      }
    ).value
  }
}
