import VaultCore

/// A choice of findings.
package struct CheckRequest: Sendable {
  /// A revision of git, or a day: only what has changed since, and links whose target has. Nil for everything.
  package var since: String?
  /// What is known; nil where nothing is.
  package var baseline: Baseline?
  /// True where paths are wanted as the repository has them.
  package var needsPrefix = false

  package init(since: String? = nil, baseline: Baseline? = nil) { (self.since, self.baseline) = (since, baseline) }
}

package struct CheckReport: Sendable {
  /// A finding with what is known of it besides.
  package struct Item: Sendable, Hashable {
    package var finding: Finding
    package var mark: FindingMark
    /// True where the baseline has it.
    package var isKnown: Bool
    /// What the column is in Unicode scalars, where the finding's counts bytes.
    package var scalarColumn: Int
  }

  package var notes: Int
  /// Those that are wanted, by path and place.
  package var items: [Item]
  /// How many of the baseline's are no more.
  package var gone: Int
  /// What stands before the path of a note of the vault to make it one of its repository; empty where it has none.
  package var prefix: String
  /// All findings, as a baseline.
  package var baseline: Baseline

  package var new: [Finding] { items.filter { !$0.isKnown }.map(\.finding) }
}

extension VaultReader {
  /// What `findings` finds, without what is not asked for.
  package func check(_ request: CheckRequest = CheckRequest()) throws -> CheckReport {
    let report = try findings()
    let lines = try FindingLines(self, of: report.findings)
    let marks = FindingMark.all(of: report.findings, lines)
    let known = Set(request.baseline?.entries.map(\.mark) ?? [])
    let all = zip(report.findings, marks).map { finding, mark in
      CheckReport.Item(
        finding: finding, mark: mark, isKnown: known.contains(mark),
        scalarColumn: lines.scalarColumn(of: finding))
    }
    var items = all
    if let since = request.since {
      let wanted = try Set(findings(report.findings, since: since))
      items = all.filter { wanted.contains($0.finding) }
    }
    return CheckReport(
      notes: report.notes, items: items, gone: known.subtracting(marks).count,
      prefix: request.needsPrefix ? try repositoryPrefix() : "",
      baseline: Baseline(all.map { ($0.finding, $0.mark) }))
  }

  private func repositoryPrefix() throws -> String {
    // Paths from the vault's root are right where it is published by itself.
    try GitRepository.ifThere(for: self).map { String(decoding: $0.prefix, as: UTF8.self) } ?? ""
  }
}
