import VaultCore
import VaultInterface

extension ChangeDiff {
  /// Writes it as it is where programs read it, else with colours.
  package func print(to printer: Printer) throws {
    try Self.print(lines, to: printer)
  }

  /// The same of lines that were made elsewhere.
  package static func print(_ lines: [UnifiedDiff.Printed], to printer: Printer) throws {
    guard printer.context.outputIsTerminal else { return try printer.sink.write(lines.flatMap { $0.text + [0x0A] }) }
    for line in lines {
      try printer.line(String(decoding: line.text, as: UTF8.self), style(line.kind, printer.theme))
    }
  }

  private static func style(_ kind: UnifiedDiff.Printed.Kind, _ theme: Theme) -> Style {
    switch kind {
    case .file: theme[.title]
    case .remark: theme[.muted]
    case .hunk: theme[.accent]
    case .context: .plain
    case .removed: theme[.error]
    case .added: theme[.success]
    }
  }
}
