import ArgumentParser
import VaultStore

/// Tasks named on the command line.
struct TaskArguments: ParsableArguments {
  @Argument(
    "A task's handle or the beginning of it, its 🆔 id, or PATH:LINE; - reads them from standard input.", value: "task",
    completion: .tasks)
  var tasks: [String]

  /// The names given, those from standard input in place of each `-`.
  func names() throws -> [String] { try Self.names(tasks) }

  /// The names and a value that stands before them, in one word or several (`next monday`, `every 2 weeks`), or behind
  /// them where the first word is none. Throws what `read` does of the first word where neither is.
  func names<Value>(
    after first: String, _ read: (String) throws -> Value
  ) throws -> (value: Value, names: [String]) {
    let value: Value
    do {
      value = try read(first)
    } catch {
      // The longest first: `every month on the 15th` begins with a rule of its own.
      for count in (1..<max(min(tasks.count, 7), 1)).reversed() {
        guard let value = Self.value(([first] + tasks.prefix(count)).joined(separator: " "), read) else { continue }
        return (value, try Self.names(Array(tasks.dropFirst(count))))
      }
      guard let last = tasks.last, last != "-" else { throw error }
      guard let other = Self.value(last, read) else { throw error }
      return (other, try Self.names([first] + tasks.dropLast()))
    }
    return (value, try names())
  }

  /// Nil for what is none: then it is a task's name, and what is wrong with it as a value is of no interest.
  private static func value<Value>(_ text: String, _ read: (String) throws -> Value) -> Value? {
    do { return try read(text) } catch _ { return nil }
  }

  static func names(_ arguments: [String]) throws -> [String] {
    let names = try StandardInput.names(arguments)
    guard !names.isEmpty else { throw TaskNameError.noneGiven }
    return names
  }
}
