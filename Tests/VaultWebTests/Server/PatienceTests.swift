import Testing
import VaultCore
import VaultInterface
import VaultStore
import VaultTestSupport

@testable import VaultWeb

/// Nobody waits for ever for an answer.
@Suite(.serialized) struct PatienceTests {
  @Test func whatTakesTooLongIsGivenUp() async throws {
    let web = try WebUnderTest(["a.md": "alpha\n"])
    let patience = Patience(.milliseconds(1))
    // Words that take long to look for, unless the look is ended.
    let question = Question<Int> { reader in
      while true { _ = try reader.search(try reader.vault.query("alpha")) }
    }
    let problem = await #expect(throws: WebProblem.self) {
      _ = try await patience.ask(question, of: web.application.session)
    }
    #expect(problem?.status == 503 && problem?.retryAfter != nil)
  }

  @Test func whatIsAnsweredInTimeIsNot() async throws {
    let web = try WebUnderTest(["a.md": "alpha\n"])
    let patience = Patience(.seconds(600))
    for _ in 0..<3 {
      let answer = try await patience.ask(
        Question { try $0.search(try $0.vault.query("alpha")).total }, of: web.application.session)
      #expect(answer.value == 1)
    }
    await #expect(throws: NoteNameError.self) {
      _ = try await patience.ask(Question { try $0.resolve("nothing") }, of: web.application.session)
    }
  }
}
