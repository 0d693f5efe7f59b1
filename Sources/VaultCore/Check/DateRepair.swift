/// What a date that cannot be read may be meant as.
package struct DateRepair: Hashable, Sendable {
  /// The bytes of what was written.
  package let range: SourceRange
  /// The day that it says in another way than is read, or those that it may say.
  package let days: [CivilDate]

  /// Nil for what is no problem of a date, and where nothing like a day was written.
  /// - Parameter start: where the problem is, in the file's bytes.
  package init?(_ diagnostic: Diagnostic, at start: Int, in bytes: [UInt8], _ phrase: DayPhrase) {
    guard start < bytes.count else { return nil }
    let line = bytes[start...].prefix { $0 != 0x0A && $0 != 0x0D }
    switch diagnostic.code {
    case "task-date-impossible":
      // As ISO has it: ten characters.
      range = start..<min(start + 10, line.endIndex)
    case "date-unreadable":
      let value = line.prefix { $0 != 0x23 }.trimming { $0.isSpaceOrTab || $0 == 0x22 || $0 == 0x27 }
      range = value.startIndex..<value.endIndex
    default: return nil
    }
    days = Self.days(meantBy: String(decoding: bytes[range], as: UTF8.self), phrase)
    if days.isEmpty { return nil }
  }

  static func days(meantBy text: String, _ phrase: DayPhrase) -> [CivilDate] {
    do throws(QueryError) { return [try phrase.day(of: text)] } catch {
      let near = error.candidates.compactMap { CivilDate($0) }
      return near.isEmpty ? lastDay(ofMonthIn: text).map { [$0] } ?? [] : near
    }
  }

  /// 2026-02-30 is meant as the last day of its month.
  private static func lastDay(ofMonthIn text: String) -> CivilDate? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2], day > 28, day <= 31 else {
      return nil
    }
    return (28...30).reversed().lazy.compactMap { CivilDate(year: year, month: month, day: $0) }.first
  }
}
