import VaultCore
import VaultInterface

/// What a command prints its results through: the sink, and how things look on it.
package final class Printer {
  package let context: TerminalContext
  package let theme: Theme
  package let glyphs: Glyphs
  package let painter: Painter
  package let sink: OutputSink
  /// How the vault's paths are given to other programs; nil before a vault is opened.
  package var paths: PathBase?

  package init(context: TerminalContext, theme: Theme, sink: OutputSink, paths: PathBase? = nil) {
    self.context = context
    self.theme = theme
    glyphs = Glyphs(unicode: context.unicode)
    painter = Painter(context)
    self.sink = sink
    self.paths = paths
  }

  /// Prints one line.
  package func line(_ text: StyledText) throws {
    try sink.write { out in
      painter.append(text, to: &out)
      out.append(0x0A)
    }
  }

  /// Prints one line.
  package func line(_ text: String = "", _ style: Style = .plain) throws {
    try sink.write { out in
      painter.append(text, style, to: &out)
      out.append(0x0A)
    }
  }

  /// Prints text of several lines; its line feeds and tabs count.
  package func block(_ text: String) throws {
    try sink.write { painter.append(text, .plain, .lines, to: &$0) }
  }

  /// A path of the vault as a line of output names it; a click opens it, where the terminal can. The file's name, which
  /// people look for, stands out from its folders.
  package func path(_ path: NotePath, name: Style = .plain) -> StyledText {
    styledPath(painter.path(path), name: name, link: address(of: path))
  }

  private func styledPath(_ text: String, name: Style, link: String?) -> StyledText {
    guard let slash = text.utf8.lastIndex(of: 0x2F) else { return StyledText(text, name, link: link) }
    let end = text.utf8.index(after: slash)
    return StyledText(String(text[..<end]), theme[.path], link: link)
      + StyledText(String(text[end...]), name, link: link)
  }

  /// A path of the vault as other programs take it, in a line of output.
  package func givenPath(_ path: NotePath) -> StyledText {
    StyledText(painter.path(given(path)), theme[.path], link: address(of: path))
  }

  /// A path in at most so many columns, its name rather than its folders; whole where there is no terminal.
  package func shortened(_ path: StyledText, to width: Int) -> StyledText {
    guard context.width != nil, let name = path.spans.last else { return path }
    return styledPath(
      PathText.shortened(path.plain, to: width, ellipsis: glyphs.ellipsis), name: name.style, link: name.link)
  }

  /// A path of the vault as other programs take it.
  package func given(_ path: NotePath) -> NotePath { paths?.given(path) ?? path }

  /// What a click on a path opens; nil where the terminal opens nothing.
  func address(of path: NotePath) -> String? { painter.hyperlinks ? paths?.address(of: path) : nil }

  /// Cut to the line; whole where there is no terminal.
  package func fitted(_ text: StyledText) -> StyledText {
    guard let width = context.width else { return text }
    return text.truncated(to: max(width, 1), ellipsis: glyphs.ellipsis)
  }

  /// Prints rows of a few short cells, one under the other; the last one takes what room is left.
  package func table(_ rows: [[StyledText]]) throws {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in rows.map { $0.count > column ? $0[column].width : 0 }.max() ?? 0 }
    for row in rows {
      // Nothing stands behind the last word of a line.
      let row = row.prefix((row.lastIndex { $0.width > 0 } ?? 0) + 1)
      var line = StyledText()
      for (column, cell) in row.enumerated() {
        line.append(column == row.count - 1 ? cell : cell.padded(to: widths[column] + 2))
      }
      try self.line(fitted(line))
    }
  }

  /// Prints how many notes there are, on a terminal: in a pipe every line is a result. `hint` says how to see all.
  func noteCount(_ shown: Int, of total: Int, hint: Bool = true) throws {
    guard context.outputIsTerminal, shown > 0 else { return }
    let all = total == 1 ? "1 note" : "\(total) notes"
    let text = shown < total ? "\(shown) of \(all)" + (hint ? "; --limit \(total) shows all" : "") : all
    try line(fitted(StyledText(text, theme[.muted])))
  }

  /// Writes what is left and waits for the pager, if there is one.
  package func finish() throws {
    try sink.finish()
  }
}
