import Foundation

/// How well a note is found by what somebody called it.
struct KnownItemSearch {
  enum Ranker: CaseIterable {
    case any
    case terminal
    case all
    case fullTextAll
    case fullTextAny
    case formula

    var name: String {
      switch self {
      case .any: "vault --any"
      case .terminal: "vault, terminal"
      case .all: "vault, all"
      case .fullTextAll: "FTS5, all"
      case .fullTextAny: "FTS5, any"
      case .formula: "BM25F, any"
      }
    }

    static let peers: [Ranker] = [.fullTextAll, .fullTextAny, .formula]
  }

  struct Answer {
    let query: KnownItems.Query
    let half: Judgments.Half
    /// The place of the note, from 1; nil where it is not among the first ten.
    let ranks: [Ranker: Int]
    /// What `vault search --any` put first.
    let paths: [String]
  }

  struct Part {
    let name: String
    /// True where weights were chosen by the tuning half.
    let isTuned: Bool
    /// False where there is nothing to reach.
    let hasGoal: Bool
    let answers: [Answer]
  }

  /// MRR and the share of notes among the first ten have to be so many times those of the best peer.
  static let goal = 1.05
  private(set) var parts: [Part] = []
  private(set) var remarks: [String] = []

  /// - Parameter folders: Somebody's notes, besides the corpus.
  init(_ session: Session, folders: [String], note: (String) -> Void) throws {
    let corpus = ["obsidian-hub", "kepano-obsidian"].map { name in
      (name, URL(fileURLWithPath: "\(session.options.project)/../shared/corpus/\(name)").standardizedFileURL.path)
    }
    for (name, root) in corpus + folders.map({ ((($0 as NSString).lastPathComponent), $0) }) {
      guard FileManager.default.fileExists(atPath: root) else {
        remarks.append("\(name) is left out: \(root) is not here")
        continue
      }
      let vault = try KnownItemVault(
        session, root: root, copy: "\(session.folder)/known-\(parts.count + remarks.count)")
      if !vault.descriptions.isEmpty {
        note("\(name): \(vault.descriptions.count) notes to be found by what they say")
        let answers = try vault.descriptions.map { try Self.answer($0, .unseen, vault) }
        parts.append(Part(name: "described, \(name)", isTuned: false, hasGoal: false, answers: answers))
      }
      guard !vault.queries.isEmpty else {
        remarks.append("\(name) is left out: no link in it calls a note by two to six words of its own")
        continue
      }
      note("\(name): \(vault.queries.count) notes to be found by what links call them")
      let answers = try zip(vault.queries, vault.halves()).map { try Self.answer($0, $1, vault) }
      parts.append(Part(name: name, isTuned: name == "obsidian-hub", hasGoal: true, answers: answers))
    }
  }

  init(parts: [Part], remarks: [String] = []) {
    self.parts = parts
    self.remarks = remarks
  }

  private static func answer(
    _ query: KnownItems.Query, _ half: Judgments.Half, _ vault: KnownItemVault
  ) throws -> Answer {
    var paths: [Ranker: [String]] = [:]
    for ranker in Ranker.allCases { paths[ranker] = try vault.paths(for: query.text, ranker) }
    let ranks = paths.compactMapValues { paths in
      paths.prefix(RankingScore.depth).firstIndex(of: query.answer).map { $0 + 1 }
    }
    return Answer(query: query, half: half, ranks: ranks, paths: paths[.any] ?? [])
  }

  var rows: [KnownItemRow] {
    parts.flatMap { part in
      part.isTuned
        ? Judgments.Half.allCases.map { half in
          KnownItemRow(
            "\(half.rawValue), \(part.name)", part.answers.filter { $0.half == half }, hasGoal: half == .unseen)
        } : [KnownItemRow(part.name, part.answers, hasGoal: part.hasGoal)]
    }
  }
}

/// The means over some queries.
struct KnownItemRow {
  struct Figures: Equatable {
    /// MRR: 1 over the place of the note, 0 where it is not among the first ten.
    var reciprocalRank: Double
    /// The share of notes that came first, and of those among the first ten.
    var first: Double
    var inTen: Double
  }

  let name: String
  let queries: Int
  let figures: [KnownItemSearch.Ranker: Figures]
  let hasGoal: Bool

  init(_ name: String, _ answers: [KnownItemSearch.Answer], hasGoal: Bool) {
    (self.name, self.hasGoal, queries) = (name, hasGoal, answers.count)
    let count = Double(max(answers.count, 1))
    figures = Dictionary(
      uniqueKeysWithValues: KnownItemSearch.Ranker.allCases.map { ranker in
        let ranks = answers.compactMap { $0.ranks[ranker] }
        return (
          ranker,
          Figures(
            reciprocalRank: ranks.reduce(0) { $0 + 1 / Double($1) } / count,
            first: Double(ranks.count { $0 == 1 }) / count,
            inTen: Double(ranks.count) / count)
        )
      })
  }

  /// How many times the best peer's figure the vault command's is; nil where no peer found anything.
  func lead(_ figure: (Figures) -> Double) -> Double? {
    let best = KnownItemSearch.Ranker.peers.compactMap { figures[$0].map(figure) }.max() ?? 0
    guard best > 0, let own = figures[.any].map(figure) else { return nil }
    return own / best
  }

  var verdict: Row.Verdict {
    guard hasGoal, let rank = lead(\.reciprocalRank), let inTen = lead(\.inTen) else { return .none }
    return min(rank, inTen) >= KnownItemSearch.goal ? .ok : .missed
  }
}
