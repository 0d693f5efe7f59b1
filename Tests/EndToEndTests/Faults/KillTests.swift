import Foundation
import Testing

/// The process is killed at every system call: whatever it was doing, the next command finds all notes as they were
/// before or as they should be after, without help.
@Suite("Killed", .enabled(if: FaultyRun.isPossible), .serialized)
struct KillTests {
  static let isSoak = ProcessInfo.processInfo.environment["VAULT_SOAK"] != nil

  /// Those that change something on the disk, and for the long test those in between as well.
  static let calls =
    ["renameat2", "unlinkat", "mkdirat", "ftruncate"]
    + (isSoak
      ? [
        "fsync", "pwrite64", "openat", "fchmod", "fchown", "fsetxattr", "flock", "close", "pread64", "fstat",
        "newfstatat", "mkdir", "write",
      ] : [])

  /// Ctrl-C and its like: the change is taken back at once, or had been done.
  @Test(arguments: ["INT", "TERM", "HUP"], ChangingCommand.few)
  func aSignalToEndTakesTheChangeBack(_ signal: String, _ command: ChangingCommand) throws {
    let clean = try FaultyRun(command)
    let before = try clean.vault.tree()
    // Twice, since a plan that had to be made anew has more calls: other tests' children may hold a file open for a moment.
    let calls = try [clean, FaultyRun(command)].compactMap {
      try $0.numbers(["renameat2"], inVault: true)["renameat2"]
    }
    let after = try clean.vault.tree()
    var takenBack = 0
    for number in try #require(calls.min { $0.count < $1.count }) {
      let run = try FaultyRun(command)
      let outcome = try run.run("signal=\(signal)", at: "renameat2", number)
      let tree = try run.vault.tree()
      if outcome.errorText.contains("interrupted") {
        takenBack += 1
        #expect(tree == before && outcome.status == 130, "\(outcome)")
      } else {
        // After the last step the process ends by the signal.
        #expect(
          outcome.status > 128 && tree == after, "\(outcome)")
      }
      #expect(try run.vault.sandbox.run("vault list --count --no-index").errorText.isEmpty)
      #expect(try run.vault.leftovers().isEmpty)
    }
    #expect(takenBack > 0)
  }

  @Test(
    arguments: isSoak
      ? ChangingCommand.chosen : ChangingCommand.few + ChangingCommand.all.filter { $0.line == "edit a" })
  func atEverySystemCall(_ command: ChangingCommand) throws {
    let clean = try FaultyRun(command)
    let before = try clean.vault.tree()
    let calls = try clean.numbers(Self.calls, inVault: false)
    let after = try clean.vault.tree()
    #expect(before != after)
    var (kills, missed) = (0, 0)
    var run = try FaultyRun(command)
    for (call, numbers) in calls.sorted(by: { $0.key < $1.key }) {
      for number in numbers {
        let outcome = try run.run("signal=KILL", at: call, number)
        // SQLite's calls are more or fewer from run to run, and an editor is killed in vault's place.
        let isKilled = outcome.status == 137
        if isKilled { kills += 1 } else { missed += 1 }
        let next = try run.vault.sandbox.run("vault list --count --no-index")
        #expect(next.status == 0, "\(call) \(number): \(next.errorText)")
        let tree = try run.vault.tree()
        if outcome.status == 0 { #expect(tree == after, "\(command), not killed at \(call) \(number) of \(numbers)") }
        #expect(
          tree == after || command.unfinished(before).contains(tree),
          "\(command), killed at \(call) \(number) of \(numbers)")
        #expect(try run.vault.leftovers().isEmpty, "\(command), killed at \(call) \(number) of \(numbers)")
        if tree != before { run = try FaultyRun(command) }
      }
    }
    #expect(kills > 5 && missed < max(2, kills / 5), "\(calls)")
    print("killed \(kills) times (\(missed) calls did not come): vault \(command)")
  }
}
