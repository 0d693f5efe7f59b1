import Testing

@testable import BenchmarkRunner

@Suite struct RowTests {
  private func row(_ vault: Double, _ peer: Double?, _ goal: Row.Goal?) -> Row {
    Row(
      what: "x", vault: .init(vault, .seconds), peer: peer.map { .init($0, .seconds) }, peerName: "peer", goal: goal)
  }

  @Test func verdicts() {
    #expect(row(0.3, 1, .ratio(0.35, later: 0.3)).verdict == .ok)
    #expect(row(0.32, 1, .ratio(0.35, later: 0.3)).verdict == .okForNow)
    #expect(row(0.36, 1, .ratio(0.35, later: 0.3)).verdict == .missed)
    #expect(row(0.36, 1, nil).verdict == .none)
    #expect(row(0.009, nil, .value(0.01)).verdict == .ok)
    #expect(row(0.011, nil, .value(0.01)).verdict == .missed)
  }

  @Test func aFailureIsARow() {
    let row = Row.measured("x") { throw Session.Failure(description: "why") }
    #expect(row.verdict == .failed && row.failure == "why" && row.ratio == nil)
  }

  @Test func mediansOfAllRounds() {
    var timing = Timing()
    #expect(timing.median == 0)
    timing.add(.init(times: [3, 1], user: 1, system: 1))
    #expect(timing.median == 2)
    timing.add(.init(times: [9], user: 4, system: 1))
    #expect(timing.median == 3)
    #expect(timing.processorTime == 3)
  }
}
