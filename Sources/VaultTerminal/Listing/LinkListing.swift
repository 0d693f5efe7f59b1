import VaultCore
import VaultInterface
import VaultStore

/// The links of notes, for people: each note's path, below it line, kind, target and what that leads to.
package struct LinkListing {
  private let links: [NoteLink]
  private let printer: Printer
  private let lineWidth: Int
  private let kindWidth: Int
  private let targetWidth: Int

  /// A target beyond this does not push away what the others lead to.
  private static let widestTarget = 40
  private static let nowhere = "  leads nowhere"

  package init(_ links: [NoteLink], printer: Printer) {
    self.links = links
    self.printer = printer
    lineWidth = links.map { String($0.link.location.line).utf8.count }.max() ?? 0
    kindWidth = links.map(\.link.kind.rawValue.utf8.count).max() ?? 0
    let widest = min(Self.widestTarget, printer.context.width.map { max($0 / 3, 8) } ?? .max)
    targetWidth =
      links.filter { !$0.link.isExternal }.map { DisplayWidth.of($0.link.target) }.filter { $0 <= widest }
      .max() ?? 0
  }

  package func write() throws {
    var path: NotePath?
    for link in links {
      if link.source != path {
        path = link.source
        var head = printer.path(link.source)
        head.append("  " + link.title, printer.theme[.title])
        try printer.line(printer.fitted(head))
      }
      try printer.line(printer.fitted(row(link)))
    }
  }

  private func row(_ link: NoteLink) -> StyledText {
    let theme = printer.theme
    var row = StyledText(String(link.link.location.line), theme[.muted]).padded(to: lineWidth + 4, leading: true)
    row.append("  ")
    row.append(StyledText(link.link.kind.rawValue, theme[.muted]).padded(to: kindWidth + 2))
    guard !link.link.isExternal else { return row + StyledText(link.link.target, theme[.link]) }
    let left = printer.context.width.map { max($0 - row.width, 8) }
    guard let resolved = link.resolved else {
      // That it leads nowhere is what matters of it.
      let room = left.map { max($0 - Self.nowhere.utf8.count, 8) } ?? .max
      let target = StyledText(link.link.target).truncated(to: room, ellipsis: printer.glyphs.ellipsis)
      return row + target.padded(to: min(targetWidth, room)) + StyledText(Self.nowhere, theme[.warning])
    }
    row.append(StyledText(link.link.target).padded(to: targetWidth))
    row.append("  \(printer.glyphs.arrow) ", theme[.muted])
    return row + printer.path(resolved)
  }
}
