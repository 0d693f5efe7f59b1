import VaultCore
import VaultInterface
import VaultStore

/// How a task looks whose line was changed: the line as it is now, what is new in it marked, and each value that changed.
package enum ChangedTaskRow {
  /// Prints one line in a pipe. On a terminal, what does not fit goes on below.
  package static func write(
    _ task: TaskView, from old: TaskItem, marks: [Range<Int>], to printer: Printer, _ vault: ListedVault
  ) throws {
    let theme = printer.theme
    let sign = printer.glyphs.sign(of: task)
    var head = StyledText(sign.text, sign.role.map { theme[$0] } ?? .plain)
    head.append(" " + task.shortHandle, theme[.muted])
    head.append("  ")
    let line = text(of: task.task, marks, theme[.success].with(Style(bold: true)))
    let place =
      printer.path(task.task.path) + StyledText(":" + String(task.task.line), theme[.muted])
    let changes = changes(TaskDifference.all(from: old, to: task.task), printer, vault)
    guard let width = printer.context.width else {
      let parts = [line, place, changes].filter { !$0.isEmpty }
      return try printer.line(parts.dropFirst().reduce(head + parts[0]) { $0 + StyledText("  ") + $1 })
    }
    let indent = head.width
    let room = max(width - indent, 1)
    var lines = line.wrapped(to: room)
    for part in [changes, place] where !part.isEmpty {
      if let last = lines.last, last.width + 2 + part.width <= room {
        lines[lines.count - 1] = last + StyledText("  ") + part
      } else {
        lines += part.wrapped(to: room)
      }
    }
    for (index, line) in lines.enumerated() {
      try printer.line(printer.fitted((index == 0 ? head : StyledText(String(repeating: " ", count: indent))) + line))
    }
  }

  /// The line without the whitespace before it.
  private static func text(of task: TaskItem, _ marks: [Range<Int>], _ style: Style) -> StyledText {
    let raw = task.raw.utf8
    let indent = raw.prefix { $0 == 0x20 || $0 == 0x09 }.count
    let ranges = marks.map { max($0.lowerBound - indent, 0)..<max($0.upperBound - indent, 0) }
    return StyledText(String(Substring(raw.dropFirst(indent)))).highlighting(ranges, style)
  }

  /// `(due: 2026-03-13 → 2026-03-20, in 6 days; priority: none → high)`, the days in words on a terminal only.
  private static func changes(
    _ differences: [TaskDifference], _ printer: Printer, _ vault: ListedVault
  ) -> StyledText {
    guard !differences.isEmpty else { return StyledText() }
    let texts = differences.map { difference in
      var text =
        "\(difference.name): \(difference.before ?? "none") \(printer.glyphs.arrow) \(difference.after ?? "none")"
      if let day = difference.day, printer.context.outputIsTerminal {
        text += ", " + RelativeTime.day(day, today: vault.environment.today)
      }
      return text
    }
    return StyledText("(\(texts.joined(separator: "; ")))", printer.theme[.muted])
  }
}
