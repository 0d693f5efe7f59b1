import VaultCore
import VaultStore

/// What would change, as `git diff` prints it: `git apply` and `patch -p1` take it.
enum ChangeDiff {
  static func print(_ planned: PlannedChange, to printer: Printer) throws {
    var moves = planned.moves
    for text in planned.texts {
      let move = moves.firstIndex { $0.from == text.from && $0.to != nil }
      let target = text.to?.after(planned.moves.compactMap { move in move.to.map { (move.from, $0) } })
      try head(from: text.from, to: target, printer)
      let old = text.from.map { "a/" + $0.text } ?? "/dev/null"
      let new = target.map { "b/" + $0.text } ?? "/dev/null"
      if isBinary(text.before) || isBinary(text.after) {
        try printer.line("Binary files \(quoted(old)) and \(quoted(new)) differ", printer.theme[.muted])
      } else {
        try body(UnifiedDiff(old: text.before, new: text.after), old, new, printer)
      }
      if let move { moves.remove(at: move) }
    }
    for move in moves {
      if let to = move.to {
        try head(from: move.from, to: to, printer)
      } else {
        try printer.line(StyledText("# to the trash: ", printer.theme[.muted]) + printer.path(move.from))
      }
    }
  }

  /// As git tells: by a NUL near the beginning.
  private static func isBinary(_ bytes: [UInt8]) -> Bool { bytes.prefix(8_000).contains(0) }

  private static func head(from: NotePath?, to: NotePath?, _ printer: Printer) throws {
    guard let name = (from ?? to)?.text else { return }
    try printer.line("diff --git \(quoted("a/" + name)) \(quoted("b/" + (to?.text ?? name)))", printer.theme[.title])
    if from == nil { try printer.line("new file mode 100644", printer.theme[.muted]) }
    if to == nil { try printer.line("deleted file mode 100644", printer.theme[.muted]) }
    if let from, let to, from != to {
      try printer.line("rename from \(quoted(from.text))", printer.theme[.muted])
      try printer.line("rename to \(quoted(to.text))", printer.theme[.muted])
    }
  }

  private static func body(_ diff: UnifiedDiff, _ old: String, _ new: String, _ printer: Printer) throws {
    if diff.hunks.isEmpty { return }
    guard printer.context.outputIsTerminal else {
      return try printer.sink.write(diff.text(oldName: old, newName: new))
    }
    try printer.line("--- " + old, printer.theme[.title])
    try printer.line("+++ " + new, printer.theme[.title])
    for hunk in diff.hunks {
      try printer.line(hunk.header, printer.theme[.accent])
      for line in hunk.lines {
        let sign = line.kind == .removed ? "-" : line.kind == .added ? "+" : " "
        let style =
          line.kind == .removed ? printer.theme[.error] : line.kind == .added ? printer.theme[.success] : .plain
        var text = line.text[...]
        if text.last == 0x0A { text = text.dropLast() }
        try printer.line(sign + String(decoding: text, as: UTF8.self), style)
        if !line.endsInNewline { try printer.line(UnifiedDiff.missingNewline, printer.theme[.muted]) }
      }
    }
  }

  /// As git quotes names: only those with control characters, quotes or backslashes.
  private static func quoted(_ name: String) -> String { UnifiedDiff.quoted(name) }
}
