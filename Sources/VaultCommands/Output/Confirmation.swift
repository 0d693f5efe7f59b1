import VaultCore
import VaultPlatform

/// A question that a person answers on the terminal.
enum Confirmation {
  static var isPossible: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

  /// Shows what it is about, the first twenty lines of it, and asks; only `y` and `yes` are a yes. Throws where
  /// there is no terminal, so that the command line must say it.
  static func ask(_ question: String, showing lines: [String], _ context: CommandContext) throws -> Bool {
    guard isPossible else {
      throw CommandFailure(
        kind: .badArgument,
        message: "\(question) Nobody can be asked here: say --yes, or look first with --dry-run")
    }
    for line in lines.prefix(20) { context.say(line) }
    if lines.count > 20 { context.say("and \(lines.count - 20) more") }
    context.say(question + " [y/N] ", endingLine: false)
    let answer = readLine()?.lowercased() ?? ""
    return answer == "y" || answer == "yes"
  }
}
