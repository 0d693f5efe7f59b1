import Foundation
import VaultCore
import VaultPlatform
import VaultStore
import VaultTerminal

/// `vault search -i`: the full-screen interface, or a picker that the user names in its place, which asks vault again at each
/// letter typed and shows the note at hand beside.
enum InteractiveSearch {
  /// More than a person would look through while typing.
  private static let defaultLimit = 200

  /// As the shell understands it, since it may have options of its own; nil for this program's.
  private static func picker(_ context: CommandContext, _ vault: Vault) -> String? {
    let named = context.environment.variables["VAULT_PICKER"] ?? vault.configuration.picker
    return named.flatMap { $0.isEmpty || $0 == "vault" ? nil : $0 }
  }

  /// What was chosen is printed by fzf's pipeline itself, a path a line.
  static func run(_ query: String, _ context: CommandContext, limit: Int?) throws -> ExitStatus {
    let opened = try context.vault()
    guard let picker = picker(context, opened) else {
      return try FullScreen.run(context, start: FullScreen.search(query), picks: true)
    }
    let program = (OwnProgram.path ?? "vault").shellWord
    var vault = "\(program) \(opened.location.options.map(\.shellWord).joined(separator: " ")) --no-pager"
    if context.options.noIndex { vault += " --no-index" }
    if let today = context.options.today { vault += " --today \(today)" }
    // Only the first two columns are shown.
    let line = opened.configuration.pickerLine ?? "{path}\t{title}"
    let columns = line.split(separator: "\t", omittingEmptySubsequences: false).count
    let format = "\(line)\t{path}\t{absPath}".shellWord
    let search = "\(vault) search --format \(format) --limit \(limit ?? defaultLimit)"
    // What is typed halfway is often no query yet: why not is shown in place of notes, in lines without a tab.
    let reload = "\(search) -- {q} 2>/dev/null || \(search) -- {q} 2>&1 || true"
    let note = "{\(columns + 2)}"
    let preview =
      opened.configuration.pickerPreview?.replacing("{}", with: note)
      ?? "\(vault) --color always show -- \(note) 2>/dev/null || echo {}"
    let words = [
      "--disabled", "--multi", "--delimiter", "\t", "--with-nth", "1..\(columns)", "--prompt", "vault> ", "--query",
      query,
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
      paths=$(printf '%s\\n' "$chosen" | cut -s -f \(context.givesPathsFromRoot ? columns + 1 : columns + 2))
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
