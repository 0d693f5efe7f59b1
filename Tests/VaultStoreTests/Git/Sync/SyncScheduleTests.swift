import Testing

@testable import VaultStore

@Suite struct SyncScheduleTests {
  private let start = ContinuousClock.now

  @Test func waitsForQuiet() {
    var schedule = SyncSchedule(quiet: .seconds(60), longest: .seconds(600))
    #expect(schedule.next(after: start) == start)
    schedule.noteSync(at: start)
    #expect(schedule.next(after: start) == start + .seconds(600))
    schedule.noteChange(at: start + .seconds(10))
    #expect(schedule.next(after: start + .seconds(10)) == start + .seconds(70))
    schedule.noteChange(at: start + .seconds(40))
    #expect(schedule.next(after: start + .seconds(40)) == start + .seconds(100))
    schedule.noteSync(at: start + .seconds(100))
    #expect(schedule.next(after: start + .seconds(100)) == start + .seconds(700))
  }

  @Test func whoNeverRestsIsNotWaitedForForEver() {
    var schedule = SyncSchedule(quiet: .seconds(60), longest: .seconds(600))
    schedule.noteSync(at: start)
    schedule.noteChange(at: start + .seconds(590))
    #expect(schedule.next(after: start + .seconds(590)) == start + .seconds(600))
  }
}
