import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

/// Findings as compilers print them, a line each, so that editors and people find the place:
/// `path:line:column: level: message [code]`. In a pipe the paths are such as programs open from where the user stands.
enum FindingListing {
  static func write(_ findings: some Sequence<Finding>, to printer: Printer) throws {
    let isTerminal = printer.context.outputIsTerminal
    for finding in findings {
      let diagnostic = finding.diagnostic
      var line = StyledText("")
      if let path = finding.path {
        line.append(isTerminal ? printer.path(path) : printer.givenPath(path))
        let place = diagnostic.place.map { ":\($0.line):\($0.column)" } ?? ""
        line.append(place + ": ", printer.theme[.muted])
      }
      line.append(diagnostic.severity.rawValue, printer.theme[Self.role(diagnostic.severity)])
      // A line for each, whatever a note has in it: who reads the lines may take one for a command.
      line.append(": \(QueryExcerpt.harmless(diagnostic.message)) ")
      line.append("[\(diagnostic.code.rawValue)]", printer.theme[.muted])
      try printer.line(line)
    }
  }

  private static func role(_ severity: Diagnostic.Severity) -> Role {
    switch severity {
    case .error: .error
    case .warning: .warning
    case .info: .muted
    }
  }
}
