import Foundation
import Testing

@testable import BenchmarkRunner

@Suite struct OtherWorkTests {
  /// Times in seconds: of all cores, of the commands that are measured, and by the clock.
  @Test(
    arguments: [
      (1.0, 1.0, 2.0, nil), (1.5, 1.0, 2.0, 0.25), (1.1, 1.0, 2.0, nil), (0.04, 0, 0.1, nil), (3, 1, 1, 2),
      (1, 1.2, 2, nil),
      (1, 0, 0, nil),
    ] as [(Double, Double, Double, Double?)])
  func isToldWhereItIsMoreThanATenthOfACore(_ all: Double, _ own: Double, _ seconds: Double, _ expected: Double?) {
    let cores = OtherWork.cores(all: all, own: own, seconds: seconds)
    #expect(cores.map { Int(($0 * 100).rounded()) } == expected.map { Int($0 * 100) })
  }

  @Test func whatIsIdleIsNoWork() throws {
    let table = "cpu  100 200 300 9000 8000 10 20 30 7000 0\ncpu0 1 2 3 4 5 6 7 8 9 0\n"
    let busy = try #require(OtherWork.busy(inTable: table))
    #expect(OtherWork.busy(inTable: "cpu  0 0 660 1 1 0 0 0 0 0\n") == busy)
    for other in ["", "cpu 1 2\n", "cpu  a b c d e f g h i j\n", "cpu0 1 2 3 4 5 6 7 8 9 0\n"] {
      #expect(OtherWork.busy(inTable: other) == nil)
    }
  }

  #if os(Linux)
    /// As work of a watcher's own.
    @Test func whatAProcessHasUsedIsKnown() throws {
      let own = Int(ProcessInfo.processInfo.processIdentifier)
      let before = try OtherWork.processorTime(of: own)
      while try OtherWork.processorTime(of: own) < before + 0.02 {}
      #expect(throws: (any Error).self) { try OtherWork.processorTime(of: .max) }
    }
  #endif

  @Test func aRowThatLeavesWorkIsNotMarked() {
    let row = Row.measured("x", leavesWork: true) { Row(what: "x", vault: .init(1, .seconds)) }
    #expect(row.otherCores == nil)
  }
}
