import VaultCore
import VaultStore

extension CommandContext {
  /// Says which other notes have the new names of notes that were renamed: links by name alone lead to one of them.
  func tellNamesakes(_ outcome: ChangeOutcome) throws {
    guard outcome.end == .done || outcome.end == .dryRun else { return }
    for record in outcome.planned.records {
      guard let from = record.from, record.path.isNote, from.name != record.path.name else { continue }
      let others = try read { try $0.namesakes(of: record.path) }.filter { $0 != from }
      guard let first = others.first else { continue }
      let more = others.count > 1 ? " and \(others.count - 1) more" : ""
      note(
        "\(ShownName.path(record.path.text)): \(ShownName.path(first.text))\(more) has that name too, so that links and "
          + "commands need the path.")
    }
  }
}
