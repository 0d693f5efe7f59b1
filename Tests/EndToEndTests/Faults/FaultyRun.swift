import Foundation
import Testing

/// Runs a command with a fault at one of its system calls, through strace.
struct FaultyRun {
  static let isPossible: Bool = {
    guard let sandbox = try? Sandbox(notes: false) else { return false }
    return (try? sandbox.run("strace -f --seccomp-bpf -qq -o /dev/null -e trace=fsync true").status) == 0
  }()

  let vault: FaultVault
  let command: ChangingCommand

  /// Copies the vault with what the command needs to have been done before.
  init(_ command: ChangingCommand) throws {
    vault = try FaultVault()
    self.command = command
    for line in command.before {
      let outcome = try vault.sandbox.run("vault " + line)
      guard outcome.status == 0 else { throw Failure(line: line, outcome: outcome) }
    }
  }

  struct Failure: Error, CustomStringConvertible {
    var line: String
    var outcome: Outcome
    var description: String { "vault \(line): status \(outcome.status), \(outcome.errorText)" }
  }

  private func shellLine(_ strace: String) -> String {
    let variables = command.variables.map { "\($0.key)='\($0.value)' " }.joined()
    return "\(variables)\(strace)\"$VAULT_PROGRAM\" --today \(Sandbox.today) \(command.line)"
  }

  func run() throws -> Outcome { try vault.sandbox.run(shellLine("")) }

  /// Which of each of the calls the command makes, on its first thread, from 1 on; with `inVault` those that it makes
  /// from taking the vault's lock on, and not those of the system's libraries before.
  func numbers(_ calls: [String], inVault: Bool) throws -> [String: ClosedRange<Int>] {
    let log = vault.sandbox.root + "/results/strace"
    let outcome = try vault.sandbox.run(
      shellLine("strace -f --seccomp-bpf -qq -o '\(log)' -e trace=\((calls + ["openat"]).joined(separator: ",")) "))
    guard outcome.status == 0 else { throw Failure(line: command.line, outcome: outcome) }
    // Without threads the lines have no process number in front.
    let lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").map { line in
      let parts = line.split(separator: " ", maxSplits: 1)
      let hasNumber = parts.first?.allSatisfy(\.isNumber) ?? false
      return (
        thread: hasNumber ? parts[0] : "",
        call: (hasNumber ? parts.last ?? "" : line).drop { $0 == " " }.prefix { $0 != "(" },
        isOfLock: line.contains("\"lock\", O_RDWR")
      )
    }
    let changing = lines.first { $0.call == "renameat2" }?.thread
    var counts: [String: Int] = [:]
    var numbers: [String: ClosedRange<Int>] = [:]
    var isCounted = !inVault
    for line in lines where line.thread == changing {
      if line.isOfLock { isCounted = true }
      let call = String(line.call)
      guard calls.contains(call) else { continue }
      let count = counts[call, default: 0] + 1
      counts[call] = count
      if isCounted { numbers[call] = (numbers[call]?.lowerBound ?? count)...count }
    }
    return numbers
  }

  /// `fault`: `signal=KILL`, `error=EIO`. Not with --seccomp-bpf, under which no signal is sent.
  func run(_ fault: String, at call: String, _ number: Int) throws -> Outcome {
    try vault.sandbox.run(
      shellLine("strace -f -qq -o /dev/null -e trace=\(call) -e inject=\(call):\(fault):when=\(number) "))
  }
}
