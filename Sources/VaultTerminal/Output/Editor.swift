import VaultPlatform

/// The person's editor, as the shell understands it: `$VAULT_EDITOR`, else the setting, else `$VISUAL`, else `$EDITOR`, else
/// `vi`. What was said for this program comes before what was said for all, as it does in git.
package struct Editor {
  package let command: String
  private let environment: [String: String]

  /// `setting`: what the user's own configuration says.
  package init(environment: [String: String], setting: String? = nil) {
    self.environment = environment
    command =
      [environment["VAULT_EDITOR"], setting, environment["VISUAL"], environment["EDITOR"]].compactMap(\.self)
      .first { !$0.allSatisfy(\.isWhitespace) } ?? "vi"
  }

  /// Those that go to a line by `+LINE` before the file's name.
  private static let plusEditors: Set<String> = [
    "vi", "vim", "nvim", "view", "nano", "pico", "emacs", "emacsclient", "micro", "kak", "hx", "helix", "joe", "mg",
    "ne",
    "ed", "mcedit",
  ]

  /// Waits until the person leaves it. The result is its exit status; 127 where there is no such program. `line`: where it is to begin, from 1; editors of
  /// which it is not known how to tell them begin at the top.
  package func run(_ path: String, line: Int? = nil) throws -> Int32 {
    let program = command.split(separator: " ").first?.split(separator: "/").last.map(String.init) ?? ""
    let place = line.flatMap { Self.plusEditors.contains(program) ? ["+\($0)"] : nil } ?? []
    return try ChildProcess(["sh", "-c", command + " \"$@\"", "sh"] + place + [path], environment: environment).wait()
  }
}
