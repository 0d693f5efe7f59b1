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
      It completes commands, options, and the notes, tasks, tags and categories of the vault at hand.

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
