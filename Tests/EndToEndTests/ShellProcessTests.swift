import Testing
import VaultPlatform

@Suite("Shell processes") struct ShellProcessTests {
  /// Foundation opens what it writes without `O_CLOEXEC`. A line that another test starts meanwhile would have a note open
  /// for writing until it ends.
  @Test func whatTheTestsHaveOpenIsNotHandedOn() throws {
    let file = open("/dev/null", O_WRONLY)
    try #require(file >= 0)
    defer { close(file) }
    let outcome = try Sandbox.shared.get().run("[ ! -e /dev/fd/\(file) ] && [ -e /dev/fd/2 ]")
    #expect(outcome.status == 0, "\(outcome.errorText)")
  }
}
