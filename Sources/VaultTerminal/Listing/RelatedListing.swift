import VaultCore
import VaultInterface
import VaultStore

/// Related notes, for people: a line each, with what is shared.
package enum RelatedListing {
  /// A path beyond this does not push the others' reasons away where nothing is cut.
  private static let widestAligned = 48

  package static func write(_ notes: [RelatedNote], total: Int, to printer: Printer) throws {
    let widest = printer.context.width.map { max(3 * $0 / 5, 16) } ?? widestAligned
    let paths = notes.map { printer.shortened(printer.path($0.record.path), to: widest) }
    let width = min(paths.map(\.width).max() ?? 0, widest)
    for (note, path) in zip(notes, paths) {
      try printer.line(printer.fitted(path.padded(to: width) + StyledText("  ") + reasons(note, printer)))
    }
    try printer.noteCount(notes.count, of: total)
  }

  private static func reasons(_ note: RelatedNote, _ printer: Printer) -> StyledText {
    var parts: [StyledText] = []
    if note.isLinked { parts.append(StyledText("linked")) }
    if !note.links.isEmpty { parts.append(StyledText(note.links.count == 1 ? "1 link" : "\(note.links.count) links")) }
    parts += note.tags.map { StyledText("#" + $0, printer.theme[.tag]) }
    return parts.dropFirst().reduce(parts.first ?? StyledText()) { $0 + StyledText(", ") + $1 }
  }
}
