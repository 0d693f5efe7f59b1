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
        let room = printer.context.width.map { max($0 - used - kind.width, 8) } ?? .max
        func target(_ room: Int, _ style: Style = .plain, link address: String? = nil) -> StyledText {
          let text = DisplayWidth.cutInMiddle(link.link.target, to: max(room, 8), ellipsis: printer.glyphs.ellipsis)
          return StyledText(text, style, link: address)
        }
        guard !link.link.isExternal else {
          let address = InlineStyler.isExternal(link.link.target) ? link.link.target : nil
          return kind + target(room, theme[.link], link: address)
        }
        guard let resolved = link.resolved else {
          // That it leads nowhere is what matters of it.
          let left = room == .max ? .max : room - nowhere.utf8.count
          return kind + target(left).padded(to: min(targetWidth, left)) + StyledText(nowhere, theme[.warning])
        }
        let arrow = StyledText("  \(printer.glyphs.arrow) ", theme[.muted])
        let lacks = link.missing.map { "  has no such \($0 == .block ? "block" : "heading")" } ?? ""
        // The name of the file is to be seen, as far as it leaves half of the line.
        let free = room == .max ? .max : max(room - lacks.utf8.count, 8)
        let name = min(DisplayWidth.of(resolved.name), free / 2)
        let shown = target(free == .max ? .max : free - arrow.width - name).padded(to: targetWidth)
        return kind + shown + arrow
          + printer.shortened(
            printer.path(resolved), to: max(free == .max ? .max : free - shown.width - arrow.width, 8))
          + StyledText(lacks, theme[.warning])
      })
  }
}
