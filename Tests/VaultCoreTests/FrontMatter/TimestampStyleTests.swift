import Testing
import VaultCore

@Suite struct TimestampStyleTests {
  /// 2026-03-01T09:05:07.042 where the clock is an hour ahead.
  static let now = CivilTime(instant: 1_772_352_307_042, offset: 3600)

  @Test(arguments: [
    ("updated: 2020-01-01", "updated: 2026-03-01"),
    ("modified: \"2020-01-01\" # c", "modified: \"2026-03-01\" # c"),
    ("updated: 2020-01-01T10:00", "updated: 2026-03-01T09:05"),
    ("updated: 2020-01-01T10:00:00", "updated: 2026-03-01T09:05:07"),
    ("updated: 2020-01-01 10:00:00", "updated: 2026-03-01 09:05:07"),
    ("updated: 2020-01-01T10:00:00.5", "updated: 2026-03-01T09:05:07.0"),
    ("updated: 2020-01-01T10:00:00.123456Z", "updated: 2026-03-01T08:05:07.042000Z"),
    ("updated: 2020-01-01T10:00:00+02:00", "updated: 2026-03-01T09:05:07+01:00"),
    ("updated: 2020-01-01 10:00 -0330", "updated: 2026-03-01 09:05 +0100"),
    ("updated: 2020-01-01T10:00+02", "updated: 2026-03-01T09:05+01"),
    ("updatedAt: 1577836800", "updatedAt: 1772352307"),
    ("updated_at: 1577836800000", "updated_at: 1772352307042"),
    ("lastmod: '1577836800.25'", "lastmod: '1772352307.04'"),
    ("updated:\nmodified: 2020-01-01", "updated:\nmodified: 2026-03-01"),
  ])
  func theFormStays(before: String, after: String) throws {
    let text = "---\n\(before)\n---\n"
    let change = try #require(TimestampStyle.updating(Array(text.utf8), now: Self.now))
    #expect(changed(text, change) == "---\n\(after)\n---\n")
    #expect(TimestampStyle.updating(Array("---\n\(after)\n---\n".utf8), now: Self.now) == nil)
  }

  @Test(arguments: [
    "updated: soon", "updated:", "updated: 2026", "updated: [2020-01-01]", "title: x", "updated: 2026-02-30",
    "updated: 2020-01-01\nupdated: 2021-01-01", "updated: 2026-03-01",
  ])
  func nothingToDo(line: String) {
    #expect(
      line.contains("\nupdated") || TimestampStyle.updating(Array("---\n\(line)\n---\n".utf8), now: Self.now) == nil)
    #expect(TimestampStyle.updating(Array("\(line)\n".utf8), now: Self.now) == nil)
    #expect(TimestampStyle.updating(Array("+++\n\(line)\n+++\n".utf8), now: Self.now) == nil)
  }

  @Test func createdHasTheZone() {
    #expect(TimestampStyle.created(now: Self.now) == .dateTime("2026-03-01T09:05:07+01:00"))
    let before = CivilTime(instant: -1, offset: -12_600)
    #expect(TimestampStyle.created(now: before) == .dateTime("1969-12-31T20:29:59-03:30"))
  }
}
