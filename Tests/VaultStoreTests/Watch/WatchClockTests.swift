import Testing

@testable import VaultStore

@Suite struct WatchClockTests {
  /// A clock that only the test moves.
  private final class Time {
    var now = ContinuousClock.now
    func pass(_ duration: Duration) { now += duration }
  }

  private let time = Time()

  private func ready() -> WatchClock {
    var clock = WatchClock { [time] in time.now }
    #expect(clock.isDue && clock.isLookDue && clock.timeout(isHeard: false) == 0)
    clock.began()
    #expect(clock.timeout(isHeard: false) == -1)
    #expect(clock.timeout(isHeard: true) == 15)
    clock.ended(hasRecentNotes: false, isFailed: false)
    return clock
  }

  @Test func nothingIsDueWhileNothingChanges() {
    let clock = ready()
    #expect(!clock.isDue && clock.timeout(isHeard: false) == 600_000)
    time.pass(.seconds(599))
    #expect(!clock.isDue && clock.timeout(isHeard: false) == 1_000)
    time.pass(.seconds(1))
    #expect(clock.isDue && clock.isLookDue)
  }

  @Test func changesAreWaitedForUntilAllIsQuiet() {
    var clock = ready()
    for _ in 0..<30 {
      clock.changed()
      time.pass(.milliseconds(200))
      #expect(!clock.isDue)
    }
    time.pass(.milliseconds(50))
    #expect(clock.isDue && !clock.isLookDue)
  }

  @Test func butNotForEver() {
    var clock = ready()
    clock.changed()
    for _ in 0..<49 {
      time.pass(.milliseconds(200))
      clock.changed()
      #expect(!clock.isDue)
    }
    time.pass(.milliseconds(200))
    clock.changed()
    #expect(clock.isDue)
  }

  @Test func unsettledStampsAreLookedAtOnceMore() {
    var clock = ready()
    clock.changed()
    clock.began()
    clock.ended(hasRecentNotes: true, isFailed: false)
    #expect(!clock.isDue && clock.timeout(isHeard: false) == 2_200)
    time.pass(.milliseconds(2_200))
    #expect(clock.isDue)
    clock.began()
    clock.ended(hasRecentNotes: true, isFailed: false)
    #expect(clock.timeout(isHeard: false) == 600_000)
  }

  @Test func nothingElseIsLookedAtBeforeAllIsQuiet() {
    var clock = ready()
    clock.began()
    clock.ended(hasRecentNotes: true, isFailed: false)
    time.pass(.milliseconds(2_100))
    clock.changed()
    time.pass(.milliseconds(200))
    #expect(!clock.isDue)
    time.pass(.milliseconds(50))
    #expect(clock.isDue)
  }

  @Test func nobodyWaitsForALongLook() {
    var clock = ready()
    #expect(!clock.isLong)
    clock.began()
    time.pass(.milliseconds(999))
    #expect(!clock.isLong)
    time.pass(.milliseconds(1))
    #expect(clock.isLong)
    clock.ended(hasRecentNotes: false, isFailed: false)
    #expect(!clock.isLong)
  }

  @Test func whatFailsIsTriedLessAndLessOften() {
    var clock = ready()
    var pauses: [Int32] = []
    for _ in 0..<8 {
      clock.began()
      clock.ended(hasRecentNotes: false, isFailed: true)
      pauses.append(clock.timeout(isHeard: false) / 1_000)
      time.pass(.milliseconds(Int(pauses.last ?? 0) * 1_000))
      #expect(clock.isDue)
    }
    #expect(pauses == [1, 2, 4, 8, 16, 32, 60, 60])
  }
}
