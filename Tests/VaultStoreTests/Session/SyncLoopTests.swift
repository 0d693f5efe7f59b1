import Testing
import VaultCore
import VaultPlatform
import VaultTestSupport

@testable import VaultStore

struct SyncLoopTests {
  @Test func aVaultThatIsGoneEndsIt() {
    var schedule = SyncSchedule(quiet: .seconds(60), longest: .seconds(600))
    #expect(SyncLoop.heed([.building(done: 1, total: 2)], &schedule) == nil)
    #expect(SyncLoop.heed([.gone(reason: "it is gone")], &schedule)?.text == "it is gone")
  }

  @Test func itBeginsAtOnceAndTriesAgainUntilItIsAsked() throws {
    try TemporaryFolder.with { folder in
      try folder.write("a\n", to: "A.md")
      let session = try VaultSession(
        VaultLocation(root: folder.path, marker: .none), options: VaultSession.Options(version: "test"))
      defer { session.end() }
      let pipe = try WakePipe()
      var count = 0
      let end = try SyncLoop(session, quiet: .seconds(60), longest: .seconds(600)).run(until: pipe.readable) {
        count += 1
        if count == 3 { pipe.wake() }
        return count < 3 ? .milliseconds(1) : nil
      }
      #expect(count == 3)
      guard case .asked = end else { throw TestFailure() }
    }
  }

  private struct TestFailure: Error {}
}
