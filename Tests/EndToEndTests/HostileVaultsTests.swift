import Testing
import VaultTestSupport

/// A part of what `Tests/Hostile/run` does: vaults that are meant to do harm, and commands in them.
@Suite("Hostile vaults", .enabled(if: InstalledTool.python3.isInstalled, "python3 is missing"))
struct HostileVaultsTests {
  @Test("Nothing is executed, changed outside or waited for without end")
  func nothingHappens() throws { try expectNoFindings("") }

  @Test(
    "Reading starts no program and opens nothing outside of the user's folders for writing",
    .enabled(if: FaultyRun.isPossible, "strace is missing"))
  func nothingIsWritten() throws { try expectNoFindings("--trace") }

  private func expectNoFindings(_ options: String) throws {
    let sandbox = try Sandbox(notes: false)
    // The machine may have other work: what hangs takes longer than this, too.
    let run = try sandbox.run(
      "python3 '\(Sandbox.package)/Tests/Hostile/run' \"$VAULT_PROGRAM\" --short --jobs 2 --seconds 120 \(options)")
    #expect(
      run.status == 0,
      "\(run.text.split(separator: "\n").filter { $0.contains(" | ") }.joined(separator: "\n"))\(run.errorText)")
    #expect(run.text.contains("vaults, "))
  }
}
