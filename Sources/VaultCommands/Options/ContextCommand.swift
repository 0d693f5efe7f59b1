import ArgumentParser

/// A command that runs with what its options, the environment and the configuration say.
protocol ContextCommand: ParsableCommand {
  var options: GlobalOptions { get }

  func run(in context: CommandContext) throws -> ExitStatus
}

extension ContextCommand {
  func run() throws { try CommandContext.run(options) { try run(in: $0) } }
}
