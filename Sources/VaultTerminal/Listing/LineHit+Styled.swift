import VaultInterface

extension LineHit {
  /// `path:line:column: text`, the path as other programs take it. A title may have a line break, which would begin what
  /// looks like another hit.
  package func styled(_ printer: Printer) -> StyledText {
    var styled = printer.givenPath(path)
    styled.append(":\(line):\(column): ", printer.theme[.muted])
    let text = String(
      String.UnicodeScalarView(
        text.unicodeScalars.map {
          ["\n", "\r", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}"].contains($0) ? " " : $0
        }))
    styled.append(StyledText(text).highlighting(ranges, printer.theme[.match]))
    return styled
  }
}
