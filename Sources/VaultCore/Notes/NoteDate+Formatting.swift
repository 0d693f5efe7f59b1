/// A zone as a function: seconds east of Greenwich at a moment given in seconds since 1970-01-01T00:00:00Z.
package typealias ZoneOffset = (Int64) -> Int

extension NoteDate {
  /// Milliseconds since 1970-01-01T00:00:00Z, a day counting from its first moment: what to sort by.
  package func instant(in zone: ZoneOffset) -> Int64 {
    switch self {
    case .instant(let milliseconds): milliseconds
    case .dateTime(let wallClock): Self.instant(ofWallClock: wallClock, in: zone)
    case .date(let date): Self.instant(ofWallClock: Int64(date.dayNumber) * 86_400_000, in: zone)
    }
  }

  /// The day that a calendar on the reader's wall shows.
  package func day(in zone: ZoneOffset) -> CivilDate {
    switch self {
    case .instant(let milliseconds):
      CivilDate(dayNumber: Int(Self.floor(Self.wallClock(of: milliseconds, in: zone), 86_400_000).quotient))
    case .dateTime(let wallClock): CivilDate(dayNumber: Int(Self.floor(wallClock, 86_400_000).quotient))
    case .date(let date): date
    }
  }

  /// ISO 8601 with the zone's offset (`2026-01-03T10:00:00+01:00`, `Z` for none); a day alone stays `2026-01-03`.
  /// Fractions of a second are left out.
  package func iso8601(in zone: ZoneOffset) -> String {
    if case .date(let date) = self { return date.description }
    let instant = instant(in: zone)
    let offset = zone(Self.floor(instant, 1000).quotient)
    let time = CivilTime(instant: instant, offset: offset)
    let clock = [time.hour, time.minute, time.second].map { $0.padded(to: 2) }.joined(separator: ":")
    return time.date.description + "T" + clock + (offset == 0 ? "Z" : time.zone(separator: ":"))
  }

  /// A reading that the clocks skip counts as the moment an hour (or whatever they skip) after the change; one that
  /// they show twice is the first.
  private static func instant(ofWallClock wallClock: Int64, in zone: ZoneOffset) -> Int64 {
    let seconds = floor(wallClock, 1000).quotient
    // The offsets in force a day before and a day after: all that can apply.
    let before = Int64(zone(seconds &- 86_400))
    let after = Int64(zone(seconds &+ 86_400))
    for offset in [before, after] where Int64(zone(seconds &- offset)) == offset {
      return wallClock &- offset &* 1000
    }
    return wallClock &- before &* 1000
  }

  private static func wallClock(of instant: Int64, in zone: ZoneOffset) -> Int64 {
    instant &+ Int64(zone(floor(instant, 1000).quotient)) &* 1000
  }

  private static func floor(_ value: Int64, _ unit: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: unit)
    return remainder < 0 ? (quotient - 1, remainder + unit) : (quotient, remainder)
  }
}
