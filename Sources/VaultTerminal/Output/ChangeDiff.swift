import VaultCore
import VaultInterface
import VaultStore

/// What would change, as `git diff` prints it: `git apply` and `patch -p1` take it.
package enum ChangeDiff {
  /// The lines, to be shown beside a question.
  package static func lines(_ planned: PlannedChange) throws -> [String] {
    let sink = OutputSink()
    try print(planned, to: Printer(context: TerminalContext(), theme: Theme(.grey, TerminalContext()), sink: sink))
    return sink.bytes.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast().map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  package static func print(_ planned: PlannedChange, to printer: Printer) throws {
    for text in planned.texts {
      try head(from: text.from, to: text.to, printer)
      let old = text.from.map { UnifiedDiff.quoted("a/", $0) } ?? "/dev/null"
      let new = text.to.map { UnifiedDiff.quoted("b/", $0) } ?? "/dev/null"
      if isBinary(text.before) || isBinary(text.after) {
        try printer.line(
          "Binary files \(old) and \(new) differ", printer.theme[.muted])
      } else {
        try body(UnifiedDiff(old: text.before, new: text.after), old, new, printer)
      }
    }
    for move in planned.moves {
      switch (move.from, move.to) {
      case (let from?, let to?): try head(from: from, to: to, printer)
      case (let path?, nil): try remark("to the trash", path, printer)
      case (nil, let path?): try remark("back from the trash", path, printer)
      case (nil, nil): break
      }
    }
  }

  /// Prints a line about a file that is no text. `git apply` passes over it.
  private static func remark(_ text: String, _ path: NotePath, _ printer: Printer) throws {
    try printer.line(StyledText("# \(text): ", printer.theme[.muted]) + printer.path(path))
  }

  /// As git tells: by a NUL near the beginning.
  private static func isBinary(_ bytes: [UInt8]) -> Bool { bytes.prefix(8_000).contains(0) }

  private static func head(from: NotePath?, to: NotePath?, _ printer: Printer) throws {
    guard let name = from ?? to else { return }
    try printer.line(
      "diff --git \(UnifiedDiff.quoted("a/", name)) \(UnifiedDiff.quoted("b/", to ?? name))",
      printer.theme[.title])
    if from == nil { try printer.line("new file mode 100644", printer.theme[.muted]) }
    if to == nil { try printer.line("deleted file mode 100644", printer.theme[.muted]) }
    if let from, let to, from != to {
      try printer.line("rename from \(UnifiedDiff.quoted("", from))", printer.theme[.muted])
      try printer.line("rename to \(UnifiedDiff.quoted("", to))", printer.theme[.muted])
    }
  }

  private static func body(_ diff: UnifiedDiff, _ old: String, _ new: String, _ printer: Printer) throws {
    if diff.hunks.isEmpty { return }
    guard printer.context.outputIsTerminal else {
      return try printer.sink.write(diff.text(old: old, new: new))
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
}
