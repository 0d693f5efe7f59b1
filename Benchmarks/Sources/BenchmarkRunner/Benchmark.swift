import Foundation
import VaultGenerator

/// Everything that `run` does.
package struct Benchmark: Sendable {
  private let options: Options
  private let note: @Sendable (String) -> Void

  /// - Parameter note: called with lines about what is being done.
  package init(_ options: Options, note: @escaping @Sendable (String) -> Void) {
    self.options = options
    self.note = note
  }

  /// - Returns: where the vault is, and its statistics as JSON.
  package func generate(notes: Int, tasks: Int?) async throws -> String {
    let vault = try await Vaults(options, note: note).vault(notes: notes, tasks: tasks)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return vault.root + "\n" + String(decoding: try encoder.encode(vault.statistics), as: UTF8.self)
  }

  /// Measures all rows and prints each block as it is complete.
  /// - Returns: whether every row could be measured.
  package func measure(print: (String) -> Void) async throws -> Bool {
    try checkVault()
    let vaults = try Vaults(options, note: note)
    return try await measure(Session(options), vaults, print: print)
  }

  /// Asks the judged queries, and prints how well they were answered.
  /// - Parameter misses: with each query of the tuning half.
  package func rank(misses: Bool, print: (String) -> Void) throws {
    try checkVault()
    let ranking = try Ranking(Session(options), note: note)
    let table = RankingTable(ranking)
    if misses { print(table.misses) }
    print(table.text)
    if let path = options.json { try JSONReport(machine: nil, blocks: [], ranking: ranking).write(to: path) }
  }

  private func checkVault() throws {
    guard FileManager.default.isExecutableFile(atPath: options.vault) else {
      throw Options.Usage(
        description: "there is no program at \(options.vault): build it with `swift build -c release`, or use --vault")
    }
  }

  private func measure(_ session: Session, _ vaults: Vaults, print: (String) -> Void) async throws -> Bool {
    let machine = try Machine(session)
    print(machine.line + "\n")
    let start = startUp(session)
    var blocks = [start.block]
    for size in options.sizes {
      let vault = try await vaults.vault(notes: size)
      blocks.append(try await rows(session, vaults, vault, startUp: start.seconds))
    }
    blocks.append(try await manyTasks(session, vaults))
    if options.extremes {
      note("extremes")
      blocks.append(
        Block(
          title: "Extremes", detail: "each against one half its size; what is quadratic would take four times as long",
          rows: ExtremeRows(session: session).rows()))
    }
    print(Table(blocks).text)
    let ranking = ranking(session, print: print)
    if let path = options.picture { try Data(GrowthPicture(blocks).svg.utf8).write(to: URL(fileURLWithPath: path)) }
    if let path = options.json { try JSONReport(machine: machine, blocks: blocks, ranking: ranking).write(to: path) }
    return ranking != nil && blocks.allSatisfy { $0.rows.allSatisfy { $0.failure == nil } }
  }

  /// nil where a command failed; the rows that were timed are worth printing all the same.
  private func ranking(_ session: Session, print: (String) -> Void) -> Ranking? {
    do {
      let ranking = try Ranking(session, note: note)
      print(RankingTable(ranking).text)
      return ranking
    } catch {
      print("Ranking: failed\n  \(error)\n")
      return nil
    }
  }

  private func startUp(_ session: Session) -> (block: Block, seconds: Double?) {
    note("timing start-up")
    var seconds: Double?
    let what = "--version"
    let row = Row.measured(what) {
      _ = try session.answer(session.vault("--version"))
      let times = try session.times([Timed(session.vault("--version")), Timed(session.peer("hello"))])
      seconds = times[0].median
      return Row(
        what: what, vault: .init(times[0]), peer: .init(times[1]), peerName: "hello in Swift", goal: .ratio(2))
    }
    var rows = [row]
    if let seconds {
      rows.append(Row(what: "--version, time", vault: .init(seconds, .seconds), goal: .value(0.010)))
    }
    return (Block(title: "Start-up", rows: rows), seconds)
  }

  private func rows(
    _ session: Session, _ vaults: Vaults, _ vault: GeneratedVault, startUp: Double?
  ) async throws -> Block {
    let facts = vault.statistics
    note("\(facts.notes) notes: first index")
    try await vaults.settle(vault)
    let index = IndexRows(session: session, vault: vault)
    let built = [index.unindexed()] + index.build()
    note("\(facts.notes) notes: refresh, search, tasks")
    let refresh = index.refresh(startUp: startUp)
    let search = SearchRows(session: session, vault: vault).rows()
    let tasks = TaskRows(session: session, vault: vault).rows()
    note("\(facts.notes) notes: a task completed")
    let completed = TaskChangeRows(session: session, vault: vault).rows()
    note("\(facts.notes) notes: one note changed")
    let changed = index.changed()
    note("\(facts.notes) notes: with a watcher")
    let watched = WatchRows(session: session, vault: vault).rows()
    note("\(facts.notes) notes: a note moved")
    let moved = MoveRows(session: session, vault: vault).rows()
    return Block(
      title: "\(facts.notes) notes",
      detail:
        "\(Table.decimal(Double(facts.bytes) / 1e6, 1)) MB in \(facts.folders) folders, \(facts.tasks) tasks; each "
        + "word in \(facts.notesWithWord) notes, both in \(facts.notesWithBothWords), the phrase in \(facts.notesWithPhrase)",
      notes: facts.notes, goalsApply: facts.notes >= 30_000,
      rows: search + tasks + completed + refresh + [changed] + watched + built + moved)
  }

  private func manyTasks(_ session: Session, _ vaults: Vaults) async throws -> Block {
    let vault = try await vaults.vault(notes: 3_000, tasks: 10_000)
    try await vaults.settle(vault)
    note("ten thousand tasks")
    let row = TaskRows(session: session, vault: vault).costPerTask()
    return Block(title: "\(vault.statistics.tasks) tasks in \(vault.statistics.notes) notes", rows: [row])
  }
}
