/// Search against ripgrep, which has to read every note.
struct SearchRows {
  let session: Session
  let vault: MeasuredVault
  /// How the names end of searches that most notes match.
  static let withoutGoal = " (no goal)"

  /// The process of the watcher that runs, for which the goals are others; nil for none.
  var watcher: Int?

  private var isWatched: Bool { watcher != nil }

  private var root: String { vault.root }
  private var facts: VaultFacts { vault.facts }
  private var words: String { facts.words.joined(separator: " ") }
  private var ripgrep: [String] { session.ripgrep("-il", facts.phrase, in: vault) }

  func rows() -> [Row] { isWatched ? rowsWithGoals : rowsWithGoals + rowsWithoutGoals }

  private var rowsWithGoals: [Row] {
    let paths = session.vault("search", words, "--format", "{path}", in: root)
    let phrase = session.vault("search", "\"\(facts.phrase)\"", "--format", "{path}", in: root)
    return [
      row(
        "search, two words, paths", paths,
        expected: facts.right(facts.notesWithBothWords, most: facts.mostNotesWithBothWords)),
      row("search, two words, 20 with excerpts", session.vault("search", words, "--limit", "20", in: root)),
      row(
        "search, phrase, paths", phrase,
        expected: facts.right(facts.notesWithPhrase, most: facts.mostNotesWithPhrase)),
      row("search, phrase, with excerpts", session.vault("search", "\"\(facts.phrase)\"", in: root)),
      unindexedRow("search, ~piece of a word", query: "~" + facts.piece, pattern: facts.piece),
      unindexedRow(
        "search, /regular\\s+expression/i", query: "/\(facts.lead)\\s+\(facts.words[0])\\b/i",
        pattern: "\(facts.lead)\\s+\(facts.words[0])\\b"),
      unindexedRow("search, ~across words", query: "~\"\(across)\"", pattern: across),
    ]
  }

  private var rowsWithoutGoals: [Row] {
    [
      unindexedRow("search, m*" + Self.withoutGoal, query: "m*", pattern: "\\bm", goal: nil),
      unindexedRow("search, ~ing" + Self.withoutGoal, query: "~ing", pattern: "ing", goal: nil),
      unindexedRow(
        "search, /[0-9]{4}-[0-9]{2}/" + Self.withoutGoal, query: "/[0-9]{4}-[0-9]{2}/", pattern: "[0-9]{4}-[0-9]{2}",
        goal: nil),
    ]
  }

  /// The end of the word that stands before the first of the two, and that one.
  private var across: String { "\(facts.lead.suffix(2)) \(facts.words[0])" }

  /// What no list of words answers by itself, against ripgrep looking for the same.
  private func unindexedRow(_ what: String, query: String, pattern: String, goal: Row.Goal? = .ratio(0.40)) -> Row {
    let what = isWatched ? WatchRows.prefix + what : what
    return .measured(what, beside: watcher) {
      let command = session.vault("search", query, "--format", "{path}", in: root)
      let peer = session.ripgrep("-il", pattern, in: vault)
      if goal != nil {
        let expected = try session.answer(peer, orNothing: 1).split(separator: "\n").count
        try session.expect(facts.rightOfRare(expected), linesFrom: command)
      } else {
        _ = try session.answer(command, orNothing: vault.nothing)
      }
      let times = try session.times([Timed(command), Timed(peer)], orNothing: !facts.isGenerated)
      return Row(
        what: what, vault: .init(times[0]), peer: .init(times[1]), peerName: "rg of the same",
        goal: isWatched ? WatchRows.goal : goal, usage: try session.usage(of: command, orNothing: vault.nothing))
    }
  }

  private func row(_ what: String, _ command: [String], expected: ClosedRange<Int>? = nil) -> Row {
    let what = isWatched ? WatchRows.prefix + what : what
    return .measured(what, beside: watcher) {
      if let expected {
        try session.expect(expected, linesFrom: command)
      } else {
        _ = try session.answer(command)
      }
      try session.expect(facts.notesWithPhrase, linesFrom: ripgrep)
      let times = try session.times([Timed(command), Timed(ripgrep)])
      return Row(
        what: what, vault: .init(times[0]), peer: .init(times[1]), peerName: "rg phrase",
        goal: isWatched ? WatchRows.goal : .ratio(0.30), usage: try session.usage(of: command))
    }
  }
}
