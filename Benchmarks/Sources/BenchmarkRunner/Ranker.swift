/// Something that puts the notes of a vault into an order for a query.
enum Ranker: String, Sendable, Codable, CaseIterable {
  case vault
  /// FTS5's bm25() over titles and texts; notes with all words.
  case fullTextAll
  /// The same; notes with any of the words.
  case fullTextAny
  /// Notes by how many of their lines have one of the words.
  case ripgrep

  var name: String {
    switch self {
    case .vault: "vault"
    case .fullTextAll: "FTS5, all"
    case .fullTextAny: "FTS5, any"
    case .ripgrep: "rg"
    }
  }
}

/// The answers of all rankers on one vault.
struct RankedVault {
  let session: Session
  let root: String
  private let database: String

  /// `tokenizer`: FTS5's, in its own words.
  ///
  /// - Throws: where the peer's table cannot be filled.
  init(_ session: Session, root: String, tokenizer: String = "unicode61 remove_diacritics 2") throws {
    self.session = session
    self.root = root
    database = session.folder + "/ranking.sqlite"
    _ = try session.answer(session.peer("bm25", root, database, tokenizer))
  }

  /// As many as a terminal shows.
  private static let page = 20

  /// What a person sees on a terminal: the notes that have all words and, where these fill no page, those that have some of
  /// them behind.
  func asOnTerminal(_ query: String) throws -> [String] {
    let complete = try own(query, "--all", limit: Self.page)
    guard complete.count < Self.page else { return Array(complete.prefix(RankingScore.depth)) }
    let known = Set(complete)
    let others = try own(query, "--any", limit: 2 * Self.page).filter { !known.contains($0) }
    return Array((complete + others).prefix(RankingScore.depth))
  }

  /// What the vault command answers.
  func own(_ query: String, _ options: String..., limit: Int = RankingScore.depth) throws -> [String] {
    let command = session.vault("search", query, "--format", "{path}", "--limit", "\(limit)", in: root)
    return lines(try session.answer(command + options, orNothing: 1))
  }

  /// Paths in the vault, the best first; as many as count.
  func paths(for query: String, by ranker: Ranker) throws -> [String] {
    let terms = QueryTerms(query)
    switch ranker {
    case .vault: return try asOnTerminal(query)
    case .fullTextAll: return try fullText(terms.fullText(joinedBy: " "))
    case .fullTextAny: return try fullText(terms.fullText(joinedBy: " OR "))
    case .ripgrep: return try byMatchingLines(terms)
    }
  }

  private func fullText(_ expression: String) throws -> [String] {
    lines(try session.answer(session.peer("bm25", "--search", database, expression, "\(RankingScore.depth)")))
  }

  private func byMatchingLines(_ terms: QueryTerms) throws -> [String] {
    let options = ["rg", "--no-config", "--no-ignore", "-icF0", "-g", "*.md", "-g", "*.markdown"]
    let counts = lines(try session.answer(options + terms.patterns + ["--", root], orNothing: 1)).compactMap { line in
      line.firstIndex(of: "\0").map { end in
        (path: String(line[..<end].dropFirst(root.count + 1)), lines: Int(line[line.index(after: end)...]) ?? 0)
      }
    }
    let ordered = counts.sorted { ($1.lines, $0.path) < ($0.lines, $1.path) }
    return ordered.prefix(RankingScore.depth).map(\.path)
  }

  private func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map(String.init)
  }
}
