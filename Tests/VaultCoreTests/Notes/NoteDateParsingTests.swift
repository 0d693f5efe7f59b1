import Testing
import VaultCore

@Suite struct NoteDateParsingTests {
  private static let base: Int64 = 1_767_398_400_000  // 2026-01-03T00:00:00Z

  /// Texts with the milliseconds after `base` that they mean, without a zone.
  static let local: [(String, Int64)] = [
    ("2026-01-03T10:00", 36_000_000), ("2026-01-03 10:00:30", 36_030_000), ("2026-01-03t10:00:30.5", 36_030_500),
    (" 2026-01-03  10:00\n", 36_000_000), ("2026-01-03T23:59:60", 86_400_000),
  ]

  static let instants: [(String, Int64)] = [
    ("2026-01-03T10:00:30.123456Z", 36_030_123), ("2026-01-03T10:00+01:00", 32_400_000),
    ("2026-01-03 10:00:00 -0530", 55_800_000), ("2026-01-03T10:00+02", 28_800_000), ("1767398400", 0),
    ("1767398400.5", 500), ("1767398400123", 123),
  ]

  @Test(arguments: local)
  func withoutAZone(text: String, milliseconds: Int64) {
    #expect(NoteDate(text) == .dateTime(Self.base + milliseconds))
    #expect(NoteDate(property: .text(text)) == .dateTime(Self.base + milliseconds))
  }

  @Test(arguments: instants)
  func withAZone(text: String, milliseconds: Int64) {
    #expect(NoteDate(text) == .instant(Self.base + milliseconds))
    #expect(NoteDate(property: .text(text)) == .instant(Self.base + milliseconds))
  }

  @Test(arguments: [
    "", "2026", "2026-01", "2026-02-30", "2026-01-03T", "2026-01-03T24:00", "2026-01-03T10", "2026-01-03T10:60",
    "2026-01-03T10:00+1", "2026-01-03T10:00Zx", "2026-01-0310:00", "12345678", "20260103", "202601031200",
    "20260103120000", "1.7.6.7.3.9.8", "3 January 2026", "2026-01-03T10:00:00.",
  ])
  func othersAreNot(text: String) {
    #expect(NoteDate(text) == nil)
  }

  @Test func properties() throws {
    let day = try #require(CivilDate("2026-01-03"))
    #expect(NoteDate(property: .date(day)) == .date(day))
    #expect(NoteDate(property: .text("2026-01-03")) == .date(day))
    #expect(NoteDate(property: .number(1_767_398_400, text: "1767398400")) == .instant(Self.base))
    #expect(NoteDate(property: .number(2026, text: "2026")) == nil)
    #expect(NoteDate(property: .number(.infinity, text: "x")) == nil)
    #expect(NoteDate(property: .number(-1e300, text: "x")) == nil)
    #expect(NoteDate(property: .null) == nil)
    #expect(NoteDate(property: .list([.date(day)])) == nil)
  }

  @Test(arguments: [
    ("2026-01-03 Walk.md", "2026-01-03"), ("2026-01-03.md", "2026-01-03"), ("2026-01-03", "2026-01-03"),
    ("Log 2026-01-03.md", "2026-01-03"), ("Log_2026-01-03_x.md", "2026-01-03"), ("2026-01-03T1015 x.md", "2026-01-03"),
    ("2026-13-03 or 2026-01-04.md", "2026-01-04"), ("12026-01-03.md", nil), ("2026-01-031.md", nil),
    ("2026-01-03x.md", nil), ("v2026-01-03", nil), ("2026-02-30.md", nil), ("20260103.md", nil), ("", nil),
    ("été", nil),
  ])
  func fileNames(name: String, expected: String?) {
    #expect(NoteDate(fileName: name) == expected.flatMap { CivilDate($0) }.map { .date($0) })
  }
}
