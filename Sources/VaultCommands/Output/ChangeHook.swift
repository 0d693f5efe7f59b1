import VaultCore
import VaultPlatform
import VaultStore
import VaultTerminal

/// The program of the user's own configuration that hears of changes.
struct ChangeHook {
  /// Set in what a hook starts, so that changes of its own start none.
  private static let mark = "VAULT_HOOK"

  private let command: [String]
  private let environment: [String: String]

  /// Nil where there is none.
  init?(_ vault: Vault) {
    command = vault.configuration.afterChange
    var variables = vault.environment.variables
    guard !command.isEmpty, variables[Self.mark] == nil else { return nil }
    variables[Self.mark] = "1"
    variables["VAULT_DIR"] = vault.location.root
    environment = variables
  }

  /// Waits until it has ended. The result is what went wrong; nil where nothing did.
  func run(_ paths: [NotePath]) -> Message? {
    guard !paths.isEmpty else { return nil }
    do {
      let status = try started(with: paths.flatMap { $0.bytes + [0] }).wait()
      return status == 0 ? nil : Self.problem("\(command[0]) ended with status \(Int(status))")
    } catch {
      return Self.problem("\(error)")
    }
  }

  private static func problem(_ what: Message) -> Message {
    "the change was made, but the program that hears of it failed: " + what
      + "; mend it, or name another with \(setting: "hooks.after_change")"
  }

  /// What it prints is told, not a result of the command.
  private func started(with input: [UInt8]) throws -> ChildProcess {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SystemFailure(code: errno) }
    let (readEnd, writeEnd) = (ends[0], ends[1])
    // It would wait for the end of its input for good if it held the other end itself.
    _ = fcntl(writeEnd, F_SETFD, FD_CLOEXEC)
    defer { close(writeEnd) }
    let child: ChildProcess
    do {
      defer { close(readEnd) }
      child = try ChildProcess(searching: command, environment: environment, input: readEnd, output: STDERR_FILENO)
    }
    do { try OutputSink.write(input, to: writeEnd) } catch is OutputClosed {
      // Not all programs want to know the paths.
    }
    return child
  }
}
