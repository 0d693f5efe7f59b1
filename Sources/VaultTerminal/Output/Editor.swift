import VaultCore
import VaultPlatform

/// The person's editor: `$VISUAL`, else `$EDITOR`, else `vi`, as the shell understands it.
package struct Editor {
  package struct Failure: VaultCore.Failure {
    /// The editor's exit status; 127 where there is no such program.
    package var status: Int32
    package var path: NotePath
    /// The file or folder that keeps what was written; nil where nothing was.
    package var kept: String?

    package init(status: Int32, path: NotePath, kept: String?) {
      self.status = status
      self.path = path
      self.kept = kept
    }

    package var kind: FailureKind { .refused }
    package var message: Message {
      let kept = kept.map { " What it left is in \($0)" } ?? ""
      return status == 127
        ? "\(path): the editor cannot be started; set VISUAL or EDITOR.\(kept)"
        : "\(path): the editor ended with status \(status), so the note stays as it was.\(kept)"
    }
  }

  package let command: String
  private let environment: [String: String]

  package init(environment: [String: String]) {
    self.environment = environment
    command = ["VISUAL", "EDITOR"].compactMap { environment[$0] }.first { !$0.allSatisfy(\.isWhitespace) } ?? "vi"
  }

  /// Those that go to a line by `+LINE` before the file's name.
  private static let plusEditors: Set<String> = [
    "vi", "vim", "nvim", "view", "nano", "pico", "emacs", "emacsclient", "micro", "kak", "hx", "helix", "joe", "mg",
    "ne",
    "ed", "mcedit",
  ]

  /// Waits until the person leaves it. The result is its exit status. `line`: where it is to begin, from 1; editors of
  /// which it is not known how to tell them begin at the top.
  package func run(_ path: String, line: Int? = nil) throws -> Int32 {
    let program = command.split(separator: " ").first?.split(separator: "/").last.map(String.init) ?? ""
    let place = line.flatMap { Self.plusEditors.contains(program) ? ["+\($0)"] : nil } ?? []
    return try ChildProcess(["sh", "-c", command + " \"$@\"", "sh"] + place + [path], environment: environment).wait()
  }
}
