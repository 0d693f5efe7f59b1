import ArgumentParser
import VaultCore

/// Which notes a list shows: what the operators of the same names ask. All must hold; of several values of one, any.
struct NoteFilters: ParsableArguments {
  @Option(
    help: ArgumentHelp("Notes with a tag, or one below it.", valueName: "list"),
    completion: .custom { words, _, prefix in VaultCompletion.tags(words: words, prefix: prefix) },
    transform: CommandLineArguments.decoded)
  var tag: [String] = []

  @Option(
    help: ArgumentHelp("Notes of a category.", valueName: "list"),
    completion: .custom { words, _, prefix in VaultCompletion.categories(words: words, prefix: prefix) },
    transform: CommandLineArguments.decoded)
  var category: [String] = []

  @Option(
    help: ArgumentHelp("Notes from a source: voice, web, …", valueName: "list"),
    completion: .custom { words, _, prefix in VaultCompletion.sources(words: words, prefix: prefix) },
    transform: CommandLineArguments.decoded)
  var source: [String] = []

  @Option(
    help: ArgumentHelp("Notes whose path holds the text.", valueName: "text"),
    transform: CommandLineArguments.decoded)
  var path: [String] = []

  @Flag(help: "Pinned notes.")
  var pinned = false

  @Option(
    help: ArgumentHelp("Notes made on those days: today, 2026-03, 2026-01-01..", valueName: "dates"),
    transform: CommandLineArguments.decoded)
  var created: [String] = []

  @Option(
    help: ArgumentHelp("Notes last changed on those days.", valueName: "dates"),
    transform: CommandLineArguments.decoded)
  var updated: [String] = []

  func adding(to query: Query, _ context: CommandContext) throws -> Query {
    let query = try FilterList.adding(
      [
        (.tag, FilterList.split(tag)), (.category, FilterList.split(category)), (.source, FilterList.split(source)),
        (.path, path), (.created, FilterList.split(created)), (.updated, FilterList.split(updated)),
      ], to: query, context)
    return pinned ? query.adding(.isNote(.pinned)) : query
  }
}

/// The values of an option that may be given several times, several separated by commas each time.
enum FilterList {
  /// A query for which each of the operators holds for one of its values, too. The options are called like these.
  static func adding(
    _ filters: [(name: QueryOperator.Name, values: [String])], to query: Query, _ context: CommandContext
  ) throws -> Query {
    try filters.reduce(query) { query, filter in
      query.adding(
        anyOf: try filter.values.map { try context.predicate(filter.name, $0, option: "--\(filter.name.rawValue)") })
    }
  }

  static func split(_ values: [String]) -> [String] {
    values.flatMap { value in
      let parts = value.split(separator: ",").map { String($0.drop { $0 == " " }) }.filter { !$0.isEmpty }
      // An empty value is an error that its operator words.
      return parts.isEmpty ? [value] : parts
    }
  }
}
