import Foundation
import Testing

@testable import BenchmarkRunner

@Suite struct RankingTableTests {
  private func answer(_ text: String, _ half: Judgments.Half, _ paths: [Ranker: [String]]) -> Ranking.Answer {
    let query = Judgments.Query(text: text, half: half, grades: ["a.md": 3])
    let scores = Ranker.allCases.map { ($0, RankingScore(of: paths[$0] ?? [], grades: query.grades)) }
    return .init(query: query, scores: Dictionary(uniqueKeysWithValues: scores), paths: paths[.vault] ?? [])
  }

  private var ranking: Ranking {
    Ranking(parts: [
      .init(
        vault: "one",
        answers: [
          answer("first", .tuning, [.vault: ["x.md", "a.md"], .fullTextAny: ["a.md"]]),
          answer("second", .unseen, [.vault: ["a.md"], .fullTextAll: ["x.md", "a.md"]]),
        ]),
      .init(vault: "two", answers: [answer("third", .unseen, [.vault: ["a.md"], .ripgrep: ["a.md"]])]),
    ])
  }

  @Test func isAligned() {
    #expect(
      RankingTable(ranking).text == """
        Ranking: nDCG@10 / MRR; behind them the lead in nDCG over FTS5 with all words, which the goal is for, and any
          half, vault   queries   vault           FTS5, all       FTS5, any       rg              over all   over any   goal     verdict
          tuning, one         1   0.631 / 0.500   0.000 / 0.000   1.000 / 1.000   0.000 / 0.000   +0.631     -0.369
          tuning, two         0   0.000 / 0.000   0.000 / 0.000   0.000 / 0.000   0.000 / 0.000   +0.000     +0.000
          tuning, all         1   0.631 / 0.500   0.000 / 0.000   1.000 / 1.000   0.000 / 0.000   +0.631     -0.369
          unseen, one         1   1.000 / 1.000   0.631 / 0.500   0.000 / 0.000   0.000 / 0.000   +0.369     +1.000
          unseen, two         1   1.000 / 1.000   0.000 / 0.000   0.000 / 0.000   1.000 / 1.000   +1.000     +1.000
          unseen, all         2   1.000 / 1.000   0.315 / 0.250   0.000 / 0.000   0.500 / 0.500   +0.685     +1.000     ≥ 0.10   ok

        """)
  }

  @Test func unseenQueriesAreNotShown() {
    let misses = RankingTable(ranking).misses
    #expect(
      misses.hasPrefix(
        """
        one, tuning half: nDCG@10 of vault; FTS5, all; FTS5, any; rg
          0.631  0.000  1.000  0.000  first
              - x.md
              3 a.md

        """))
    #expect(!misses.contains("second") && !misses.contains("third"))
  }

  @Test func theGoalIsSetForAllVaults() {
    let part = Ranking(parts: ranking.parts, remarks: ["three is left out"])
    #expect(part.rows.allSatisfy { $0.verdict == .none })
    #expect(RankingTable(part).text.hasSuffix("  three is left out\n"))
    #expect(RankingRow(vault: "one", half: .tuning, answers: ranking.parts[0].answers, goal: 0.7).verdict == .missed)
  }

  @Test func theReportHasNoQueries() throws {
    let json = String(decoding: try JSONEncoder().encode(RankingReport(ranking)), as: UTF8.self)
    #expect(json.contains(#""half":"unseen""#) && !json.contains("second"))
  }
}
