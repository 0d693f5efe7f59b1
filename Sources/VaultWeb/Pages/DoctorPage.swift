import VaultCore
import VaultInterface
import VaultStore

/// What is not right in the vault, by kind, the gravest first.
enum DoctorPage {
  private static let mostOfAKind = 50

  static func page(_ context: PageContext) throws -> Page {
    let report = try context.reader.findings()
    var groups: [(code: Diagnostic.Code, findings: [Finding])] = []
    for (code, findings) in Dictionary(grouping: report.findings, by: \.diagnostic.code) {
      groups.append((code, findings))
    }
    let order = Dictionary(
      Diagnostic.Severity.allCases.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { a, _ in a })
    groups.sort {
      let (a, b) = ($0.findings[0].diagnostic.severity, $1.findings[0].diagnostic.severity)
      return (order[a] ?? 0, $0.code.rawValue) < (order[b] ?? 0, $1.code.rawValue)
    }
    let sections = groups.map { code, findings -> HTML in
      let items = findings.prefix(mostOfAKind).map { item($0, context) }
      let rest: HTML =
        findings.count > mostOfAKind ? "<p class=\"quiet\">and \(findings.count - mostOfAKind) more</p>" : HTML()
      return """
        <section class="place \(findings[0].diagnostic.severity.rawValue)"><h2 class="part">\(code.rawValue) \
        <span class="count">\(findings.count)</span></h2><ul>\(items.joined())</ul>\(rest)</section>
        """
    }
    let main: HTML = """
      <div class="head"><h1>Check</h1><span class="count">\(report.notes) notes, \(report.findings.count) findings</span></div>
      \(groups.isEmpty ? PageContext.empty("All is well.") : sections.joined())
      """
    return Page("Check", in: .doctor, main: main)
  }

  private static func item(_ finding: Finding, _ context: PageContext) -> HTML {
    let line = finding.diagnostic.place?.line
    let place: HTML? = finding.path.map { context.link($0, $0.text, line: line) }
    return "<li>\(place) <span>\(finding.diagnostic.message)</span></li>"
  }
}
