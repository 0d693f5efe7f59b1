import VaultCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The person's editor: `$VISUAL`, else `$EDITOR`, else `vi`, as the shell understands it.
struct Editor {
  struct Failure: Error, CustomStringConvertible {
    /// The editor's exit status; 127 where there is no such program.
    var status: Int32
    var path: NotePath
    /// The file or folder that keeps what was written; nil where nothing was.
    var kept: String?

    var description: String {
      let kept = kept.map { " What it left is in \($0)" } ?? ""
      return status == 127
        ? "\(path): the editor cannot be started; set VISUAL or EDITOR.\(kept)"
        : "\(path): the editor ended with status \(status), so the note stays as it was.\(kept)"
    }
  }

  let command: String
  private let environment: [String: String]

  init(environment: [String: String]) {
    self.environment = environment
    command = ["VISUAL", "EDITOR"].compactMap { environment[$0] }.first { !$0.allSatisfy(\.isWhitespace) } ?? "vi"
  }

  /// Waits until the person leaves it. The result is its exit status.
  func run(_ path: String) throws -> Int32 {
    try ChildProcess(["sh", "-c", command + " \"$@\"", "sh", path], environment: environment).wait()
  }
}
