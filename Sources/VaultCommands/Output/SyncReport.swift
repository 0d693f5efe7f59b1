import VaultCore
import VaultInterface
import VaultPlatform
import VaultStore
import VaultTerminal

/// What a sync did, for people: the files, and then in a sentence how far it is.
struct SyncReport {
  private let outcome: SyncOutcome
  enum Kind {
    case done, dryRun, failed
    /// What waits, without asking anybody.
    case status
  }

  private let kind: Kind
  /// The files that are known to be left out, which are told once.
  private let told: [SyncOutcome.LeftOut]

  init(_ outcome: SyncOutcome, _ kind: Kind, told: [SyncOutcome.LeftOut] = []) {
    (self.outcome, self.kind, self.told) = (outcome, kind, told)
  }

  func write(_ context: CommandContext) throws {
    let listing = SyncListing(context.printer)
    try listing.list("commit", outcome.committed.map { ($0.kind.rawValue, $0.path) })
    try listing.list("receive", outcome.received.map { ($0.kind.rawValue, $0.path) })
    for path in outcome.copies { try listing.line("copy", .warning, "beside", path) }
    for conflict in outcome.conflicts {
      try listing.line("conflict", .error, Self.words(conflict.kind), conflict.path)
    }
    try context.printer.finish()
    for sentence in sentences { context.note(sentence) }
  }

  private static func words(_ kind: SyncOutcome.Conflict.Kind) -> String {
    switch kind {
    case .edited: "edited"
    case .added: "added"
    case .deletedHere: "deleted"
    case .deletedThere: "changed"
    case .other: "renamed"
    }
  }

  // MARK: Sentences

  private var sentences: [String] {
    let last: [String] =
      switch kind {
      case .done: [result].compactMap(\.self)
      case .dryRun: [plan]
      case .failed: failedSentences
      case .status: [status]
      }
    return leftOutSentences + last
  }

  private var leftOutSentences: [String] {
    SyncOutcome.LeftOut.Reason.allCases.compactMap { reason in
      let leftOut = outcome.leftOut.filter { $0.reason == reason }
      let paths = leftOut.map(\.path)
      guard let first = paths.first, leftOut != told.filter({ $0.reason == reason }) else { return nil }
      let names = ShownName.path(first.text) + (paths.count > 1 ? " and \(paths.count - 1) more" : "")
      switch reason {
      case .conflictMarkers: return "Not committed, since marks of a conflict are in it: \(names)."
      case .tooLarge: return "Not committed, since it has more than 50 MiB: \(names). Git LFS is for such files."
      case .notNamed:
        return "Not committed, since no note names it: \(names). The setting sync.all takes all files."
      }
    }
  }

  /// What waits here, before the error says why.
  private var failedSentences: [String] {
    outcome.commits > 0 || !outcome.committed.isEmpty
      ? ["What is committed waits here, and is sent the next time."] : []
  }

  private var commits: String { outcome.commits == 1 ? "1 commit" : "\(GroupedNumber.text(outcome.commits)) commits" }

  private var conflicts: String {
    let count = outcome.conflicts.count
    return count == 1 ? "1 file has been changed on both sides" : "\(count) files have been changed on both sides"
  }

  private var result: String? {
    if outcome.isMerging {
      return
        "\(conflicts), and the marks in it are for you: settle them, then `git add` and `git commit`, and sync again."
    }
    if !outcome.conflicts.isEmpty {
      return "\(conflicts), so nothing was merged or sent. `vault sync --on-conflict copies` keeps both, and "
        + "`--on-conflict markers` leaves marks for you to settle."
    }
    switch outcome.sending {
    case .noUpstream where outcome.remotes.isEmpty:
      return
        "All is committed on \(outcome.branch). There is no other machine to send it to; `git remote add` names one."
    case .noUpstream:
      return "All is committed on \(outcome.branch), which is sent nowhere; type "
        + "`git push --set-upstream \(outcome.remotes[0].shellWord) \(outcome.branch.shellWord)` once."
    case .upToDate: return "In step with \(outcome.upstream ?? "")."
    case .sent: return "In step with \(outcome.upstream ?? ""): \(commits) sent."
    case .waiting:
      return "\(commits) \(outcome.commits == 1 ? "waits" : "wait") to be sent to \(outcome.upstream ?? "")."
    }
  }

  private var status: String {
    guard let upstream = outcome.upstream else { return result ?? "" }
    func waiting(_ count: Int, _ one: String, _ several: String) -> String? {
      count == 0 ? nil : count == 1 ? "1 \(one)" : "\(GroupedNumber.text(count)) \(several)"
    }
    let parts = [
      waiting(outcome.committed.count, "note waits to be committed", "notes wait to be committed"),
      waiting(outcome.commits, "commit waits to be sent to \(upstream)", "commits wait to be sent to \(upstream)"),
      waiting(
        outcome.received.count, "file of \(upstream) waits to be merged", "files of \(upstream) wait to be merged"),
    ].compactMap(\.self)
    return parts.isEmpty ? "In step with \(upstream), as far as is known here." : parts.joined(separator: ", ") + "."
  }

  private var plan: String {
    if !outcome.conflicts.isEmpty { return "\(conflicts): nothing would be merged or sent. Nothing was changed." }
    if outcome.sending == .waiting {
      return "\(commits) would be sent to \(outcome.upstream ?? ""). Nothing was changed."
    }
    return "Nothing was changed."
  }
}
