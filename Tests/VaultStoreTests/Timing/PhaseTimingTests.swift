import Testing

@testable import VaultStore

@Suite struct PhaseTimingTests {
  private func spend(_ milliseconds: Int) {
    let end = ContinuousClock.now + .milliseconds(milliseconds)
    while ContinuousClock.now < end {}
  }

  @Test func phasesAreWithoutThoseInside() {
    let timing = PhaseTiming.on()
    let begin = ContinuousClock.now
    timing.measure(.print) {
      spend(2)
      timing.measure(.query) {
        timing.measure(.rank) { spend(20) }
        spend(4)
      }
      timing.measure(.query) { spend(4) }
    }
    let whole = ContinuousClock.now - begin
    let rows = timing.rows
    #expect(rows.map(\.phase) == [.query, .rank, .print])
    #expect(rows.reduce(.zero) { $0 + $1.time } <= whole)
    let times = Dictionary(uniqueKeysWithValues: rows.map { ($0.phase, $0.time) })
    #expect(times[.rank] ?? .zero >= .milliseconds(20))
    #expect(times[.query] ?? .zero >= .milliseconds(8) && times[.print] ?? .zero >= .milliseconds(2))
    #expect((times[.query] ?? .zero) + (times[.print] ?? .zero) <= whole - .milliseconds(20))
  }

  @Test func whatIsBesideIsASum() {
    let timing = PhaseTiming.on()
    timing.measure(.query) { timing.measureBeside(.parse) { spend(3) } }
    timing.measureBeside(.parse) { spend(3) }
    let times = Dictionary(uniqueKeysWithValues: timing.rows.map { ($0.phase, $0.time) })
    #expect(times[.parse] ?? .zero >= .milliseconds(6) && times[.query] ?? .zero >= .milliseconds(3))
  }

  @Test func errorsPass() {
    let timing = PhaseTiming.on()
    #expect(throws: WatchFailure.unsupported) {
      try timing.measure(.open) { () throws(WatchFailure) in throw WatchFailure.unsupported }
    }
    #expect(timing.rows.map(\.phase) == [.open])
  }

  @Test func nothingIsMeasuredWhereNobodyAsked() {
    PhaseTiming.off.measure(.query) {}
    #expect(PhaseTiming.off.rows.isEmpty)
  }
}
