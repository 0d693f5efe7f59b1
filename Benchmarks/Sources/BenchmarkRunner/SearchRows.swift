import VaultGenerator

/// Search against ripgrep, which has to read every note.
struct SearchRows {
  let session: Session
  let vault: GeneratedVault

  private var root: String { vault.root }
  private var facts: GeneratedVault.Statistics { vault.statistics }
  private var words: String { facts.words.joined(separator: " ") }
  private var ripgrep: [String] { session.ripgrep("-il", facts.phrase, in: root) }

  func rows() -> [Row] {
    let paths = session.vault("search", words, "--format", "{path}", in: root)
    let phrase = session.vault("search", "\"\(facts.phrase)\"", "--format", "{path}", in: root)
    return [
      row("search, two words, paths", paths, expected: facts.notesWithBothWords),
      row("search, two words, 20 with excerpts", session.vault("search", words, "--limit", "20", in: root)),
      row("search, phrase, paths", phrase, expected: facts.notesWithPhrase),
      row("search, phrase, with excerpts", session.vault("search", "\"\(facts.phrase)\"", in: root)),
    ]
  }

  private func row(_ what: String, _ command: [String], expected: Int? = nil) -> Row {
    .measured(what) {
      if let expected {
        try session.expect(expected, linesFrom: command)
      } else {
        _ = try session.answer(command)
      }
      try session.expect(facts.notesWithPhrase, linesFrom: ripgrep)
      let times = try session.times([Timed(command), Timed(ripgrep)])
      return Row(
        what: what, vault: .init(times[0]), peer: .init(times[1]), peerName: "rg phrase",
        goal: .ratio(0.35, later: 0.30))
    }
  }
}
