import VaultCore
import VaultInterface

/// What a sync did, a file a line: what was done, how the file had changed, and its path.
package struct SyncListing {
  /// So many files of a kind are named on a terminal.
  private static let mostShown = 20
  private static let columnWidth = 10

  private let printer: Printer

  package init(_ printer: Printer) { self.printer = printer }

  package func list(_ verb: String, _ changes: [(change: String, path: NotePath)]) throws {
    let shown = printer.context.outputIsTerminal ? changes.prefix(Self.mostShown) : changes[...]
    for (change, path) in shown { try line(verb, change == "deleted" ? .warning : .success, change, path) }
    let rest = changes.count - shown.count
    if rest > 0 { try printer.line(StyledText("  and \(GroupedNumber.text(rest)) more", printer.theme[.muted])) }
  }

  package func line(_ verb: String, _ role: Role, _ change: String, _ path: NotePath) throws {
    try printer.line(
      StyledText(verb, printer.theme[role]).padded(to: Self.columnWidth)
        + StyledText(change, printer.theme[.muted]).padded(to: Self.columnWidth) + printer.path(path))
  }
}
