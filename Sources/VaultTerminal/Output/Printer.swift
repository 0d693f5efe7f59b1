import VaultCore
import VaultInterface

/// What a command prints its results through: the sink, and how things look on it.
package final class Printer {
  package let context: TerminalContext
  package let theme: Theme
  package let glyphs: Glyphs
  package let painter: Painter
  package let sink: OutputSink

  package init(context: TerminalContext, theme: Theme, sink: OutputSink) {
    self.context = context
    self.theme = theme
    glyphs = Glyphs(unicode: context.unicode)
    painter = Painter(context)
    self.sink = sink
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

  /// A path as a line of output names it.
  package func path(_ path: NotePath, _ style: Style? = nil) -> StyledText {
    StyledText(painter.path(path), style ?? theme[.path])
  }

  /// Cut to what is left of the line after `used` columns; whole where there is no terminal.
  package func fitted(_ text: StyledText, after used: Int = 0) -> StyledText {
    guard let width = context.width else { return text }
    return text.truncated(to: max(width - used, 1), ellipsis: glyphs.ellipsis)
  }

  /// Writes what is left and waits for the pager, if there is one.
  package func finish() throws {
    try sink.finish()
  }
}
