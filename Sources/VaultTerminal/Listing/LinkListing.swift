import VaultCore
import VaultInterface
import VaultStore

/// The links of notes, for people: each note's path, below it line, kind, target and what that leads to.
package enum LinkListing {
  /// A target beyond this does not push away what the others lead to.
  private static let widestTarget = 40
  private static let nowhere = "  leads nowhere"

  package static func write(_ links: [NoteLink], to printer: Printer) throws {
    let theme = printer.theme
    let kindWidth = links.map(\.link.kind.rawValue.utf8.count).max() ?? 0
    let widest = min(widestTarget, printer.context.width.map { max($0 / 3, 8) } ?? .max)
    let targetWidth =
      links.filter { !$0.link.isExternal }.map { DisplayWidth.of($0.link.target) }.filter { $0 <= widest }
      .max() ?? 0
    try printer.places(
      links, in: { ($0.source, $0.title, $0.link.location.line) },
      text: { link, used in
        let kind = StyledText(link.link.kind.rawValue, theme[.muted]).padded(to: kindWidth + 2)
        guard !link.link.isExternal else { return kind + StyledText(link.link.target, theme[.link]) }
        let target = StyledText(link.link.target)
        if let resolved = link.resolved {
          var line =
            kind + target.padded(to: targetWidth) + StyledText("  \(printer.glyphs.arrow) ", theme[.muted])
            + printer.path(resolved)
          if let missing = link.missing { line.append("  has no such \(missing.rawValue)", theme[.warning]) }
          return line
        }
        // That it leads nowhere is what matters of it.
        let left = printer.context.width.map { max($0 - used - kind.width, 8) }
        let room = left.map { max($0 - nowhere.utf8.count, 8) } ?? .max
        return kind + target.truncated(to: room, ellipsis: printer.glyphs.ellipsis).padded(to: min(targetWidth, room))
          + StyledText(nowhere, theme[.warning])
      })
  }
}
