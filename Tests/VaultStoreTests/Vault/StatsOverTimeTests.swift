import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

@Suite struct StatsOverTimeTests {
  private func stats(_ files: [String: String], noIndex: Bool = false) throws -> StatsOverTime {
    let folder = try TemporaryFolder()
    for (path, text) in files { try folder.write(text, to: path) }
    return try VaultUnderTest(folder).vault(noIndex: noIndex).read { try $0.statsOverTime() }
  }

  private func day(_ text: String) -> CivilDate { CivilDate(text) ?? CivilDate(dayNumber: 0) }

  /// Today is 12 March 2026.
  @Test(arguments: [false, true]) func monthsDaysAndNames(_ noIndex: Bool) throws {
    let stats = try stats(
      [
        "a.md": "---\ncreated: 2025-12-31\nupdated: 2026-03-12\ntags: [x, x/y]\ncategory: Idea\n---\none two\n",
        "b.md": "---\ncreated: 2026-02-01\nupdated: 2026-03-12\ntags: [X]\ncategory: idea\n---\nthree\n",
        "c.md": "---\ncreated: 2027-01-01\nupdated: 2020-01-01\n---\n- [x] four ✅ 2026-03-10\n- [x] ✅ 2020-01-01\n",
        "d.md": "---\ncreated: 2026-02-28\nupdated: 2027-01-01\n---\n- [x] five ✅ 2026-02-30\n- [x] six ✅ 2026-03-10\n",
      ], noIndex: noIndex)
    #expect(stats.months.map(\.first.description) == ["2025-12-01", "2026-01-01", "2026-02-01", "2026-03-01"])
    #expect(stats.months.map(\.notes) == [1, 1, 3, 4])
    #expect(stats.months.map(\.words).prefix(2) == [2, 2])
    #expect(stats.edits == [day("2026-03-12"): 2])
    #expect(stats.done == [day("2026-03-10"): 2])
    #expect(stats.tags == [.init("x", 2), .init("x/y", 1)])
    #expect(stats.categories == [.init("Idea", 2), .init("other", 2)])
  }

  @Test func aNoteOfLongAgoMakesNoEndlessList() throws {
    let stats = try stats(["a.md": "---\ncreated: 0001-01-01\n---\n", "b.md": "---\ncreated: 2026-03-01\n---\n"])
    #expect(stats.months.count == StatsOverTime.mostMonths)
    #expect(stats.months.first?.notes == 1 && stats.months.last?.notes == 2)
    #expect(try self.stats(["a.md": "---\ncreated: 9999-12-31\n---\n"]).months.map(\.notes) == [1])
  }

  @Test func theYearHas371Days() throws {
    let oldest = VaultUnderTest.today.adding(days: -StatsOverTime.days + 1)
    let stats = try stats([
      "a.md": "---\nupdated: \(oldest)\n---\n", "b.md": "---\nupdated: \(oldest.adding(days: -1))\n---\n",
    ])
    #expect(stats.edits == [oldest: 1])
  }

  @Test func nothing() throws {
    #expect(try stats([:]) == StatsOverTime(today: VaultUnderTest.today))
  }
}
