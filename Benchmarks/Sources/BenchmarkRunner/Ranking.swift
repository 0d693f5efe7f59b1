import Foundation

/// What the rankers make of the judged queries.
struct Ranking: Sendable {
  /// One query, and how each ranker answers it.
  struct Answer: Sendable {
    let query: Judgments.Query
    let scores: [Ranker: RankingScore]
    /// The vault command's own answer; the best first.
    let paths: [String]
  }

  struct Part: Sendable {
    let vault: String
    let answers: [Answer]
  }

  /// How much more than FTS5, which asks for all words as the vault command does, is to be reached on the unseen half.
  static let goal = 0.10

  let parts: [Part]
  /// What is left out, and why.
  let remarks: [String]

  init(parts: [Part], remarks: [String] = []) {
    self.parts = parts
    self.remarks = remarks
  }

  /// - Throws: where a judgment file is malformed, or a command fails.
  init(_ session: Session, note: (String) -> Void) throws {
    var parts: [Part] = []
    var remarks: [String] = []
    for place in JudgedVault.all(project: session.options.project) {
      guard FileManager.default.fileExists(atPath: place.root) else {
        remarks.append("\(place.name) is left out: \(place.root) is not here; the goal is set for all vaults")
        continue
      }
      let judgments = try Judgments(contentsOf: place.judgments)
      note("\(place.name): \(judgments.queries.count) judged queries")
      let vault = try RankedVault(session, root: place.root)
      parts.append(Part(vault: place.name, answers: try judgments.queries.map { try Self.answer($0, in: vault) }))
    }
    self.init(parts: parts, remarks: remarks)
  }

  private static func answer(_ query: Judgments.Query, in vault: RankedVault) throws -> Answer {
    var scores: [Ranker: RankingScore] = [:]
    var own: [String] = []
    for ranker in Ranker.allCases {
      let paths = try vault.paths(for: query.text, by: ranker)
      scores[ranker] = RankingScore(of: paths, grades: query.grades)
      if ranker == .vault { own = paths }
    }
    return Answer(query: query, scores: scores, paths: own)
  }

  /// Lines of the table: each half of each vault, and of all of them where there are several.
  var rows: [RankingRow] {
    Judgments.Half.allCases.flatMap { half in
      let rows = parts.map { RankingRow(vault: $0.vault, half: half, answers: $0.answers) }
      guard parts.count > 1 else { return rows }
      let all = RankingRow(
        vault: "all", half: half, answers: parts.flatMap(\.answers),
        goal: half == .unseen && remarks.isEmpty ? Self.goal : nil)
      return rows + [all]
    }
  }
}

/// The means over the queries of one half.
struct RankingRow: Sendable {
  let vault: String
  let half: Judgments.Half
  let queries: Int
  let scores: [Ranker: RankingScore]
  let goal: Double?

  init(vault: String, half: Judgments.Half, answers: [Ranking.Answer], goal: Double? = nil) {
    let answers = answers.filter { $0.query.half == half }
    self.vault = vault
    self.half = half
    self.goal = goal
    queries = answers.count
    scores = Dictionary(
      uniqueKeysWithValues: Ranker.allCases.map { ranker in
        (ranker, RankingScore(meanOf: answers.compactMap { $0.scores[ranker] }))
      })
  }

  /// By how much the vault command's nDCG exceeds another's.
  func lead(over ranker: Ranker) -> Double { gain(.vault) - gain(ranker) }

  var verdict: Row.Verdict {
    guard let goal else { return .none }
    return lead(over: .fullTextAll) >= goal ? .ok : .missed
  }

  private func gain(_ ranker: Ranker) -> Double { scores[ranker]?.gain ?? 0 }
}
