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

  /// Part of a conversation: in the terminal's own colour, and without a line's end where an answer is to follow.
  package func say(_ text: String, endingLine: Bool) {
    var out: [UInt8] = []
    painter.append(text, .plain, .lines, to: &out)
    if endingLine { out.append(0x0A) }
    emit(out)
  }

  /// The first line is a sentence, which is broken between words. What follows it may be aligned, as a query with its
  /// underlined place is.
  private func write(_ label: String, _ role: Role, _ text: String) {
    let sentence = text.prefix { $0 != "\n" }
    let style = label.isEmpty ? theme[role] : .plain
    let line = StyledText(program) + StyledText(label, theme[role]) + StyledText(String(sentence), style)
    let lines = width.map { line.wrapped(to: $0) } ?? [line]
    var out: [UInt8] = []
    for (index, part) in lines.enumerated() {
      if index > 0 { out.append(0x0A) }
      painter.append(part, to: &out)
    }
    painter.append(String(text.dropFirst(sentence.count)), style, .lines, to: &out)
    out.append(0x0A)
    emit(out)
  }
}
