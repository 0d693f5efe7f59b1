import ArgumentParser
import VaultCore
import VaultPlatform
import VaultRPC
import VaultStore

/// `vault mcp`
struct MCPCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "mcp",
    abstract: "Serve an assistant, which writes only where you allow it.",
    discussion: """
      An assistant's host starts this and speaks the Model Context Protocol with it, on standard input and output. Without \
      --write it only reads. Each of its changes is one of the history, and can be undone. `vault help mcp` has what to write \
      into the settings of hosts, and what assistants see.

      Examples:
        vault mcp
        vault mcp --write
        vault mcp --write-in Inbox --hide 'tag:private OR path:Diary/'
        vault mcp --read-in Projects --log vault-mcp.log
      """)

  @Flag(help: "Let it change notes.")
  var write = false

  @Option("Let it change notes in this folder; may be repeated.", value: "folder", completion: .directory)
  var writeIn: [String] = []

  @Option("Let it see this folder alone; may be repeated.", value: "folder", completion: .directory)
  var readIn: [String] = []

  @Option("Hide the notes that this query finds.", value: "query")
  var hide: String?

  @Option(
    "Write down each call, without texts of notes, at the end of this file.", value: "file", completion: .file())
  var log: String?

  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func validate() throws {
    for (option, values) in [("--write-in", writeIn), ("--read-in", readIn), ("--hide", hide.map { [$0] } ?? [])]
    where values.contains(where: { $0.allSatisfy(\.isWhitespace) }) {
      throw ValidationError("\(option) has nothing behind it; is a variable not set?")
    }
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    if isatty(STDIN_FILENO) != 0 {
      throw CommandFailure(
        kind: .badArgument, message: "an assistant's host has to start this, and speak with it; vault help mcp says how"
      )
    }
    BrokenPipes.ignoreForGood()
    let vault = try context.vault()
    var request = AssistantAccess.Request()
    (request.writes, request.writeIn, request.readIn, request.hide) = (write, writeIn, readIn, hide)
    let access = try AssistantAccess(in: vault, request)
    let log = try ServerLog(log)
    var session = VaultSession.Options(version: VaultCommand.version)
    (session.visible, session.prepares, session.watchesAtOnce) = (access.visible, false, false)
    session.environment = VaultEnvironment.clock(today: options.today)
    let held = try VaultSession(vault.location, options: session)
    defer { held.endWithProcess() }
    let server = MCPServer(held, writeIn: access.writeFolders, log: log)
    if let problem = try MCPConnection(server).run() {
      throw CommandFailure(kind: .damaged, message: "the assistant's server ends: \(problem)")
    }
    return .success
  }
}
