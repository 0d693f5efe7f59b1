import Testing

@testable import BenchmarkRunner

@Suite struct GrowthRowsTests {
  private func block(_ notes: Int?, _ seconds: Double) -> Block {
    Block(
      title: "x", notes: notes,
      rows: [Row(what: "search, two words, 20 with excerpts", vault: .init(seconds, .seconds))])
  }

  @Test func growthIsAgainstGrowingWithTheVault() throws {
    let found = try #require(GrowthRows.block(of: [block(nil, 9), block(100_000, 0.2), block(1_000, 0.01)]))
    #expect(found.rows.map(\.ratio) == [0.2] && found.rows.map(\.verdict) == [.ok] && found.goalsApply)
    #expect(GrowthRows.block(of: [block(1_000, 0.01), block(100_000, 1.1)])?.rows.map(\.verdict) == [.missed])
    #expect(GrowthRows.block(of: [block(1_000, 1)]) == nil && GrowthRows.block(of: []) == nil)
  }

  private let search = [
    Row(what: "search, a", vault: .init(1, .seconds), usage: Usage(peakBytes: 90e6)),
    Row(what: "search, b", vault: .init(1, .seconds), usage: Usage(peakBytes: 110e6)),
    Row(what: "search, m*" + SearchRows.withoutGoal, vault: .init(1, .seconds), usage: Usage(peakBytes: 400e6)),
  ]
  private let watched = [
    Row(what: "watched: search, a", vault: .init(0.06, .seconds)),
    Row(what: "watched: tasks", vault: .init(9, .seconds)),
  ]

  @Test func limitsHoldForLargeVaults() {
    let large = LimitRows(notes: 1_000_000).rows(search: search, watched: watched)
    #expect(large.map(\.verdict) == [.missed, .none, .missed])
    #expect(large.compactMap(\.vault?.value) == [110e6, 400e6, 0.06])
    let medium = LimitRows(notes: 100_000).rows(search: search, watched: watched)
    #expect(medium.map(\.verdict) == [.missed, .none, .none])
    #expect(LimitRows(notes: 99_999).rows(search: search, watched: watched).map(\.goal) == [nil, nil, nil])
  }

  @Test func aFailedSearchLeavesNoLimit() {
    let rows = LimitRows(notes: 1_000_000).rows(
      search: search + [Row(what: "search, c", vault: nil, failure: "why")], watched: [])
    #expect(rows.map(\.verdict) == [.failed, .none])
  }
}
