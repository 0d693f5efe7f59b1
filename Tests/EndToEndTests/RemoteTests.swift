import Foundation
import Testing
import VaultPlatform
import VaultTestSupport

/// `vault sync --remote` with a server of notes in another language, which goes wrong when it is told to, and with `vault serve`.
@Suite(
  "Servers of notes",
  .enabled(if: InstalledTool.python3.isInstalled || InstalledTool.areAllInstalled, "python3 is not installed"),
  .serialized)
struct RemoteTests {
  private static let histories = KillTests.isSoak ? 1_000 : 15

  /// What the script prints; it has a status for each thing that is not right.
  private func run(_ script: String, _ arguments: String...) throws {
    let python = try #require(InstalledTool.python3.path)
    let place = RepositoryPlaces.root + "/Tests/EndToEndTests/Peers/" + script
    let call = try AnsweredCall(
      [python, "-B", place, Sandbox.program] + arguments, environment: ProcessInfo.processInfo.environment,
      limits: AnsweredCall.Limits(seconds: KillTests.isSoak ? 7_200 : 600))
    let said = String(decoding: call.output, as: UTF8.self)
    #expect(call.status == 0, "\(said)\(String(decoding: call.complaint, as: UTF8.self))")
    print("\(script): \(said.split(separator: "\n").last ?? "")")
  }

  @Test func nothingIsLostOrDoubledWhileItIsKilled() throws {
    try run("remote_histories.py", "\(Self.histories)", "\(TestSeed(fixed: 1).value % 1_000_000)")
  }

  @Test func twoMachinesAreInStepWithAServedVault() throws {
    try run("remote_served.py", "\(KillTests.isSoak ? 200 : 4)", "\(TestSeed(fixed: 1).value % 1_000_000)")
  }

  @Test func oddServersAndSettingsAreTold() throws { try run("remote_answers.py") }
}
