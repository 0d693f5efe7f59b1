import VaultCore
import VaultStore

/// Findings as the commands by which a job of GitHub's writes annotations beside lines.
package enum WorkflowCommands {
  /// GitHub shows so many of a level for each step of a job.
  package static let mostOfALevel = 10

  /// A line for each finding that is shown, the gravest first, and one that says how many are not.
  package static func lines(_ report: CheckReport) -> [String] {
    let items = report.items.filter { !$0.isKnown }
    var lines: [String] = []
    var left = 0
    for severity in Diagnostic.Severity.allCases {
      let found = items.filter { $0.finding.diagnostic.severity == severity }
      lines += found.prefix(mostOfALevel).map { line($0, prefix: report.prefix) }
      left += max(0, found.count - mostOfALevel)
    }
    if left > 0 {
      lines.append("\(GroupedNumber.text(left)) more \(left == 1 ? "finding is" : "findings are") not shown here")
    }
    return lines
  }

  private static func line(_ item: CheckReport.Item, prefix: String) -> String {
    let diagnostic = item.finding.diagnostic
    var properties: [String] = []
    if let path = item.finding.path { properties.append("file=" + property(prefix + path.text)) }
    if diagnostic.place != nil {
      properties += ["line=\(diagnostic.location.line)", "col=\(item.scalarColumn)"]
    }
    properties.append("title=" + property(diagnostic.code.rawValue))
    return
      "::\(command(diagnostic.severity)) \(properties.joined(separator: ","))::\(data(QueryExcerpt.harmless(diagnostic.message)))"
  }

  private static func command(_ severity: Diagnostic.Severity) -> String {
    switch severity {
    case .error: "error"
    case .warning: "warning"
    case .info: "notice"
    }
  }

  private static func data(_ text: String) -> String { escaped(text, ["%", "\r", "\n"]) }

  private static func property(_ text: String) -> String { escaped(text, ["%", "\r", "\n", ":", ","]) }

  /// By scalars, since a letter may bear a mark.
  private static func escaped(_ text: String, _ signs: Set<Unicode.Scalar>) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      if signs.contains(scalar) {
        result += "%" + scalar.value.padded(to: 2, radix: 16, uppercase: true)
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
  }
}
