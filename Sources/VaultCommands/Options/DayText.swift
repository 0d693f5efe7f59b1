import ArgumentParser
import VaultCore
import VaultInterface
import VaultStore

/// A day in words on the command line.
enum DayText {
  /// What takes a date away.
  static let none = ["none", "-", "clear"]

  /// Returns nil for `none`. `option`: what the words were given for, as `--due`.
  static func day(_ text: String, _ option: String, _ context: CommandContext) throws -> CivilDate? {
    if none.contains(text.lowercased()) { return nil }
    let query = try context.vault().queryContext
    let phrase = DayPhrase(today: query.today, firstWeekday: query.firstWeekday)
    do throws(QueryError) {
      return try phrase.day(of: text)
    } catch {
      throw QueryProblem(text: text, error: error, option: option)
    }
  }
}
