import Foundation

/// The same questions to other tools, where they are installed.
struct ToolRows {
  let session: Session
  let vault: MeasuredVault
  let hasTasks: Bool

  private struct Tool: Sendable {
    let program: String
    /// How it is called in the table.
    let name: String
    /// The commands that list the notes with a text, and that print the lines of an expression.
    let notes: @Sendable (_ text: String, _ root: String) -> [String]
    let lines: @Sendable (_ expression: String, _ root: String) -> [String]
  }

  private static let tools = [
    Tool(
      program: "grep", name: "grep",
      notes: { ["grep", "-ril", "--include=*.md", "--exclude-dir=.*", "-e", $0, $1] },
      lines: { ["grep", "-rE", "--include=*.md", "--exclude-dir=.*", "-e", $0, $1] }),
    Tool(
      program: "ugrep", name: "ugrep",
      notes: { ["ugrep", "-ril", "--include=*.md", "-e", $0, $1] },
      lines: { ["ugrep", "-r", "--include=*.md", "-e", $0, $1] }),
    Tool(
      program: "ag", name: "ag", notes: { ["ag", "-il", "--nocolor", "-G", #"\.md$"#, "--", $0, $1] },
      lines: { ["ag", "--nocolor", "--nogroup", "-G", #"\.md$"#, "--", $0, $1] }),
    Tool(
      program: "git", name: "git grep",
      notes: { ["git", "-C", $1, "grep", "--no-index", "-il", "-e", $0, "--", "*.md"] },
      lines: { ["git", "-C", $1, "grep", "--no-index", "-E", "-e", $0, "--", "*.md"] }),
  ]

  private func installed() throws -> [Tool] { try Self.tools.filter { try session.has($0.program) } }

  func rows() throws -> [Row] {
    let facts = vault.facts
    let search = session.vault("search", "\"\(facts.phrase)\"", "--format", "{path}", in: vault.root)
    let tasks = session.vault("tasks", in: vault.root)
    return try installed().flatMap { tool in
      var rows = [
        row("search, phrase, paths, and \(tool.name)", search, tool.notes(facts.phrase, vault.root), "phrase", tool) {
          try session.expect(facts.notesWithPhrase, linesFrom: $0)
        }
      ]
      if hasTasks {
        rows.append(
          row("tasks, open ones, and \(tool.name)", tasks, tool.lines(TaskRows.posixPattern, vault.root), "tasks", tool)
          {
            try session.expect(facts.right(facts.openTasks), linesFrom: $0)
          })
      }
      return rows
    } + (hasRecoll() ? [recoll(search)] : [])
  }

  /// It looks at no file when it is asked, only at its index, which takes minutes to build: more than some notes are
  /// not given to it.
  private static let mostForRecoll = 30_000

  private func hasRecoll() throws -> Bool {
    try vault.facts.notes <= Self.mostForRecoll && session.has("recollindex") && session.has("recollq")
  }

  private func recoll(_ search: [String]) -> Row {
    let what = "search, phrase, paths, and recoll (stale)"
    return .measured(what) {
      let folder = session.folder + "/recoll"
      if FileManager.default.fileExists(atPath: folder) { try FileManager.default.removeItem(atPath: folder) }
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try Data("topdirs = \"\(vault.root)\"\n".utf8).write(to: URL(fileURLWithPath: folder + "/recoll.conf"))
      _ = try session.answer(["recollindex", "-c", folder])
      let query = ["recollq", "-c", folder, "-b", "-n", "0-\(vault.facts.notes)", "\"\(vault.facts.phrase)\" ext:md"]
      try session.expect(vault.facts.notesWithPhrase, linesFrom: query)
      let times = try session.times([Timed(search), Timed(query)])
      return Row(what: what, vault: .init(times[0]), peer: .init(times[1]), peerName: "recoll phrase")
    }
  }

  private func row(
    _ what: String, _ command: [String], _ others: [String], _ question: String, _ tool: Tool,
    check: ([String]) throws -> Void
  ) -> Row {
    .measured(what) {
      try check(others)
      let times = try session.times([Timed(command), Timed(others)], orNothing: !vault.facts.isGenerated)
      return Row(what: what, vault: .init(times[0]), peer: .init(times[1]), peerName: "\(tool.name) \(question)")
    }
  }

  /// What is not here.
  func remarks() throws -> [String] {
    let programs = Self.tools.map(\.program) + (vault.facts.notes <= Self.mostForRecoll ? ["recollq"] : [])
    let missing = try programs.filter { try !session.has($0) }
    return missing.isEmpty ? [] : ["Not installed, so not compared with: \(missing.joined(separator: ", "))."]
  }
}
