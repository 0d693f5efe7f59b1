import ArgumentParser
import VaultCore
import VaultStore

/// What words that were taken for a query of tasks, and found nothing, may have been meant as.
struct TaskQuerySlip {
  /// As a person types it.
  private let line: CommandLineText

  var question: String { "Did you mean `\(line)`?" }

  /// Nil where they look like a query. Throws what reading the configuration does.
  init?(_ words: [String], _ context: CommandContext) throws {
    guard let first = words.first else { return nil }
    let rest = Array(words.dropFirst())
    let commands = TasksCommand.configuration.subcommands.map { $0._commandName }
    if let command = Suggestion.meant(by: first, among: commands, limit: 1).first {
      // With its options, which the list of tasks took for its own.
      let typed = Array(CommandLine.arguments.dropFirst())
      let start = CommandLineArguments.commandPlace(typed) ?? 0
      let options = typed[start...].firstIndex(of: first).map { typed[($0 + 1)...] } ?? rest[...]
      line = CommandLineText(try CommandLineReading(typed).line(["tasks", command] + options))
    } else if rest.isEmpty, ["overdue", "all"].contains(first.lowercased()) {
      line = CommandLineText(["tasks", "--" + first.lowercased()])
    } else if words.count < 4, try Self.isDate(words.joined(separator: " "), context) {
      line = CommandLineText(["tasks", "--due", words.joined(separator: "-").lowercased()])
    } else if first.utf8.count > 1, first.hasPrefix("+") {
      line = CommandLineText(["tasks", "#" + first.dropFirst()] + rest)
    } else if first.utf8.count > 1, first.hasPrefix("@") {
      line = CommandLineText(["tasks", "--category", String(first.dropFirst())] + rest)
    } else {
      return nil
    }
  }

  private static func isDate(_ word: String, _ context: CommandContext) throws -> Bool {
    do {
      _ = try QueryParser(context: context.vault().queryContext).predicate(.due, word)
      return true
    } catch is QueryError {
      return false
    }
  }
}
