import Foundation
import VaultCore
import VaultPlatform
import VaultStore
import VaultTerminal

/// `vault search -i`: fzf, or what the user's own configuration names in its place, asks vault again at each letter
/// typed, and shows the note at hand beside.
enum InteractiveSearch {
  /// More than a person would look through while typing.
  private static let defaultLimit = 200

  /// What was chosen is printed by fzf's pipeline itself, a path a line.
  static func run(_ query: String, _ context: CommandContext, limit: Int?) throws -> ExitStatus {
    let opened = try context.vault()
    // As the shell understands it: it may have options of its own.
    let picker = opened.configuration.picker ?? "fzf"
    let program = (OwnProgram.path ?? "vault").shellWord
    var vault = "\(program) \(opened.location.options.map(\.shellWord).joined(separator: " ")) --no-pager"
    if context.options.noIndex { vault += " --no-index" }
    if let today = context.options.today { vault += " --today \(today)" }
    // Only the first two columns are shown.
    let format = "{path}\t{title}\t{absPath}".shellWord
    let search = "\(vault) search --format \(format) --limit \(limit ?? defaultLimit)"
    // What is typed halfway is often no query yet: why not is shown in place of notes, in lines without a tab.
    let reload = "\(search) -- {q} 2>/dev/null || \(search) -- {q} 2>&1 || true"
    let preview = "\(vault) --color always show -- {3} 2>/dev/null || echo {}"
    let words = [
      "--disabled", "--multi", "--delimiter", "\t", "--with-nth", "1,2", "--prompt", "vault> ", "--query", query,
      "--bind", "change:reload:\(reload)", "--preview", preview, "--preview-window",
      "right,60%,wrap",
    ]
    var environment = context.environment.variables
    let first = "\(search) -- \(query.shellWord)"
    environment["FZF_DEFAULT_COMMAND"] = "\(first) 2>/dev/null || \(first) 2>&1 || true"
    let script = """
      set -- \(picker)
      command -v "$1" >/dev/null 2>&1 || exit 127
      chosen=$("$@" \(words.map(\.shellWord).joined(separator: " "))) || exit $?
      paths=$(printf '%s\\n' "$chosen" | cut -s -f \(context.givesPathsFromRoot ? 1 : 3))
      test -n "$paths" && printf '%s\\n' "$paths"
      """
    switch try ChildProcess(["sh", "-c", script], environment: environment).wait() {
    case 0: return .success
    case 127:
      throw CommandFailure(
        kind: .refused,
        message: "\(picker) cannot be found, which searching as you type is done with; install it, or search without -i"
      )
    case 130: return .interrupted
    // Nothing was there to be chosen.
    case 1: return .nothingFound
    case let status:
      throw CommandFailure(
        kind: .refused, message: "\(picker) ended with status \(status); it needs a terminal, and version 0.25 or later"
      )
    }
  }
}
