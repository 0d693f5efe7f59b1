import VaultCore

/// How a vault came to be what it is, and what is in it most.
package struct StatsOverTime: Sendable, Equatable {
  /// What there was when a month ended.
  package struct Month: Sendable, Equatable {
    /// The month's first day.
    package var first: CivilDate
    /// Notes that were made until then, by their `created`, and the words that they have now.
    package var notes: Int
    package var words: Int

    package init(first: CivilDate, notes: Int, words: Int) {
      (self.first, self.notes, self.words) = (first, notes, words)
    }
  }

  /// A name, and how many notes have it.
  package struct Share: Sendable, Equatable {
    package var name: String
    package var count: Int

    package init(_ name: String, _ count: Int) { (self.name, self.count) = (name, count) }
  }

  /// The last day that is looked at.
  package var today: CivilDate
  /// Each month from the first note's to this one; at most `mostMonths`, the first of which has all that is older. A note
  /// of a later day counts in the last.
  package var months: [Month] = []
  /// How many notes were changed last on a day, and how many tasks were done on it: all days of the 371 up to today on
  /// which there is one.
  package var edits: [CivilDate: Int] = [:]
  package var done: [CivilDate: Int] = [:]
  /// All tags but those that only stand above others, and all categories, most first.
  package var tags: [Share] = []
  package var categories: [Share] = []

  package init(today: CivilDate) { self.today = today }

  package static let mostMonths = 480
  /// 53 weeks.
  package static let days = 371
}

extension VaultReader {
  /// How the vault came to be what it is, for drawings.
  package func statsOverTime() throws -> StatsOverTime {
    let today = environment.today
    var stats = StatsOverTime(today: today)
    // By path, so that of several spellings the same one is named every time.
    let heads = try snapshot.heads(of: snapshot.universe).sorted { $0.path < $1.path }
    let records = try snapshot.records(of: heads.map(\.id))
    stats.months = Self.months(records.map { (day(of: $0.created), $0.words) }, until: today)
    func count(_ day: CivilDate, in days: inout [CivilDate: Int]) {
      if (0..<StatsOverTime.days).contains(today.days(since: day)) { days[day, default: 0] += 1 }
    }
    for record in records { count(day(of: record.updated), in: &stats.edits) }
    try snapshot.forEachTask(openOnly: false) { _, task in
      if let day = task.dates[.done]?.date { count(day, in: &stats.done) }
    }
    stats.categories = Self.mostFirst(records.map { $0.category ?? Note.defaultCategory }).map {
      .init($0.name, $0.count)
    }
    stats.tags = try tags().filter { $0.count > 0 }.map { .init($0.tag, $0.count) }
      .sorted { ($1.count, $0.name) < ($0.count, $1.name) }
    return stats
  }

  private static func months(_ notes: [(day: CivilDate, words: Int)], until today: CivilDate) -> [StatsOverTime.Month] {
    guard let first = notes.map(\.day).min() else { return [] }
    func number(_ day: CivilDate) -> Int { day.year * 12 + day.month - 1 }
    let last = number(today)
    let start = min(max(number(first), last - StatsOverTime.mostMonths + 1), last)
    var months = (start...last).map { month in
      StatsOverTime.Month(
        first: CivilDate(year: month / 12, month: month % 12 + 1, day: 1) ?? today, notes: 0, words: 0)
    }
    for note in notes {
      let index = min(max(number(note.day), start), last) - start
      months[index].notes += 1
      months[index].words &+= note.words
    }
    for index in months.indices.dropFirst() {
      months[index].notes += months[index - 1].notes
      months[index].words &+= months[index - 1].words
    }
    return months
  }
}
