/// A day of the proleptic Gregorian calendar, without clock or zone. Years 1 to 9999.
///
/// Conversions are Howard Hinnant's `days_from_civil` and `civil_from_days`, valid for every such year.
package struct CivilDate: Hashable, Sendable, Comparable {
  /// Days since 1970-01-01, negative before it.
  package let dayNumber: Int32

  package init(dayNumber: Int) {
    self.dayNumber = Int32(clamping: dayNumber)
  }

  /// Returns nil when there is no such day (month 13, 30 February, year 0 or 10000).
  package init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= Self.days(inMonth: month, of: year)
    else { return nil }
    let y = month <= 2 ? year - 1 : year
    let era = y / 400
    let yearOfEra = y - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    dayNumber = Int32(era * 146_097 + dayOfEra - 719_468)
  }

  /// Reads exactly `YYYY-MM-DD`; nil for anything else, impossible days included.
  package init?(_ text: some StringProtocol) {
    let bytes = Array(text.utf8)
    guard let date = bytes.withUnsafeBufferPointer({ CivilDate(iso: $0[...]) }) else { return nil }
    self = date
  }

  /// Reads exactly ten bytes, `YYYY-MM-DD`.
  package init?(iso bytes: Slice<UnsafeBufferPointer<UInt8>>) {
    guard bytes.count == 10 else { return nil }
    let s = bytes.startIndex
    guard bytes[s + 4] == 0x2D, bytes[s + 7] == 0x2D else { return nil }
    func number(_ from: Int, _ count: Int) -> Int? {
      var value = 0
      for i in (s + from)..<(s + from + count) {
        guard bytes[i] >= 0x30, bytes[i] <= 0x39 else { return nil }
        value = value * 10 + Int(bytes[i] - 0x30)
      }
      return value
    }
    guard let year = number(0, 4), let month = number(5, 2), let day = number(8, 2) else {
      return nil
    }
    self.init(year: year, month: month, day: day)
  }

  package var components: (year: Int, month: Int, day: Int) {
    let z = Int(dayNumber) + 719_468
    let era = (z >= 0 ? z : z - 146_096) / 146_097
    let dayOfEra = z - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    return (
      yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1
    )
  }

  package var year: Int { components.year }
  package var month: Int { components.month }
  package var day: Int { components.day }

  /// 1 is Monday, 7 is Sunday, as in ISO 8601.
  package var isoWeekday: Int {
    let r = (Int(dayNumber) + 3) % 7
    return (r < 0 ? r + 7 : r) + 1
  }

  package static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  package static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  package func adding(days: Int) -> CivilDate {
    CivilDate(dayNumber: Int(dayNumber) + days)
  }

  /// The same day `months` later, moved back to the month's last day where there is none.
  package func adding(months: Int) -> CivilDate {
    let (year, month, day) = components
    let index = year * 12 + month - 1 + months
    let newYear = min(max(index >= 0 ? index / 12 : (index - 11) / 12, 1), 9999)
    let newMonth = index - (index >= 0 ? index / 12 : (index - 11) / 12) * 12 + 1
    let newDay = min(day, Self.days(inMonth: newMonth, of: newYear))
    return CivilDate(year: newYear, month: newMonth, day: newDay) ?? self
  }

  package func days(since other: CivilDate) -> Int {
    Int(dayNumber) - Int(other.dayNumber)
  }

  package static func < (a: Self, b: Self) -> Bool { a.dayNumber < b.dayNumber }
}

extension CivilDate: CustomStringConvertible {
  /// `YYYY-MM-DD`
  package var description: String {
    let (y, m, d) = components
    func two(_ n: Int) -> String { n < 10 ? "0\(n)" : "\(n)" }
    let year = String(y)
    return String(repeating: "0", count: max(0, 4 - year.count)) + year + "-" + two(m) + "-" + two(d)
  }
}
