import Foundation
import Testing
import VaultPlatform
import VaultTestSupport

/// The merge driver is killed at every system call, as git runs it: ours, theirs and the marks are there.
@Suite(
  "Killed merge driver",
  .enabled(
    if: InstalledTool.git.isInstalled && InstalledTool.strace.isInstalled || InstalledTool.areAllInstalled,
    "git or strace is not installed"), .serialized)
struct MergeDriverKillTests {
  /// The longer test takes all there are.
  private static let calls: Set<String>? =
    KillTests.isSoak
    ? nil : ["openat", "write", "rename", "renameat", "renameat2", "unlink", "wait4", "pipe2", "pread64"]

  private let folder: TemporaryFolder
  private let repository: TestRepository

  init() throws {
    folder = try TemporaryFolder()
    try folder.makeFolder("bin")
    repository = try TestRepository(in: folder, at: "notes", programs: folder.absolute("bin"))
    try program("exec '\(Sandbox.program)' \"$@\"")
    try folder.makeFolder("notes/.vault")
    let call = try AnsweredCall(
      ["vault", "--vault", repository.path, "git", "setup"], environment: repository.variables,
      limits: AnsweredCall.Limits(seconds: 120))
    try #require(call.status == 0)
  }

  private func program(_ script: String) throws {
    try folder.writeProgram("#!/bin/sh\n" + script + "\n", to: "bin/vault")
  }

  private static let base = "updated: 1\n\n- [ ] one long task\n\nText.\n"
  private static let ours = base.replacing("[ ] one", with: "[x] one").replacing("Text.", with: "Ours.")
  private static let theirs = base.replacing("task", with: "task #theirs").replacing("Text.", with: "Theirs.")
  private static let merged =
    "updated: 1\n\n- [x] one long task #theirs\n\n<<<<<<< ours\nOurs.\n=======\nTheirs.\n>>>>>>> theirs\n"

  /// Runs the line of git's configuration, and returns its status and the result.
  private func merge() throws -> (status: Int32, text: String) {
    for (name, text) in [("O", Self.base), ("A", Self.ours), ("B", Self.theirs)] {
      try repository.write(text, to: name)
    }
    let line = try repository.git("config", "merge.vault.driver")
      .replacing("%O", with: "O").replacing("%A", with: "A").replacing("%B", with: "B").replacing("%L", with: "7")
      .replacing("%P", with: "Log.md")
    let call = try AnsweredCall(
      ["sh", "-c", "cd \"$0\" && exec sh -c \"$1\"", repository.path, line], environment: repository.variables,
      limits: AnsweredCall.Limits(seconds: 120))
    return (call.status, try repository.text(of: "A"))
  }

  @Test func atEverySystemCall() throws {
    #expect(try merge() == (1, Self.merged))
    let strace = try #require(InstalledTool.strace.path)
    let log = folder.absolute("calls")
    try program("exec \(strace) -qq -o '\(log)' '\(Sandbox.program)' \"$@\"")
    #expect(try merge() == (1, Self.merged))
    var counts: [String: Int] = [:]
    for line in try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n") {
      let name = line.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      if line.dropFirst(name.count).first == "(" { counts[String(name), default: 0] += 1 }
    }
    var (kills, whole) = (0, 0)
    for (call, count) in counts.sorted(by: { $0.key < $1.key }) where Self.calls?.contains(call) ?? true {
      for number in 1...count {
        try program(
          "exec \(strace) -qq -o '\(log)' -e trace=\(call) -e inject=\(call):signal=KILL:when=\(number) '\(Sandbox.program)' \"$@\""
        )
        let (status, text) = try merge()
        #expect(status == 1, "killed at \(call) \(number)")
        if text == Self.merged { whole += 1 } else { kills += 1 }
        for part in [
          "<<<<<<< ours\n", "[x] one", "Ours.\n", "=======\n", "task #theirs", "Theirs.\n", ">>>>>>> theirs\n",
        ] {
          #expect(text.contains(part), "killed at \(call) \(number): \(part) is not in \(text)")
        }
      }
    }
    // How many calls there are depends on the build; most of them come before the result.
    #expect(kills > whole)
    print("killed \(kills) times before the result was there, \(whole) times behind that or not at all")
  }
}
