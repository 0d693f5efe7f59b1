import ArgumentParser
import VaultCore
import VaultStore

/// Which tasks a list shows: what the operators of the same names ask. All must hold; of several values of one, any.
struct TaskFilters: ParsableArguments {
  @Flag(help: "Tasks of any status; else those that are open.")
  var all = false

  @Flag(help: "Tasks that are done or cancelled.")
  var done = false

  @Flag(help: "Open tasks whose due date has passed.")
  var overdue = false

  @Option("Due on those days: today, this-week, ..2026-03-31, +7d.", value: "dates")
  var due: [String] = []

  @Option("Scheduled for those days.", value: "dates")
  var scheduled: [String] = []

  @Option("That can be started on those days.", value: "dates")
  var start: [String] = []

  @Option("highest, high, medium, none, low or lowest; \">=medium\" in quotes.", value: "list", completion: .priorities)
  var priority: [String] = []

  @Option("Of a category, their own or their note's.", value: "list", completion: .categories)
  var category: [String] = []

  @Option("With a tag in their line, or one below it.", value: "list", completion: .tags)
  var tag: [String] = []

  @Option("In notes whose path holds the text.", value: "text")
  var path: [String] = []

  @Option("With all these words in their description.", value: "text")
  var search: [String] = []

  func validate() throws {
    if done, all { throw ValidationError("--all and --done exclude each other: give one of them") }
    if done, overdue { throw ValidationError("--done and --overdue exclude each other: no done task is overdue") }
  }

  /// True when any of them is.
  var isGiven: Bool {
    all || done || overdue
      || ![due, scheduled, start, priority, category, tag, path, search].allSatisfy(\.isEmpty)
  }

  func adding(to query: Query, _ context: CommandContext) throws -> Query {
    var query = try FilterList.adding(
      [
        (.due, due), (.scheduled, scheduled), (.start, start), (.priority, priority), (.category, category),
        (.tag, tag), (.path, path),
      ], to: query, context)
    for word in search.flatMap({ $0.split(whereSeparator: \.isWhitespace) }) {
      query = query.adding(.words(Query.TextMatch(String(word))))
    }
    return overdue ? query.adding(.isTask(.overdue)) : query
  }

  func scope(of query: Query) -> TaskScope {
    if all { return .all }
    return done ? .done : query.taskScope
  }
}
