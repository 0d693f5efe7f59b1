import VaultCore
import VaultPlatform

/// A question that a person answers on the terminal.
enum Confirmation {
  static var isPossible: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

  /// Shows what it is about, the first `limit` lines of it, and asks; only `y` and `yes` are a yes. Throws where
  /// there is no terminal, so that the command line must say it.
  static func ask(
    _ question: String, showing lines: [String], limit: Int = 20, _ context: CommandContext
  ) throws -> Bool {
    guard isPossible else {
      throw CommandFailure(
        kind: .badArgument,
        message: "\(question) Nobody can be asked here: say --yes, or look first with --dry-run")
    }
    for line in lines.prefix(limit) { context.say(line) }
    if lines.count > limit { context.say("and \(lines.count - limit) more") }
    context.say(question + " [y/N] ", endingLine: false)
    let answer = readLine()?.lowercased() ?? ""
    return answer == "y" || answer == "yes"
  }
}
