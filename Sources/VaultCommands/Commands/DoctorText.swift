import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

/// What `vault doctor` prints for people.
struct DoctorText {
  let report: FindingReport
  let index: IndexHealth
  /// At most so many findings of each code.
  let perGroup: Int

  func print(to printer: Printer) throws {
    var table = FigureTable()
    table.row("Index", text: index.problem ?? "well", indexPlace)
    table.row("Notes", text: GroupedNumber.text(report.notes))
    table.row("Findings", text: GroupedNumber.text(report.findings.count), severities)
    try table.print(to: printer)
    for group in groups {
      try printer.line()
      try print(group, printer)
    }
  }

  private var indexPlace: String {
    guard let path = index.path else { return "" }
    return "\(path), \(ByteCount.text(index.bytes))"
  }

  private var severities: String {
    Diagnostic.Severity.allCases.compactMap { severity in
      let count = report.findings.count { $0.diagnostic.severity == severity }
      return count == 0 ? nil : "\(GroupedNumber.text(count)) \(Self.look(of: severity).noun)\(count == 1 ? "" : "s")"
    }.joined(separator: ", ")
  }

  private static func look(of severity: Diagnostic.Severity) -> (noun: String, role: Role) {
    switch severity {
    case .error: ("error", .error)
    case .warning: ("warning", .warning)
    case .info: ("remark", .muted)
    }
  }

  /// By severity, then by code; within a group as reported.
  private var groups: [[Finding]] {
    let byCode = Dictionary(grouping: report.findings, by: \.diagnostic.code)
    let groups = byCode.sorted { $0.key.rawValue < $1.key.rawValue }.map(\.value)
    return Diagnostic.Severity.allCases.flatMap { severity in
      groups.filter { $0.first?.diagnostic.severity == severity }
    }
  }

  private func print(_ group: [Finding], _ printer: Printer) throws {
    guard let first = group.first?.diagnostic else { return }
    var head = StyledText(first.code.rawValue, printer.theme[Self.look(of: first.severity).role])
    head.append("  \(GroupedNumber.text(group.count))", printer.theme[.muted])
    try printer.line(printer.fitted(head))
    for finding in group.prefix(perGroup) {
      var place = StyledText("  ")
      if let path = finding.path {
        let line = finding.diagnostic.place.map { ":\($0.line):\($0.column)" } ?? ""
        let room = (printer.context.width ?? .max) - place.width - line.utf8.count
        place.append(printer.shortened(printer.path(path), to: room))
        place.append(line, printer.theme[.muted])
      }
      let message = StyledText(finding.diagnostic.message)
      let gap = StyledText(finding.path == nil ? "" : "  ")
      if place.width + gap.width + message.width <= printer.context.width ?? .max {
        try printer.line(place + gap + message)
      } else {
        try printer.line(place)
        let indent = StyledText("      ")
        for line in message.wrapped(to: (printer.context.width ?? .max) - indent.width) {
          try printer.line(indent + line)
        }
      }
    }
    let left = group.count - min(perGroup, group.count)
    if left > 0 {
      try printer.line("  \(printer.glyphs.ellipsis) \(left) more; --all shows them", printer.theme[.muted])
    }
  }
}
