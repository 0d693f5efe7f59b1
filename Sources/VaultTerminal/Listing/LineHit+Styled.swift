import VaultInterface

extension LineHit {
  /// `path:line:column: text`
  package func styled(_ printer: Printer) -> StyledText {
    var styled = printer.path(path)
    styled.append(":\(line):\(column): ", printer.theme[.muted])
    styled.append(StyledText(text).highlighting(ranges, printer.theme[.match]))
    return styled
  }
}
