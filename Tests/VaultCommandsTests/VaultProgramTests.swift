import Testing

@testable import VaultCommands

struct VaultProgramTests {
  /// Swift gives no arguments, not even the program's name, where it cannot open the file that it reads them from.
  @Test func withoutArgumentsItFails() {
    #expect(VaultProgram.run([]) == ExitStatus.failed.rawValue)
  }
}
