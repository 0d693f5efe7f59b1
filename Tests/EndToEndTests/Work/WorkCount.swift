import Foundation
import VaultTestSupport

/// Instructions that a command takes, counted by valgrind: the same on every machine, however busy.
struct WorkCount {
  static let isPossible = FileManager.default.isExecutableFile(atPath: "/usr/bin/valgrind")

  let sandbox: Sandbox
  private let program: String

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// A copy of the program without debugging information serves, since valgrind would read all of that each time. Made
  /// once, since it is large.
  private static let strippedProgram = Result {
    let sandbox = try Sandbox.shared.get()
    let program = sandbox.root + "/counted-program"
    let line = "cp \"$VAULT_PROGRAM\" '\(program)' && { strip -g '\(program)' || :; }"
    guard try sandbox.run(line).status == 0 else { throw Failure(description: "\(line) failed") }
    return program
  }

  init() throws {
    sandbox = try Sandbox(notes: false)
    program = try Self.strippedProgram.get()
  }

  /// Millions of instructions of all threads. `command`: a shell's words, of which `vault` alone stands for the program.
  /// `nothing`: a status besides 0 that is no failure.
  func work(of command: String, orNothing nothing: Int32 = 0) throws -> Double {
    let file = sandbox.root + "/count-" + UUID().uuidString
    let words = command.hasPrefix("vault ") ? "'\(program)' --today \(Sandbox.today) " + command.dropFirst(6) : command
    // Swift's sets and dictionaries are in another order each time, and so take a little more or less.
    let outcome = try sandbox.run(
      "SWIFT_DETERMINISTIC_HASHING=1 valgrind --tool=cachegrind --cache-sim=no --cachegrind-out-file=/dev/null "
        + "--log-file='\(file)' \(words) > /dev/null")
    let log = try String(contentsOfFile: file, encoding: .utf8)
    guard outcome.status == 0 || outcome.status == nothing,
      let line = log.split(separator: "\n").first(where: { $0.contains("refs:") }),
      let count = Double(line.split(separator: " ").last?.filter(\.isNumber) ?? "")
    else { throw Failure(description: "\(command): status \(outcome.status)\n\(outcome.errorText)\n\(log)") }
    return count / 1e6
  }

  /// How the work of something twice as large grows: twice as much where it is in proportion, four times as much where it
  /// is with the square. What does not grow, as starting the program, plays no part; 0 where nearly nothing grows.
  ///
  /// `work`: that of something of size 1, of size 2, of size 4.
  static func growth(_ work: [Double]) -> Double {
    if work[2] - work[0] < work[0] / 50 { return 0 }
    return work[1] > work[0] ? (work[2] - work[1]) / (work[1] - work[0]) : .infinity
  }
}
