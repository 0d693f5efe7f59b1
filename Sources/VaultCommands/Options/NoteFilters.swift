import ArgumentParser
import VaultCore

/// Which notes a list shows: what the operators of the same names ask. All must hold; of several values of one, any.
struct NoteFilters: ParsableArguments {
  @Option("Notes with a tag, or one below it.", value: "list", completion: .tags)
  var tag: [String] = []

  @Option("Notes of a category.", value: "list", completion: .categories)
  var category: [String] = []

  @Option("Notes from a source: voice, web, …", value: "list", completion: .sources)
  var source: [String] = []

  @Option("Notes whose path holds the text.", value: "text")
  var path: [String] = []

  @Flag(help: "Pinned notes.")
  var pinned = false

  @Flag(help: "Favorites.")
  var favorite = false

  @Option("Notes made on those days: today, 2026-03, 2026-01-01..", value: "dates")
  var created: [String] = []

  @Option("Notes last changed on those days.", value: "dates")
  var updated: [String] = []

  func adding(to query: Query, _ context: CommandContext) throws -> Query {
    let query = try FilterList.adding(
      [
        (.tag, tag), (.category, category), (.source, source), (.path, path), (.created, created), (.updated, updated),
      ], to: query, context)
    let wanted = [pinned ? Query.Predicate.isNote(.pinned) : nil, favorite ? .isNote(.favorite) : nil]
    return wanted.compactMap(\.self).reduce(query) { $0.adding($1) }
  }
}

/// The values of an option that may be given several times, several separated by commas each time.
enum FilterList {
  /// A query for which each of the operators holds for one of its values, too. The options are called like these.
  static func adding(
    _ filters: [(name: QueryOperator.Name, values: [String])], to query: Query, _ context: CommandContext
  ) throws -> Query {
    try filters.reduce(query) { query, filter in
      // A path may hold commas.
      let values = filter.name == .path ? filter.values : split(filter.values)
      return query.adding(
        anyOf: try values.map { try context.predicate(filter.name, $0, option: "--\(filter.name.rawValue)") })
    }
  }

  private static func split(_ values: [String]) -> [String] {
    values.flatMap { value in
      let parts = value.split(separator: ",").map { String($0.drop { $0 == " " }) }.filter { !$0.isEmpty }
      // An empty value is an error that its operator words.
      return parts.isEmpty ? [value] : parts
    }
  }
}
