import Foundation
import Testing

@testable import BenchmarkRunner

@Suite struct PairsTests {
  private func run(_ wall: Double, processor: Double = 1) throws -> Session.Resources {
    try JSONDecoder().decode(
      Session.Resources.self,
      from: Data(#"{"peakBytes": 0, "wall": \#(wall), "user": \#(processor), "system": 0}"#.utf8))
  }

  @Test func ratiosAreThoseOfEachPair() throws {
    var row = PairedRow(what: "tags")
    // The machine was busy in the second pair, which met both builds.
    for (old, new) in [(0.010, 0.011), (0.100, 0.110), (0.010, 0.012)] {
      row.add(before: try run(old, processor: 2), after: try run(new, processor: 1))
    }
    #expect(row.ratios(\.wall).map { ($0 * 100).rounded() } == [110, 110, 120])
    let cells = row.line.split(separator: " ").map(String.init)
    #expect(cells == ["tags", "10.0", "ms", "12.0", "ms", "1.10", "(1.10–1.15)", "0.50"])
  }

  @Test func quantilesLieBetweenValues() {
    #expect(PairedRow.quantile([3, 1, 2], 0.5) == 2)
    #expect(PairedRow.quantile([1, 2], 0.25) == 1.25)
    #expect(PairedRow.quantile([5], 0.75) == 5)
    #expect(PairedRow.quantile([], 0.5).isNaN)
  }
}
