import ArgumentParser
import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

/// How a list of tasks is put together.
struct TaskGroupOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What to put under titles of their own: due, category, …; groups in groups with due,category.",
      discussion: """
        Any of \(TaskGrouping.allCases.map(\.rawValue).joined(separator: ", ")). On a terminal due, unless the list is \
        sorted otherwise; in a pipe none. With --count the tasks of each group are counted, done ones as well.
        """, valueName: "keys"),
    completion: .list(TaskGrouping.allCases.map(\.rawValue)),
    transform: CommandLineArguments.decoded)
  var group: String?

  @Flag(help: "Show subtasks below their tasks, in the order of their notes; with --group those of one group.")
  var tree = false

  func validate() throws {
    do { _ = try groupings() } catch let error as UnknownName { throw ValidationError(error.description) }
  }

  /// True when any is given.
  var isGiven: Bool { group != nil || tree }

  /// The outermost first; empty for `none`, nil where nothing is said. Throws `UnknownName`.
  func groupings() throws -> [TaskGrouping]? {
    try group.map { try TaskGrouping.list($0) }
  }

  /// The titles of notes, where groups need them.
  func titles(_ reader: VaultReader) throws -> [NotePath: String] {
    try groupings()?.contains(.note) == true ? reader.noteTitles() : [:]
  }
}
