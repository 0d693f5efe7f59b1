import ArgumentParser
import VaultCore
import VaultPlatform
import VaultRPC
import VaultStore

/// `vault lsp`
struct LSPCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "lsp",
    abstract: "Serve an editor: links, tags, tasks and front matter, as they are typed.",
    discussion: """
      An editor starts this and speaks the Language Server Protocol (3.17) with it, on standard input and output. Which \
      vault a note belongs to is found from where it lies, so one server does for several. `vault help lsp` has what to \
      write into the settings of Neovim, Helix, Zed, VS Code, Emacs and Kakoune.

      Examples:
        vault lsp
        vault lsp --log vault-lsp.log
      """)

  @Option(
    "Write down what happens, without texts of notes, at the end of this file.", value: "file", completion: .file())
  var log: String?

  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run(in context: CommandContext) throws -> ExitStatus {
    if isatty(STDIN_FILENO) != 0 {
      throw CommandFailure(
        kind: .badArgument, message: "an editor has to start this, and speak with it; vault help lsp says how")
    }
    BrokenPipes.ignoreForGood()
    var server = EditorServer.Options(
      version: VaultCommand.version, environment: VaultEnvironment.clock(today: options.today))
    server.log = log
    switch try EditorServer(server).run() {
    case .asked: return .success
    // 1, as the protocol has it.
    case .left: return .nothingFound
    case .problem(let problem): throw CommandFailure(kind: .damaged, message: "the editor server ends: \(problem)")
    }
  }
}
