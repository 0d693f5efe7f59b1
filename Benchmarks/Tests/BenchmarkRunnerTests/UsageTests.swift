import Foundation
import Testing

@testable import BenchmarkRunner

@Suite struct UsageTests {
  @Test(arguments: [
    "100.00    0.000300          27        11         1 total",
    "100.00    0.000300                    11         1 total",
  ])
  func callsAreAddedUp(_ total: String) {
    let table = """
      % time     seconds  usecs/call     calls    errors syscall
      ------ ----------- ----------- --------- --------- ----------------
       66.67    0.000200          40         5           read
       33.33    0.000100          16         6         1 openat
      ------ ----------- ----------- --------- --------- ----------------
      \(total)

      """
    #expect(Usage.systemCalls(inTable: table) == 11)
  }

  @Test(arguments: ["", "strace: cannot trace\n", "a\n---\nb c d e f\n---\n"])
  func whatIsNoTableHasNoCalls(_ text: String) {
    #expect(Usage.systemCalls(inTable: text) == nil)
  }

  private static let row = Row(
    what: "search", vault: .init(0.01, .seconds, processorTime: 0.012),
    peer: .init(0.05, .seconds, processorTime: 0.06), peerName: "rg", usage: Usage(peakBytes: 25e6, systemCalls: 1_234))
  private static let untraced = Row(what: "index", vault: .init(0.01, .seconds), usage: Usage(peakBytes: 20e6))

  @Test func isATableOfItsOwn() {
    let blocks = [
      Block(title: "1000 notes", rows: [Self.row, Self.untraced, Row(what: "size", vault: .init(1, .bytes))]),
      Block(title: "Nothing"),
    ]
    let lines = ResourceTable(blocks).text.split(separator: "\n").map(String.init)
    #expect(
      lines.dropFirst().dropLast() == [
        "1000 notes", "  what         cpu   cpu of peer      ratio   peak memory   system calls",
        "  search   12.0 ms       60.0 ms rg    0.20       25.0 MB           1234",
        "  index                                           20.0 MB              -",
      ])
    #expect(ResourceTable([Block(title: "Nothing")]).text.isEmpty)
  }

  @Test func theReportHasIt() throws {
    let blocks = [Block(title: "a", remarks: ["Something is missing."], rows: [Self.row, Self.untraced])]
    let data = try JSONEncoder().encode(JSONReport(machine: nil, blocks: blocks, ranking: nil))
    let report = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let part = try #require((report["blocks"] as? [[String: Any]])?.first)
    let rows = try #require(part["rows"] as? [[String: Any]])
    #expect(part["remarks"] as? [String] == ["Something is missing."])
    #expect(rows[0]["systemCalls"] as? Int == 1_234 && rows[0]["peakBytes"] as? Double == 25e6)
    #expect(rows[0]["processorRatio"] as? Double == 0.2 && rows[0]["ratio"] as? Double == 0.2)
    #expect(rows[1]["systemCalls"] == nil && rows[1]["processorRatio"] == nil)
  }
}
