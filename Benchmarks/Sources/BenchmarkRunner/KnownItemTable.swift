/// Known-item search as aligned plain text.
struct KnownItemTable {
  let search: KnownItemSearch

  init(_ search: KnownItemSearch) {
    self.search = search
  }

  var text: String {
    let header =
      ["half, notes", "queries"] + KnownItemSearch.Ranker.allCases.map(\.name) + ["over the best", "verdict"]
    let title = "Known-item search: MRR@10 / first / in ten; behind them how many times the best peer's MRR and in ten"
    let lines = RankingTable.aligned([header] + search.rows.map(Self.cells), rightOnes: [1])
    return ([title] + lines + search.remarks.map { "  " + $0 }).joined(separator: "\n") + "\n"
  }

  /// The queries that were not answered first, but none of an unseen half: who sees its queries fail tunes by them.
  var misses: String {
    search.parts.flatMap { part -> [String] in
      let answers = part.answers.filter { (!part.isTuned || $0.half == .tuning) && $0.ranks[.any] != 1 }
      let lines = answers.flatMap { answer -> [String] in
        let ranks = KnownItemSearch.Ranker.allCases.map { answer.ranks[$0].map(String.init) ?? "-" }
        return ["  \(ranks.joined(separator: " "))  \(answer.query.text)", "      wanted \(answer.query.answer)"]
          + answer.paths.prefix(3).map { "      \($0)" }
      }
      let names = KnownItemSearch.Ranker.allCases.map(\.name).joined(separator: "; ")
      return ["\(part.name): place of the note by \(names)"] + lines + [""]
    }.joined(separator: "\n")
  }

  private static func cells(_ row: KnownItemRow) -> [String] {
    let figures = KnownItemSearch.Ranker.allCases.map { ranker in
      row.figures[ranker].map {
        "\(Table.decimal($0.reciprocalRank, 3)) / \(Table.decimal($0.first, 2)) / \(Table.decimal($0.inTen, 2))"
      } ?? "-"
    }
    let leads = [row.lead(\.reciprocalRank), row.lead(\.inTen)].map { $0.map { Table.decimal($0, 2) } ?? "-" }
    return [row.name, "\(row.queries)"] + figures + [leads.joined(separator: " / "), row.verdict.rawValue]
  }
}
