/// The signs that output draws with, and what stands for them where the locale has no Unicode.
package struct Glyphs: Sendable {
  package let unicode: Bool

  package init(unicode: Bool) {
    self.unicode = unicode
  }

  package var done: String { unicode ? "✓" : "x" }
  /// Beside what went well; an x would say that it did not.
  package var good: String { unicode ? "✓" : "ok" }
  package var overdue: String { "!" }
  package var inProgress: String { unicode ? "▶" : ">" }
  package var open: String { unicode ? "○" : "o" }
  package var recurring: String { unicode ? "↻" : "@" }
  package var cancelled: String { unicode ? "✗" : "-" }
  package var bullet: String { unicode ? "•" : "*" }
  package var bar: String { unicode ? "│" : "|" }
  /// The cells of a bar that shows a share.
  package var barFull: String { unicode ? "█" : "#" }
  package var barOverdue: String { unicode ? "▒" : "!" }
  package var barEmpty: String { unicode ? "░" : "." }
  package var rule: String { unicode ? "─" : "-" }
  package var cross: String { unicode ? "┼" : "+" }
  package var ellipsis: String { unicode ? "…" : "..." }
  package var separator: String { unicode ? "›" : ">" }
  package var arrow: String { unicode ? "→" : "->" }
  package var arrowBack: String { unicode ? "←" : "<-" }
  /// Beside the row that is selected, and beside one that is marked.
  package var cursor: String { unicode ? "▌" : ">" }
  package var mark: String { unicode ? "●" : "*" }
  package var folded: String { unicode ? "▸" : "+" }
  package var unfolded: String { unicode ? "▾" : "-" }
  /// The corners of a box: top left, top right, bottom left, bottom right.
  package var corners: [String] { unicode ? ["╭", "╮", "╰", "╯"] : ["+", "+", "+", "+"] }
  package var arrowBoth: String { unicode ? "↔" : "<->" }
}
