import Foundation
import Testing
import VaultCore
import VaultStore

@testable import VaultInterface

struct RelativeTimeTests {
  @Test(arguments: [
    ("2026-03-15", "today"), ("2026-03-14", "yesterday"), ("2026-03-16", "tomorrow"), ("2026-03-12", "3 days ago"),
    ("2026-03-20", "in 5 days"), ("2026-03-08", "7 days ago"), ("2026-03-02", "13 days ago"),
    ("2026-03-22", "in 7 days"), ("2026-03-01", "2 weeks ago"), ("2026-02-22", "3 weeks ago"),
    ("2026-02-16", "3 weeks ago"), ("2026-02-15", "1 month ago"), ("2026-02-13", "1 month ago"),
    ("2026-01-14", "2 months ago"), ("2026-09-15", "in 6 months"), ("2025-03-16", "11 months ago"),
    ("2025-03-15", "1 year ago"), ("2024-01-01", "2 years ago"), ("2027-03-16", "in 1 year"),
    ("0001-01-01", "2025 years ago"),
  ])
  func days(_ day: String, _ expected: String) throws {
    let today = try #require(CivilDate("2026-03-15"))
    #expect(RelativeTime.day(try #require(CivilDate(day)), today: today) == expected)
  }

  @Test(arguments: [
    ("2026-03-15", "today"), ("2026-03-14", "1 d"), ("2026-03-16", "in 1 d"), ("2026-03-02", "13 d"),
    ("2026-03-01", "2 wk"), ("2026-02-16", "3 wk"), ("2026-02-15", "1 mo"), ("2026-09-15", "in 6 mo"),
    ("2025-03-16", "11 mo"), ("2025-03-15", "1 yr"), ("2027-03-16", "in 1 yr"), ("0001-01-01", "2025 yr"),
  ])
  func daysInBrief(_ day: String, _ expected: String) throws {
    let today = try #require(CivilDate("2026-03-15"))
    #expect(RelativeTime.briefDay(try #require(CivilDate(day)), today: today) == expected)
  }

  @Test(arguments: [
    (0, "now"), (-29, "now"), (-60, "1 min"), (-3_599, "59 min"), (-3_600, "1 h"), (-11 * 3_600, "11 h"),
    (-13 * 3_600, "1 d"), (7_200, "in 2 h"), (13 * 3_600, "in 1 d"),
  ])
  func instantsInBrief(_ seconds: Int, _ expected: String) throws {
    let environment = VaultEnvironment.fixed(try #require(CivilDate("2026-03-15")))
    let milliseconds = Int64((environment.now.timeIntervalSince1970 + Double(seconds)) * 1_000)
    #expect(RelativeTime.brief(.instant(milliseconds), in: environment) == expected)
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
}
