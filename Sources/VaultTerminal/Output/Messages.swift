import VaultCore
import VaultInterface

/// Everything that is not a result: warnings, errors and remarks, on standard error.
package struct Messages: Sendable {
  private let painter: Painter
  private let theme: Theme
  private let emit: @Sendable ([UInt8]) -> Void

  package init(context: TerminalContext, theme: Theme, emit: (@Sendable ([UInt8]) -> Void)? = nil) {
    painter = .standardError(context)
    self.theme = theme
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

  private func write(_ label: String, _ role: Role, _ text: String) {
    var out: [UInt8] = []
    painter.append(label, theme[role], to: &out)
    painter.append(text, label.isEmpty ? theme[role] : .plain, .lines, to: &out)
    out.append(0x0A)
    emit(out)
  }
}
