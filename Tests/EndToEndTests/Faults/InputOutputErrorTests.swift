import Foundation
import Testing

/// Every call that writes fails once with every error that a disk may give: the notes stay as they were, the command
/// says so and why, and nothing is left behind.
@Suite("Input and output errors", .enabled(if: FaultyRun.isPossible), .serialized)
struct InputOutputErrorTests {
  static let isSoak = KillTests.isSoak
  static let calls =
    ["pwrite64", "fsync", "renameat2", "mkdirat", "ftruncate"]
    + (isSoak ? ["openat", "unlinkat", "fchmod", "syncfs"] : [])
  /// In the long test, those that only look, with one error.
  static let looks = isSoak ? ["newfstatat", "fstat", "pread64", "fcntl", "getdents64"] : []
  /// And how people are told of them.
  static let errors = [
    "ENOSPC": "full", "EIO": "nput/output error", "EDQUOT": "full", "EROFS": "ead-only", "EINTR": "nterrupted",
    "EACCES": "ermission denied",
  ].filter { isSoak || $0.key == "ENOSPC" }

  @Test(arguments: isSoak ? ChangingCommand.chosen : ChangingCommand.few)
  func atEveryCall(_ command: ChangingCommand) throws {
    let clean = try FaultyRun(command)
    let before = try clean.vault.tree()
    let calls = try clean.numbers(Self.calls + Self.looks, inVault: true)
    let after = try clean.vault.tree()
    var run = try FaultyRun(command)
    var faults = 0
    for (call, numbers) in calls.sorted(by: { $0.key < $1.key }) {
      for (error, name) in Self.errors where !Self.looks.contains(call) || error == "EIO" {
        for number in numbers {
          let outcome = try run.run("error=\(error)", at: call, number)
          faults += 1
          let place = "\(command), \(error) at \(call) \(number) of \(numbers): \(outcome.status) \(outcome.errorText)"
          #expect(![132, 133, 134, 135, 136, 138, 139].contains(outcome.status), "a trap: \(place)")
          if outcome.status != 0, !outcome.errorText.contains("Nothing is lost") {
            #expect(outcome.errorText.contains(name) || outcome.status == 3, "no cause: \(place)")
            var tree = try run.vault.tree()
            for name in tree.keys where name.contains(".vault-tmp-") && call == "unlinkat" { tree[name] = nil }
            #expect(command.unfinished(before).contains(tree), "put back only later: \(place)")
          }
          // What could not be put back at once is put back by the next command.
          let next = try run.vault.sandbox.run("vault list --count --no-index")
          #expect(next.status == 0, "\(place), then \(next.errorText)")
          var leftovers = try run.vault.leftovers()
          var tree = try run.vault.tree()
          // What cannot be deleted stays for an hour.
          if call == "unlinkat" {
            for name in leftovers where name.contains(".vault-tmp-") { tree[name] = nil }
            leftovers.removeAll { $0.contains(".vault-tmp-") }
          }
          if outcome.status == 0 {
            // What cannot be read is told, and stays as it is.
            let told = outcome.errorText.split(separator: "\n").compactMap { $0.split(separator: "warning: ").last }
            let files = Set(tree.keys).union(after.keys).filter { after[$0] != "(folder)" }
            for path in files where tree[path] != after[path] {
              #expect(
                tree[path] == before[path] && told.contains { Self.names($0, path, run.vault) }, "\(path): \(place)")
            }
          } else {
            #expect(command.unfinished(before).contains(tree), "\(place)")
            #expect(!outcome.errorText.isEmpty, "\(place)")
          }
          #expect(leftovers.isEmpty, "\(place): \(leftovers)")
          if try run.vault.tree() != before { run = try FaultyRun(command) }
        }
      }
    }
    #expect(faults > 5)
    print("\(faults) errors: vault \(command)")
  }

  /// Whether a warning is about a file, as it is called or was to be, a folder that it is in, or the vault.
  private static func names(_ warning: Substring, _ path: String, _ vault: FaultVault) -> Bool {
    let place = warning.prefix { $0 != ":" }
    return ("/" + path).hasSuffix("/" + place) || path.hasPrefix(place + "/") || place == vault.sandbox.vault
  }
}
