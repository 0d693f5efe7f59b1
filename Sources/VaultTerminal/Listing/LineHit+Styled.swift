import VaultInterface

extension LineHit {
  /// `path:line:column: text`, the path as other programs take it.
  package func styled(_ printer: Printer) -> StyledText {
    var styled = printer.givenPath(path)
    styled.append(":\(line):\(column): ", printer.theme[.muted])
    styled.append(StyledText(text).highlighting(ranges, printer.theme[.match]))
    return styled
  }
}
