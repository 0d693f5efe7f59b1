import Foundation
import VaultTestSupport

/// A shell with the completion that `vault` prints for it, and a person at its terminal.
enum TypingShell: String, CaseIterable {
  case bash, bashWithCompletion, zsh, fish

  static let bashCompletion = "/usr/share/bash-completion/bash_completion"

  var tool: InstalledTool {
    switch self {
    case .bash, .bashWithCompletion: .bash
    case .zsh: .zsh
    case .fish: .fish
    }
  }

  /// A shell needs a session of its own for its terminal.
  var isInstalled: Bool {
    tool.isInstalled && InstalledTool.setsid.isInstalled
      && (self != .bashWithCompletion || FileManager.default.fileExists(atPath: Self.bashCompletion))
  }

  private static let prompt = "READY> "

  /// Files below `$RESULTS`. Ctrl-X d writes the line that is being typed into `line`, and ends the shell.
  private var setUp: String {
    let isWithCompletion = self == .bashWithCompletion
    return switch self {
    case .bash, .bashWithCompletion:
      """
      vault completion bash > "$RESULTS/script"
      cat > "$RESULTS/rc" <<'END'
      PS1='\(Self.prompt)'
      \(isWithCompletion ? ". \(Self.bashCompletion)" : ":")
      . "$RESULTS/script"
      dump() { printf '%s' "$READLINE_LINE" > "$RESULTS/line"; exit; }
      bind -x '"\\C-xd": dump'
      bind 'set completion-query-items 0'
      bind 'set page-completions off'
      END
      """
    case .zsh:
      """
      mkdir -p "$RESULTS/functions"
      vault completion zsh > "$RESULTS/functions/_vault"
      cat > "$RESULTS/.zshrc" <<'END'
      PS1='\(Self.prompt)'
      LISTMAX=10000
      fpath=("$RESULTS/functions" $fpath)
      autoload -U compinit
      compinit -u -D
      bindkey -e
      [[ -z $COMPLETES_WORDS ]] || bindkey '^I' complete-word
      dump() { print -rn -- "$BUFFER" > "$RESULTS/line"; exit }
      zle -N dump
      bindkey '^Xd' dump
      END
      """
    case .fish:
      """
      mkdir -p "$RESULTS/config/fish/completions"
      vault completion fish > "$RESULTS/config/fish/completions/vault.fish"
      cat > "$RESULTS/config/fish/config.fish" <<'END'
      function fish_prompt
          echo '\(Self.prompt)'
      end
      function fish_greeting
      end
      bind \\cxd 'commandline > $RESULTS/line; exit'
      END
      """
    }
  }

  private var command: String {
    let arguments =
      switch self {
      case .bash, .bashWithCompletion: "--noprofile --rcfile \"$RESULTS/rc\""
      case .zsh, .fish: ""
      }
    return "exec setsid -cw \(tool.rawValue) \(arguments) -i"
  }

  /// The line that stands there when `typed` is followed by TAB, and all that the terminal got. `folder`: where the
  /// shell is, in the vault if left out.
  func line(
    after typed: String, tabs: Int = 1, in sandbox: Sandbox, folder: String = ".", variables: [String: String] = [:]
  ) throws -> (line: String, screen: String) {
    let made = try sandbox.run(setUp + "\nrm -f \"$RESULTS/line\"")
    guard made.status == 0 else { throw ShellProcess.Failure("setting up \(rawValue): \(made.errorText)", 0) }
    let results = sandbox.root + "/results"
    let own = ["TERM": "xterm", "ZDOTDIR": results, "XDG_CONFIG_HOME": results + "/config"]
    let terminal = try PseudoTerminal(columns: 200, rows: 100)
    let keys = typed + String(repeating: "\t", count: tabs) + "\u{18}d"
    var hasTyped = false
    func react(_ bytes: [UInt8], _: ShellProcess) {
      guard !hasTyped, String(decoding: bytes, as: UTF8.self).contains(Self.prompt) else { return }
      hasTyped = true
      terminal.type(keys)
    }
    let (bytes, _) = try terminal.run(reacting: react) {
      try sandbox.start("cd \(folder) || exit\n" + command, variables: own.merging(variables) { $1 }, streams: $0)
    }
    let line = try String(contentsOfFile: results + "/line", encoding: .utf8)
    return (line.hasSuffix("\n") ? String(line.dropLast()) : line, String(decoding: bytes, as: UTF8.self))
  }

  /// The arguments that `vault` gets from a line.
  func arguments(of line: String, in sandbox: Sandbox) throws -> [String] {
    try "printf '<%s>' \(line.dropFirst("vault ".count))"
      .write(toFile: sandbox.root + "/results/check", atomically: true, encoding: .utf8)
    let outcome = try sandbox.run("\(tool.rawValue) \"$RESULTS/check\"")
    guard outcome.status == 0, outcome.text.hasPrefix("<"), outcome.text.hasSuffix(">") else {
      throw ShellProcess.Failure("\(line): \(outcome.errorText)", outcome.status)
    }
    return outcome.text.dropFirst().dropLast().components(separatedBy: "><")
  }
}
