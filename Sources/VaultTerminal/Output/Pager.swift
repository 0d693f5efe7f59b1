import VaultPlatform

/// The program that shows long output a screen at a time.
package struct Pager: Sendable, Equatable {
  /// As `sh` understands it.
  package let command: String
  /// The pager's.
  package let environment: [String: String]

  /// `$VAULT_PAGER`, else `$PAGER`, else `less`. Nil where there is to be none: an empty variable, `cat`, a dumb
  /// terminal, `--no-pager`, or a program that cannot be found.
  package init?(environment: [String: String], disabled: Bool = false) {
    guard !disabled, environment["TERM"] != "dumb" else { return nil }
    let command = environment["VAULT_PAGER"] ?? environment["PAGER"] ?? "less"
    let words = command.split(separator: " ")
    guard let program = words.first, command != "cat" else { return nil }
    // What the shell would have to interpret is left to the shell.
    let isPlain = program.utf8.allSatisfy {
      $0 >= 0x80 || ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A) || ($0 >= 0x2B && $0 <= 0x39) || $0 == 0x5F
    }
    if isPlain, !Self.isExecutable(String(program), path: environment["PATH"] ?? "/usr/bin:/bin") { return nil }
    self.command = command
    var variables = environment
    if variables["LESS"] == nil { variables["LESS"] = "FRX" }
    if variables["LV"] == nil { variables["LV"] = "-c" }
    self.environment = variables
  }

  private static func isExecutable(_ program: String, path: String) -> Bool {
    if program.utf8.contains(0x2F) { return access(program, X_OK) == 0 }
    return path.split(separator: ":", omittingEmptySubsequences: false).contains {
      access(($0.isEmpty ? "." : String($0)) + "/" + program, X_OK) == 0
    }
  }

  /// Returns true when output leaves room for the shell's next prompt. Escape sequences and double width are counted as
  /// the bytes they are: near the edge the pager is asked once too often, and `less -F` then leaves at once.
  package static func fits(_ output: [UInt8], rows: Int, columns: Int) -> Bool {
    var used = 0
    var column = 0
    for c in output {
      if c == 0x0A {
        used += 1
        column = 0
      } else if c & 0xC0 != 0x80 {
        if column == columns {
          used += 1
          column = 0
        }
        column += 1
      }
      if used >= rows { return false }
    }
    return used + (column > 0 ? 1 : 0) < rows
  }

  /// Starts the pager in this process' group, so that it may read from the terminal. Nil when it cannot be started.
  package func start() -> Process? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    let (readEnd, writeEnd) = (ends[0], ends[1])
    defer { close(readEnd) }
    do {
      guard fcntl(writeEnd, F_SETFD, FD_CLOEXEC) == 0 else { throw OutputFailure(code: errno) }
      let child = try ChildProcess(["sh", "-c", command], environment: environment, input: readEnd)
      return Process(child: child, input: writeEnd)
    } catch {
      // The output is shown without it.
      close(writeEnd)
      return nil
    }
  }

  /// A running pager. `input` is the writing end of its standard input.
  package final class Process {
    package let input: Int32
    private let child: ChildProcess
    private var isRunning = true

    package init(child: ChildProcess, input: Int32) {
      self.child = child
      self.input = input
    }

    /// Ends its input and waits until the user has left it.
    package func finish() {
      guard isRunning else { return }
      isRunning = false
      close(input)
      child.wait()
    }

    deinit { finish() }
  }
}
