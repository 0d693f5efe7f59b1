import Foundation
import Testing
import VaultCore
import VaultStore

@testable import VaultCommands

struct RelativeTimeTests {
  @Test(arguments: [
    ("2026-03-15", "today"), ("2026-03-14", "yesterday"), ("2026-03-16", "tomorrow"), ("2026-03-12", "3 days ago"),
    ("2026-03-20", "in 5 days"), ("2026-03-08", "last week"), ("2026-03-22", "next week"),
    ("2026-02-22", "3 weeks ago"),
    ("2026-02-15", "last month"), ("2026-02-13", "last month"), ("2026-01-14", "2 months ago"),
    ("2026-09-15", "in 6 months"),
    ("2025-03-15", "last year"), ("2024-01-01", "2 years ago"), ("2027-03-16", "next year"),
    ("0001-01-01", "2025 years ago"),
  ])
  func days(_ day: String, _ expected: String) throws {
    let today = try #require(CivilDate("2026-03-15"))
    #expect(RelativeTime.day(try #require(CivilDate(day)), today: today) == expected)
  }

  @Test(arguments: [
    (0, "just now"), (-59, "just now"), (-60, "1 minute ago"), (-3_599, "59 minutes ago"), (-3_600, "1 hour ago"),
    (-11 * 3_600, "11 hours ago"), (-13 * 3_600, "yesterday"), (7_200, "in 2 hours"), (13 * 3_600, "tomorrow"),
  ])
  func instants(_ seconds: Int, _ expected: String) throws {
    let environment = VaultEnvironment.fixed(try #require(CivilDate("2026-03-15")))
    #expect(RelativeTime.instant(environment.now.addingTimeInterval(Double(seconds)), in: environment) == expected)
    let milliseconds = Int64((environment.now.timeIntervalSince1970 + Double(seconds)) * 1_000)
    #expect(RelativeTime.text(.instant(milliseconds), in: environment) == expected)
    #expect(RelativeTime.text(.dateTime(milliseconds), in: environment) == expected)
  }

  @Test func isoWithZone() throws {
    let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
    let day = try #require(CivilDate("2026-07-01"))
    #expect(ISOTime.text(.date(day), in: berlin) == "2026-07-01")
    #expect(ISOTime.text(.instant(0), in: .gmt) == "1970-01-01T00:00:00Z")
    #expect(ISOTime.text(.instant(-1), in: .gmt) == "1969-12-31T23:59:59Z")
    let summer = Int64(day.dayNumber) * 86_400_000
    #expect(ISOTime.text(.instant(summer), in: berlin) == "2026-07-01T02:00:00+02:00")
    #expect(ISOTime.text(.dateTime(summer), in: berlin) == "2026-07-01T00:00:00+02:00")
    #expect(ISOTime.text(.dateTime(0), in: berlin) == "1970-01-01T00:00:00+01:00")
    let newfoundland = try #require(TimeZone(identifier: "America/St_Johns"))
    #expect(ISOTime.text(.instant(summer), in: newfoundland) == "2026-06-30T21:30:00-02:30")
    for extreme in [Int64.min, .max] { #expect(!ISOTime.text(.instant(extreme), in: .gmt).isEmpty) }
  }
}
