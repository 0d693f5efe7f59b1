import ArgumentParser
import VaultTerminal

/// `vault completion`
struct CompletionCommand: ContextCommand {
  enum Shell: String, ExpressibleByArgument, CaseIterable {
    case bash, zsh, fish
  }

  static let configuration = CommandConfiguration(
    commandName: "completion",
    abstract: "Print the completion script for a shell.",
    discussion: """
      It completes commands, options, queries, and the notes, tasks, tags, categories and settings of the vault at hand. It \
      evaluates nothing, and asks the vault of PATH, or the one that the line names from / or ~/.

      Examples:
        vault completion bash > ~/.local/share/bash-completion/completions/vault
        vault completion zsh > ~/.zfunc/_vault
        vault completion fish > ~/.config/fish/completions/vault.fish
      """)

  @Argument(help: "bash, zsh or fish.")
  var shell: Shell

  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run(in context: CommandContext) throws -> ExitStatus {
    try context.printer.sink.write(CompletionScript.text(for: shell))
    return .success
  }
}
