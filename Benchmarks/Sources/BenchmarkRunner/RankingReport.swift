/// The ranking for programs; of the unseen half totals alone.
struct RankingReport: Encodable {
  struct Figure: Encodable {
    let ranker: Ranker
    let gain: Double
    let reciprocalRank: Double
  }

  struct Line: Encodable {
    let half: Judgments.Half
    let vault: String
    let queries: Int
    let figures: [Figure]
    let leadOverAll: Double
    let leadOverAny: Double
    let goal: Double?
    let verdict: String
  }

  let rows: [Line]
  let remarks: [String]

  init(_ ranking: Ranking) {
    remarks = ranking.remarks
    rows = ranking.rows.map { row in
      Line(
        half: row.half, vault: row.vault, queries: row.queries,
        figures: Ranker.allCases.compactMap { ranker in
          row.scores[ranker].map { Figure(ranker: ranker, gain: $0.gain, reciprocalRank: $0.reciprocalRank) }
        },
        leadOverAll: row.lead(over: .fullTextAll), leadOverAny: row.lead(over: .fullTextAny), goal: row.goal,
        verdict: row.verdict.rawValue)
    }
  }
}
