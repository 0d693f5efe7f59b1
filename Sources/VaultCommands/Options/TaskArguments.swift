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

  /// The names and a value that stands before them, or behind them where the first word is none. Throws what `read` does
  /// of the first word where neither is.
  func names<Value>(
    after first: String, _ read: (String) throws -> Value
  ) throws -> (value: Value, names: [String]) {
    let value: Value
    do {
      value = try read(first)
    } catch {
      guard let last = tasks.last, last != "-" else { throw error }
      let other: Value
      // What is wrong with the last word is of no interest: it is a task's name.
      do { other = try read(last) } catch _ { throw error }
      return (other, try Self.names([first] + tasks.dropLast()))
    }
    return (value, try names())
  }

  static func names(_ arguments: [String]) throws -> [String] {
    let names = try StandardInput.names(arguments)
    guard !names.isEmpty else { throw TaskNameError.noneGiven }
    return names
  }
}
