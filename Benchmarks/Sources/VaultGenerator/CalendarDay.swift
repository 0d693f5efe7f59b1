/// A day by its distance from 1970-01-01, written without Foundation's help: notes hold many of them.
struct CalendarDay {
  let number: Int

  init(year: Int, plus days: Int) {
    // 1 January of the year.
    let before = year - 1
    number = 365 * (year - 1970) + (before / 4 - 492) - (before / 100 - 19) + (before / 400 - 4) + days
  }

  private init(number: Int) {
    self.number = number
  }

  func adding(_ days: Int) -> CalendarDay {
    CalendarDay(number: number + days)
  }

  /// `2026-02-01`. From 1970 on.
  var text: String {
    // Howard Hinnant's civil_from_days, for days after the epoch.
    let shifted = number + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthPart = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthPart + 2) / 5 + 1
    let month = monthPart < 10 ? monthPart + 3 : monthPart - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return "\(year)-\(Self.twoDigits(month))-\(Self.twoDigits(day))"
  }

  static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}
