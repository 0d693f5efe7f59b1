import Foundation
import Testing

@testable import BenchmarkRunner

@Suite struct SessionTests {
  private func withSession(_ body: (Session) throws -> Void) throws {
    var options = Options()
    options.work = FileManager.default.temporaryDirectory.appendingPathComponent("bench-test-\(UUID().uuidString)").path
    options.vault = "/bin/echo"
    try body(Session(options))
    try FileManager.default.removeItem(atPath: options.work)
  }

  @Test func answersOfCommandsAreChecked() throws {
    try withSession { session in
      #expect(try session.answer(["printf", "a\\nb\\n"]) == "a\nb\n")
      try session.expect(2, linesFrom: ["printf", "a\\nb\\n"])
      try session.expect(atLeast: 1, linesFrom: ["printf", "a\\nb\\n"])
      try session.expect(17, numberFrom: ["echo", "17 notes"])
      #expect(throws: Session.Failure.self) { try session.expect(1, linesFrom: ["printf", "a\\nb\\n"]) }
      #expect(throws: Session.Failure.self) { try session.expect(16, numberFrom: ["echo", "17 notes"]) }
      #expect(throws: Session.Failure.self) { try session.expect(0, numberFrom: ["echo", "none"]) }
    }
  }

  @Test func aFailureSaysWhy() throws {
    try withSession { session in
      let failure = #expect(throws: Session.Failure.self) {
        try session.answer(["sh", "-c", "echo 'no such vault' >&2; exit 3"])
      }
      #expect(failure?.description.hasSuffix("status 3, no such vault") == true)
      #expect(throws: Child.Failure.self) { try session.answer(["/no/such/program"]) }
      let killed = #expect(throws: Session.Failure.self) { try session.answer(["sh", "-c", "kill -9 $$"]) }
      #expect(killed?.description.contains("status 137") == true)
    }
  }

  @Test func commandsSeePrivateCaches() throws {
    try withSession { session in
      let seen = try session.answer(["sh", "-c", "echo $XDG_CACHE_HOME ${VAULT_DIR-unset}"])
      #expect(seen == session.cache + " unset\n")
    }
  }

  @Test func programsOnThePathAreFound() throws {
    try withSession { session in
      #expect(try session.has("sh") && !session.has("no-such-program"))
      #expect(try session.number(from: ["echo", "none"]) == nil)
      #expect(throws: Session.Failure.self) { try session.expect(18...Int.max, numberFrom: ["echo", "17 notes"]) }
      try session.expect(0...9, linesFrom: ["sh", "-c", "exit 1"])
    }
  }

  @Test func theFolderFollowsTheSubcommand() throws {
    try withSession { session in
      #expect(
        session.vault("search", "a", "--limit", "2", in: "/v") == [
          "/bin/echo", "search", "-C", "/v", "a", "--limit", "2",
        ])
      #expect(session.vault("--version") == ["/bin/echo", "--version"])
    }
  }
}
