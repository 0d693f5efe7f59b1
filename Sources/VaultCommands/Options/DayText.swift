import ArgumentParser
import VaultCore

/// A day in words on the command line.
enum DayText {
  /// What takes a date away.
  static let none = ["none", "-", "clear"]

  /// Returns nil for `none`. `option`: what the words were given for, as `--due`.
  static func day(_ text: String, _ option: String, _ context: CommandContext) throws -> CivilDate? {
    if none.contains(text.lowercased()) { return nil }
    return try context.understood(text, option: option) {
      try DayPhrase(today: $0.today, firstWeekday: $0.firstWeekday).day(of: text)
    }
  }
}
