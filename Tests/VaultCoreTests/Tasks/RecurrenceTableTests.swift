import Foundation
import Testing
import VaultTestSupport

@testable import VaultCore

/// Next dates as python-dateutil's `rrule` has them, by `Support/recurrence-table.py`; for months and years alone, with
/// the plugin's way of going back from a day that is missing.
@Suite struct RecurrenceTableTests {
  /// `Support/recurrence-table.py 500 2026`
  @Test func recordedTable() throws {
    let table = RepositoryPlaces.root + "/Tests/VaultCoreTests/Tasks/Tables/recurrence.tsv"
    let rows = try Self.rows(of: String(contentsOfFile: table, encoding: .utf8))
    #expect(rows.count == 500)
    #expect(rows.count { $0.isMoved } == 14)
    for row in rows { row.check() }
  }

  /// With `VAULT_SOAK`, ten thousand pairs, others each day.
  @Test(.enabled(if: ProcessInfo.processInfo.environment["VAULT_SOAK"] != nil && hasDateutil))
  func newTable() throws {
    let seed = Int(Date().timeIntervalSince1970) / 86_400
    let output = try Self.python([RepositoryPlaces.root + "/Support/recurrence-table.py", "10000", "\(seed)"])
    let rows = try Self.rows(of: output)
    #expect(rows.count == 10_000)
    #expect(rows.contains { $0.isMoved })
    print(
      "Recurrence: 10,000 pairs of seed \(seed), \(rows.count { $0.isMoved }) of them moved back by the plugin's rule")
    for row in rows { row.check() }
  }

  private struct Row {
    var rule: String
    var date: CivilDate
    var next: CivilDate?
    var isMoved: Bool

    func check() {
      let found = Recurrence(rule)?.next(after: date)
      #expect(Recurrence(rule) != nil, "\(rule)")
      #expect(found == next, "\(rule) from \(date)")
      if isMoved, let found { #expect(found.adding(days: 1).day == 1) }
    }
  }

  private static func rows(of table: String) throws -> [Row] {
    try table.split(separator: "\n").map { line in
      let fields = line.split(separator: "\t").map(String.init)
      try #require(fields.count >= 3)
      let next = CivilDate(fields[2])
      try #require(next != nil || fields[2] == "-")
      return Row(
        rule: fields[0], date: try #require(CivilDate(fields[1])), next: next, isMoved: fields.last == "moved")
    }
  }

  private static let hasDateutil = (try? python(["-c", "import dateutil.rrule"])) != nil

  private static func python(_ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3"] + arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      throw CocoaError(.executableLoad)
    }
    return String(decoding: data, as: UTF8.self)
  }
}
