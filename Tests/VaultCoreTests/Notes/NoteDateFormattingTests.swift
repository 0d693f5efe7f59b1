import Testing
import VaultCore

@Suite struct NoteDateFormattingTests {
  private static let base: Int64 = 1_767_398_400_000  // 2026-01-03T00:00:00Z
  /// Central Europe in 2026: summer time from 29 March to 25 October, both at 01:00Z.
  private func berlin(_ seconds: Int64) -> Int {
    seconds >= 1_774_746_000 && seconds < 1_792_890_000 ? 7200 : 3600
  }
  private func utc(_: Int64) -> Int { 0 }
  private func newfoundland(_: Int64) -> Int { -12_600 }

  @Test func instants() {
    #expect(NoteDate.instant(Self.base).iso8601(in: utc) == "2026-01-03T00:00:00Z")
    #expect(NoteDate.instant(Self.base + 999).iso8601(in: berlin) == "2026-01-03T01:00:00+01:00")
    #expect(NoteDate.instant(Self.base).iso8601(in: newfoundland) == "2026-01-02T20:30:00-03:30")
    #expect(NoteDate.instant(-1).iso8601(in: utc) == "1969-12-31T23:59:59Z")
    #expect(NoteDate.instant(Self.base).day(in: newfoundland).description == "2026-01-02")
    #expect(NoteDate.instant(Self.base - 1).day(in: utc).description == "2026-01-02")
  }

  @Test func withoutAZoneTheReadersCounts() {
    let morning = NoteDate.dateTime(Self.base + 36_000_000)
    #expect(morning.iso8601(in: berlin) == "2026-01-03T10:00:00+01:00")
    #expect(morning.iso8601(in: newfoundland) == "2026-01-03T10:00:00-03:30")
    #expect(morning.instant(in: berlin) == Self.base + 32_400_000)
    #expect(morning.day(in: newfoundland).description == "2026-01-03")
  }

  @Test(arguments: [
    ("2026-03-29T01:30", "2026-03-29T01:30:00+01:00"), ("2026-03-29T02:30", "2026-03-29T03:30:00+02:00"),
    ("2026-03-29T03:30", "2026-03-29T03:30:00+02:00"), ("2026-10-25T02:30", "2026-10-25T02:30:00+02:00"),
    ("2026-10-25T03:30", "2026-10-25T03:30:00+01:00"), ("2026-07-01T12:00", "2026-07-01T12:00:00+02:00"),
  ])
  func clocksThatChange(text: String, expected: String) throws {
    let date = try #require(NoteDate(text))
    #expect(date.iso8601(in: berlin) == expected)
  }

  @Test func daysStayDays() throws {
    let day = try #require(CivilDate("2026-01-03"))
    #expect(NoteDate.date(day).iso8601(in: berlin) == "2026-01-03")
    #expect(NoteDate.date(day).instant(in: berlin) == Self.base - 3_600_000)
    #expect(NoteDate.date(day).day(in: berlin) == day)
  }

  @Test(arguments: [Int64.min, Int64.max, -62_135_596_800_001, 253_402_300_800_000])
  func outsideTheCalendarNothingTraps(milliseconds: Int64) {
    for date in [NoteDate.instant(milliseconds), .dateTime(milliseconds)] {
      #expect(!date.iso8601(in: berlin).isEmpty)
      #expect(date.day(in: berlin) == date.day(in: berlin))
      #expect(date.instant(in: berlin) == date.instant(in: berlin))
    }
  }
}
