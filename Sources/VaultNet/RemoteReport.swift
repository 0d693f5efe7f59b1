import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

/// What a sync with a server did, for people: the notes, and then in sentences how far it is.
struct RemoteReport {
  private let outcome: RemoteOutcome
  private let task: RemoteSyncOptions.Task
  private let hasFailed: Bool

  init(_ outcome: RemoteOutcome, _ task: RemoteSyncOptions.Task, hasFailed: Bool) {
    (self.outcome, self.task, self.hasFailed) = (outcome, task, hasFailed)
  }

  func write(_ printer: Printer, _ messages: Messages) throws {
    let listing = SyncListing(printer)
    try listing.list("receive", outcome.received.map { ($0.kind.rawValue, $0.path) })
    try listing.list("send", outcome.sent.map { ($0.kind.rawValue, $0.path) })
    for path in outcome.copies { try listing.line("copy", .warning, "beside", path) }
    try printer.finish()
    // A server's words are in them.
    for sentence in oddities + troubles + [hasFailed ? nil : conclusion].compactMap(\.self) {
      messages.note(ControlCharacters.visible(sentence, .singleLine))
    }
  }

  private var oddities: [String] {
    if outcome.oddities.isEmpty { return [] }
    let first = outcome.oddities[0]
    return [
      "The server's list is odd: \(first)\(outcome.oddities.count > 1 ? ", and \(outcome.oddities.count - 1) more" : ""). "
        + "Such a note is passed over, and no note that is missing there is deleted."
    ]
  }

  private var troubles: [String] {
    func sentences(_ troubles: [RemoteOutcome.Trouble], _ verb: String) -> [String] {
      let shown = troubles.prefix(10).map { trouble in
        "\(verb): "
          + [trouble.path.map { ShownName.path($0.text) }, trouble.reason].compactMap(\.self)
          .joined(separator: ": ") + "."
      }
      return shown + (troubles.count > 10 ? ["\(verb): \(troubles.count - 10) more."] : [])
    }
    let paused = outcome.paused
    return sentences(outcome.refused, "Not sent") + sentences(outcome.leftOut, "Left as it is")
      + (paused.isEmpty
        ? []
        : [
          "Kept back, since the query for what goes out does not find it any more: "
            + ShownName.path(paused[0].text) + (paused.count > 1 ? " and \(paused.count - 1) more" : "") + "."
        ])
  }

  static func waiting(_ outcome: RemoteOutcome) -> String {
    switch outcome.waiting {
    case 0: ""
    case 1: "; 1 note waits"
    default: "; \(GroupedNumber.text(outcome.waiting)) notes wait"
    }
  }

  private var conclusion: String {
    let name = outcome.remote
    if outcome.deletions > 0 {
      return "\(outcome.deletions) notes have been deleted on one side, so nothing was done. If that is meant, "
        + "`vault sync --remote \(name) --deletions` deletes them on the other; here, the trash keeps them."
    }
    let waits = Self.waiting(outcome)
    switch task {
    case .status:
      let time = outcome.synced.map { NoteDate.instant($0).iso8601(in: { _ in 0 }) }
      let since = time.map { "last in step \($0)" } ?? "never in step"
      return "\(name): \(since)\(waits)."
    case .dryRun: return outcome.isIdle ? "Nothing would be done." : "Nothing was changed."
    case .sync, .watch:
      guard outcome.waiting == 0, outcome.leftOut.isEmpty, outcome.refused.isEmpty else {
        return "Not all is in step with \(name)\(waits)."
      }
      let counts = [(outcome.received.count, "received"), (outcome.sent.count, "sent")].filter { $0.0 > 0 }
        .map { "\(GroupedNumber.text($0.0)) \($0.1)" }
      return "In step with \(name)\(counts.isEmpty ? "" : ": " + counts.joined(separator: ", "))."
    }
  }
}
