import VaultCore
import VaultInterface

/// Everything that is not a result: warnings, errors and remarks, on standard error.
package struct Messages: Sendable {
  private let painter: Painter
  private let theme: Theme
  /// Columns of standard error's terminal; nil when it is none.
  private let width: Int?
  /// What each begins with but parts of a conversation: the program's name.
  private let program: String
  private let emit: @Sendable ([UInt8]) -> Void

  package init(
    context: TerminalContext, theme: Theme, program: String = "", emit: (@Sendable ([UInt8]) -> Void)? = nil
  ) {
    painter = .standardError(context)
    self.theme = theme
    self.program = program
    width = context.errorWidth
    self.emit = emit ?? { OutputSink.tell($0) }
  }

  package func error(_ text: String) { write("error: ", .error, text) }
  package func warning(_ text: String) { write("warning: ", .warning, text) }
  /// A remark without a label: what was done on the way, what an answer leaves out.
  package func note(_ text: String) { write("", .muted, text) }

  /// Part of a conversation, or what the parser says: in the terminal's own colour, and without a line's end where an
  /// answer is to follow.
  package func say(_ text: String, endingLine: Bool) {
    var out: [UInt8] = []
    append(text, .plain, to: &out)
    if endingLine { out.append(0x0A) } else if text.hasSuffix(" "), out.last != 0x20 { out.append(0x20) }
    emit(out)
  }

  private func write(_ label: String, _ role: Role, _ text: String) {
    var out: [UInt8] = []
    append(
      text, label.isEmpty ? theme[role] : .plain, after: StyledText(program) + StyledText(label, theme[role]), to: &out)
    out.append(0x0A)
    emit(out)
  }

  /// Lines are broken between words, but for those that are aligned with others, as a query with its underlined place is,
  /// and for command lines, which are copied.
  private func append(_ text: String, _ style: Style, after start: StyledText = StyledText(), to out: inout [UInt8]) {
    var start = start
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if index > 0 { out.append(0x0A) }
      let whole = start + StyledText(String(line), style)
      start = StyledText()
      let isKept = line.hasPrefix(" ") || line.hasPrefix("Try: ")
      let parts = isKept ? [whole] : width.map { whole.wrapped(to: $0) } ?? [whole]
      for (number, part) in parts.enumerated() {
        if number > 0 { out.append(0x0A) }
        painter.append(part, to: &out)
      }
    }
  }
}
