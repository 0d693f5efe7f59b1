import VaultCore
import VaultStore

extension CommandContext {
  /// Runs a command whose first argument is no note while the others are. Where one of these names no note and `first`
  /// does, the order was surely meant otherwise: throws a `CommandFailure` that says which. `command`: `set`, `tag add`.
  func inOrder<Answer>(
    _ command: [String], first: String, _ others: [String], notes: [String], _ body: () throws -> Answer
  ) throws -> Answer {
    try checkingOrder(body) { name in
      guard notes.contains(name), try read({ try $0.isNote(first) }) else { return nil }
      return ("the note stands last", CommandLineText(command + others + [first]))
    }
  }

  /// The same of a command whose first argument is the note, and that `note`.
  func inOrder<Answer>(
    _ command: [String], note: String, _ others: [String], _ body: () throws -> Answer
  ) throws -> Answer {
    try checkingOrder(body) { name in
      guard name == note, let last = others.last, try read({ try $0.isNote(last) }) else { return nil }
      return ("the note stands first", CommandLineText(command + [last] + others.dropLast() + [note]))
    }
  }

  private func checkingOrder<Answer>(
    _ body: () throws -> Answer, _ order: (String) throws -> (rule: String, line: CommandLineText)?
  ) throws -> Answer {
    do {
      return try body()
    } catch let error as NoteNameError {
      guard case .notFound(let name, _, _) = error, let (rule, line) = try order(name) else { throw error }
      throw CommandFailure(
        kind: .badArgument, message: "no note is called \"\(ShownName.quoted(name))\"; \(rule)\nTry: \(line)")
    }
  }
}
