import VaultCore
import VaultInterface
import VaultStore

/// Related notes, for people: a line each, with what is shared.
package struct RelatedListing {
  private let notes: [RelatedNote]
  private let total: Int
  private let printer: Printer

  /// A path beyond this does not push the others' reasons away where nothing is cut.
  private static let widestAligned = 48

  package init(_ notes: [RelatedNote], total: Int, printer: Printer) {
    self.notes = notes
    self.total = total
    self.printer = printer
  }

  package func write() throws {
    let theme = printer.theme
    let widest = printer.context.width.map { max($0 / 2, 16) } ?? Self.widestAligned
    let paths = notes.map { note in
      let path = printer.path(note.record.path)
      guard printer.context.width != nil else { return path }
      return StyledText(
        PathText.shortened(path.plain, to: widest, ellipsis: printer.glyphs.ellipsis), theme[.path])
    }
    let width = min(paths.map(\.width).max() ?? 0, widest)
    for (note, path) in zip(notes, paths) {
      try printer.line(printer.fitted(path.padded(to: width) + StyledText("  ") + reasons(note)))
    }
    guard printer.context.outputIsTerminal, !notes.isEmpty else { return }
    let count =
      notes.count < total
      ? "\(notes.count) of \(total) notes; --limit \(total) shows all" : total == 1 ? "1 note" : "\(total) notes"
    try printer.line(printer.fitted(StyledText(count, theme[.muted])))
  }

  private func reasons(_ note: RelatedNote) -> StyledText {
    var parts: [StyledText] = []
    if note.isLinked { parts.append(StyledText("linked")) }
    if !note.links.isEmpty { parts.append(StyledText(note.links.count == 1 ? "1 link" : "\(note.links.count) links")) }
    parts += note.tags.map { StyledText("#" + $0, printer.theme[.tag]) }
    return parts.dropFirst().reduce(parts.first ?? StyledText()) { $0 + StyledText(", ") + $1 }
  }
}
