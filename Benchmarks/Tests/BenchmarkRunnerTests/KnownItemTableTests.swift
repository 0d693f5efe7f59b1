import Testing

@testable import BenchmarkRunner

@Suite struct KnownItemTableTests {
  private func answer(
    _ text: String, _ half: Judgments.Half, _ ranks: [KnownItemSearch.Ranker: Int]
  ) -> KnownItemSearch.Answer {
    .init(query: .init(text: text, answer: "\(text).md"), half: half, ranks: ranks, paths: ["other.md"])
  }

  private var search: KnownItemSearch {
    KnownItemSearch(
      parts: [
        .init(
          name: "hub", isTuned: true, hasGoal: true,
          answers: [
            answer("one", .tuning, [.any: 2, .formula: 1]), answer("two", .unseen, [.any: 1, .fullTextAny: 2]),
            answer("three", .unseen, [.any: 4, .formula: 4]),
          ]),
        .init(name: "mine", isTuned: false, hasGoal: true, answers: [answer("four", .unseen, [.any: 3, .all: 1])]),
      ], remarks: ["kepano is left out"])
  }

  @Test func rowsAreMeans() throws {
    let rows = search.rows
    #expect(rows.map(\.name) == ["tuning, hub", "unseen, hub", "mine"])
    #expect(rows.map(\.queries) == [1, 2, 1])
    #expect(rows[1].figures[.any] == .init(reciprocalRank: 0.625, first: 0.5, inTen: 1))
    #expect(rows[1].figures[.formula] == .init(reciprocalRank: 0.125, first: 0, inTen: 0.5))
    #expect(rows[1].lead(\.reciprocalRank) == 2.5)
    #expect(rows[1].lead(\.inTen) == 2)
    #expect(rows.map(\.verdict) == [.none, .ok, .none])
  }

  @Test func aGoalIsMissedByEitherFigure() {
    let missed = KnownItemRow(
      "x", [answer("two", .unseen, [.any: 1, .fullTextAny: 2])], hasGoal: true)
    #expect(missed.lead(\.reciprocalRank) == 2)
    #expect(missed.lead(\.inTen) == 1)
    #expect(missed.verdict == .missed)
  }

  @Test func queriesOfTheUnseenHalfAreNotShown() {
    let misses = KnownItemTable(search).misses
    #expect(misses.contains("one") && misses.contains("four"))
    #expect(!misses.contains("two") && !misses.contains("three"))
    #expect(KnownItemTable(search).text.hasSuffix("  kepano is left out\n"))
  }
}
