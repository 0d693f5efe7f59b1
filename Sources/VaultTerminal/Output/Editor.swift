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

  /// Those that open a window and end at once, unless a word of their command has them wait.
  private static let windowEditors: Set<String> = [
    "code", "code-insiders", "codium", "vscodium", "cursor", "windsurf", "subl", "zed", "zeditor", "mate", "bbedit",
    "gvim",
    "mvim", "open", "xdg-open",
  ]
  private static let waitingWords: Set<String> = ["--wait", "-w", "-W", "-f", "--nofork", "--wait-apps"]

  /// True of one that is known to end at once, while the person goes on in its window.
  package var endsAtOnce: Bool {
    Self.windowEditors.contains(program)
      && !command.split(separator: " ").contains { Self.waitingWords.contains("\($0)") }
  }

  private var program: String { command.split(separator: " ").first?.split(separator: "/").last.map(String.init) ?? "" }

  /// Waits until the person leaves it. The result is its exit status; 127 where there is no such program. `line`: where it
  /// is to begin, from 1; editors of which it is not known how to tell them begin at the top.
  package func run(_ path: String, line: Int? = nil) throws -> Int32 {
    let place = line.flatMap { Self.plusEditors.contains(program) ? ["+\($0)"] : nil } ?? []
    return try ChildProcess(["sh", "-c", command + " \"$@\"", "sh"] + place + [path], environment: environment).wait()
  }
}
