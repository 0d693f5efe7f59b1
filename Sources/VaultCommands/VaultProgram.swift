import ArgumentParser
import VaultCore
import VaultInterface
import VaultPlatform
import VaultStore
import VaultTerminal

/// The whole program but for its entry point.
package enum VaultProgram {
  /// Runs the command that `words`, the program's name and its arguments, ask for; returns the process' exit status. On
  /// Linux, Swift reads them from a file, and has none at all where that cannot be opened.
  package static func run(_ words: [String]) -> Int32 {
    OutputSink.openStandardStreams()
    BrokenPipes.ignoreForGood()
    guard !words.isEmpty else {
      write("vault: error: \(ShortageError.unknownArguments.description)", to: STDERR_FILENO)
      return ExitStatus.failed.rawValue
    }
    let arguments = Array(words.dropFirst())
    return ProcessLimits.guarding(failure: ExitStatus.failed.rawValue) {
      write("vault: error: " + $0, to: STDERR_FILENO)
    } body: {
      started(arguments)
    }
  }

  private static func started(_ arguments: [String]) -> Int32 {
    if arguments == ["--version"] || KnownMistakes.asksForVersion(arguments) {
      // Prompts and scripts ask for it, and the parser takes longer than the answer.
      return answer(VaultCommand.version)
    }
    if arguments.first == MergeDriverCommand.name,
      let status = MergeDriverCommand.status(
        of: arguments.dropFirst(), telling: { write("vault: error: " + $0, to: STDERR_FILENO) })
    {
      return status.rawValue
    }
    if arguments.first == CompletionRequest.name {
      if let request = CompletionRequest(arguments.dropFirst()) {
        OutputSink.tell(request.answer, on: STDOUT_FILENO)
      }
      return ExitStatus.success.rawValue
    }
    var arguments = arguments
    do {
      arguments = try UserAliases.expanded(arguments)
      if let place = CommandLineArguments.commandPlace(arguments), arguments[place] != "help",
        CommandLineArguments.command(arguments[place]) == nil
      {
        let name = arguments[place]
        guard let meant = UsageSlip.meantCommand(name, arguments[(place + 1)...]) else {
          throw UsageSlip(unknownCommand: name, at: place, in: arguments)
        }
        arguments[place] = meant
        if !arguments[..<place].contains(where: { ["-q", "--quiet"].contains($0) }) {
          write("There is no command \"\(ShownName.quoted(name))\"; this is vault \(meant).", to: STDERR_FILENO)
        }
      }
      if let slip = UsageSlip(linesAround: arguments) { throw slip }
      let words = CommandLineArguments(arguments)
      if words.commandName == "help", let status = try HelpTopic.run(arguments) { return status }
      if arguments.prefix(while: { $0 != "--" }).contains(where: { $0.hasPrefix("--generate-completion-script") }) {
        // The parser would print scripts of its own, which know nothing of ours.
        throw ValidationError("Unknown option '--generate-completion-script'; try \"vault completion --help\"")
      }
      var command = try parsed(words, arguments)
      try command.run()
      return ExitStatus.success.rawValue
    } catch {
      return report(error, arguments)
    }
  }

  /// The command, ready to run. Throws what may be meant where the parser understands it not.
  private static func parsed(_ words: CommandLineArguments, _ arguments: [String]) throws -> any ParsableCommand {
    do {
      return try words.parsed()
    } catch  where VaultCommand.exitCode(for: error) != .success {
      throw try UsageSlip(arguments) ?? error
    }
  }

  /// What did not come from a command's own work: the parser's errors, and its help and version, which are errors too.
  private static func report(_ error: any Error, _ arguments: [String]) -> Int32 {
    let terminal = TerminalContext.live(color: .never, appearance: .dark, environment: VaultEnvironment.live.variables)
    let messages = Messages(context: terminal, theme: Theme(.grey, terminal), program: "vault: ")
    if error is any Failure {
      let (status, message) = ExitStatus.of(error)
      messages.error((message ?? "") + (error is UnknownName ? "\nTry \"vault --help\"." : ""))
      return status.rawValue
    }
    let status = VaultCommand.exitCode(for: error).rawValue
    let message = CommandLineArguments.withoutMarks(VaultCommand.fullMessage(for: error))
    if status == 0 { return help(message, arguments) }
    if !message.isEmpty { messages.say(message, endingLine: true) }
    return status
  }

  /// Prints the parser's help, on a terminal a screen at a time. The result is the exit status.
  private static func help(_ text: String, _ arguments: [String]) -> Int32 {
    let options = arguments.filter { ["--no-pager", "--ascii"].contains($0) }
    do {
      return try HelpTopic.show(with: options) { try HelpText.print(text, to: $0.printer) } ?? answer(text)
    } catch {
      return report(error, [])
    }
  }

  /// Prints what was asked for. The result is the exit status.
  private static func answer(_ text: String) -> Int32 {
    do {
      if !text.isEmpty { try OutputSink.write(bytes(of: text, on: STDOUT_FILENO), to: STDOUT_FILENO) }
    } catch is OutputClosed {
      // Whoever closed the pipe has read enough.
    } catch {
      let (status, message) = ExitStatus.of(error)
      write("vault: error: \(message ?? "\(error)")", to: STDERR_FILENO)
      return status.rawValue
    }
    return ExitStatus.success.rawValue
  }

  private static func write(_ text: String, to descriptor: Int32) {
    OutputSink.tell(bytes(of: text, on: descriptor), on: descriptor)
  }

  private static func bytes(of text: String, on descriptor: Int32) -> [UInt8] {
    var bytes: [UInt8] = []
    Painter(colors: .none, sanitizes: isatty(descriptor) == 1).append(text + "\n", .plain, .lines, to: &bytes)
    return bytes
  }
}
