import ArgumentParser
import Testing
import VaultCore

@testable import VaultCommands
@testable import VaultStore

@Suite struct SyncReportTests {
  private func told(_ outcome: SyncOutcome, known: [SyncOutcome.LeftOut] = []) throws -> String {
    let context = CommandContext(try GlobalOptions.parse([]), variables: [:], capturing: .everything)
    try SyncReport(outcome, .done, told: known).write(context)
    return String(decoding: context.capturedMessages, as: UTF8.self)
  }

  @Test func whatIsLeftOutIsToldOnce() throws {
    var outcome = SyncOutcome()
    outcome.leftOut = [
      .init(path: NotePath("a.txt"), reason: .notNamed), .init(path: NotePath("B.md"), reason: .conflictMarkers),
    ]
    let known = outcome.leftOut
    #expect(try told(outcome).contains("a.txt") && told(outcome).contains("B.md"))
    #expect(try !told(outcome, known: known).contains("Not committed"))
    outcome.leftOut.append(.init(path: NotePath("c.txt"), reason: .notNamed))
    let more = try told(outcome, known: known)
    #expect(more.contains("a.txt and 1 more") && !more.contains("B.md"))
  }
}
