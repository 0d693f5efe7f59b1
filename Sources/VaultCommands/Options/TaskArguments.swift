import ArgumentParser
import VaultStore

/// Tasks named on the command line.
struct TaskArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "A task's handle or the beginning of it, its 🆔 id, or PATH:LINE; - reads them from standard input.",
      valueName: "task"),
    completion: .custom { words, _, prefix in VaultCompletion.tasks(words: words, prefix: prefix) },
    transform: CommandLineArguments.decoded)
  var tasks: [String]

  /// The names given, those from standard input in place of each `-`.
  func names() throws -> [String] { try Self.names(tasks) }

  static func names(_ arguments: [String]) throws -> [String] {
    var names: [String] = []
    for argument in arguments {
      if argument == "-" { names += NoteArguments.split(try StandardInput.read()) } else { names.append(argument) }
    }
    guard !names.isEmpty else { throw TaskNameError.noneGiven }
    return names
  }
}
