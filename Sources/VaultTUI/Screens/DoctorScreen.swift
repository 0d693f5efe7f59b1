import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

/// What is not right in the vault, by kind.
enum DoctorScreen {
  static func answer(_ question: ListQuestion, _ reader: VaultReader) throws -> ListAnswer {
    let report = try reader.findings()
    let look = question.look
    var answer = ListAnswer()
    for (code, findings) in Dictionary(grouping: report.findings, by: \.diagnostic.code).sorted(by: {
      $0.key.rawValue < $1.key.rawValue
    }) {
      answer.rows.append(NotesScreen.title("\(code.rawValue)  \(findings.count)", question))
      for finding in findings {
        let line = finding.diagnostic.place?.line ?? 1
        let place = finding.path.map { "\($0.text):\(line)" } ?? ""
        var row = Row(
          finding.path.map { .place($0, line: line) } ?? .figure(finding.diagnostic.message),
          StyledText(finding.diagnostic.message), name: finding.diagnostic.message)
        if let path = finding.path, path.isNote { (row.note, row.line) = (path, line) }
        row.below = StyledText(place, look[.path])
        row.showsBelow = true
        answer.rows.append(row)
      }
    }
    answer.rows = question.filtered(answer.rows)
    answer.count = question.count(report.findings.count, "finding")
    answer.nothing = "All is well."
    return answer
  }
}
