/// The ranking as aligned plain text.
struct RankingTable {
  let ranking: Ranking

  init(_ ranking: Ranking) {
    self.ranking = ranking
  }

  var text: String {
    let header =
      ["half, vault", "queries"] + Ranker.allCases.map(\.name) + ["over all", "over any", "goal", "verdict"]
    let lines = Self.aligned([header] + ranking.rows.map(Self.cells), rightOnes: [1])
    let title =
      "Ranking: nDCG@\(RankingScore.depth) / MRR; behind them the lead in nDCG over FTS5 with all words, which the goal is for, and any"
    return ([title] + lines + ranking.remarks.map { "  " + $0 }).joined(separator: "\n") + "\n"
  }

  /// Each query of the tuning half, the worst answers first, with the notes that came first and their grades. Of the
  /// unseen half there is nothing: who sees its queries fail tunes by them.
  var misses: String {
    var lines: [String] = []
    for part in ranking.parts {
      let shown = Ranker.allCases
      lines.append(
        "\(part.vault), tuning half: nDCG@\(RankingScore.depth) of " + shown.map(\.name).joined(separator: "; "))
      let answers = part.answers.filter { $0.query.half == .tuning }
      for answer in answers.sorted(by: { Self.gain($0, .vault) < Self.gain($1, .vault) }) {
        lines.append(
          "  " + shown.map { Table.decimal(Self.gain(answer, $0), 3) }.joined(separator: "  ") + "  "
            + answer.query.text)
        for path in answer.paths.prefix(5) {
          lines.append("      \(answer.query.grades[path].map(String.init) ?? "-") \(path)")
        }
      }
      lines.append("")
    }
    return lines.joined(separator: "\n")
  }

  private static func gain(_ answer: Ranking.Answer, _ ranker: Ranker) -> Double { answer.scores[ranker]?.gain ?? 0 }

  private static func cells(_ row: RankingRow) -> [String] {
    let figures = Ranker.allCases.map { ranker in
      row.scores[ranker].map { "\(Table.decimal($0.gain, 3)) / \(Table.decimal($0.reciprocalRank, 3))" } ?? "-"
    }
    let leads = [Ranker.fullTextAll, .fullTextAny].map { ranker in
      let lead = row.lead(over: ranker)
      return (lead < 0 ? "" : "+") + Table.decimal(lead, 3)
    }
    let goal = row.goal.map { "≥ " + Table.decimal($0, 2) } ?? ""
    return ["\(row.half.rawValue), \(row.vault)", "\(row.queries)"] + figures + leads + [goal, row.verdict.rawValue]
  }

  static func aligned(_ rows: [[String]], rightOnes: Set<Int>) -> [String] {
    let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = zip(row, widths).enumerated().map { column, cell in
        let space = String(repeating: " ", count: cell.1 - cell.0.count)
        return rightOnes.contains(column) ? space + cell.0 : cell.0 + space
      }
      var line = "  " + cells.joined(separator: "   ")
      while line.last == " " { line.removeLast() }
      return line
    }
  }
}
