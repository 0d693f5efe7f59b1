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
    try checkVault(options.vault)
    return try await measure(Session(options), print: print)
  }

  /// Measures this build against another one, at the largest of the vaults.
  /// - Returns: whether every row could be measured.
  package func pairs(before: String, print: (String) -> Void) async throws -> Bool {
    try checkVault(options.vault)
    try checkVault(before)
    let session = try Session(options)
    print(try Machine(session).line + "\n")
    let vault: MeasuredVault
    if let folder = options.folders.first {
      vault = try CopiedVaults(session: session, note: note).vault(of: folder)
    } else {
      vault = MeasuredVault(try await Vaults(options, note: note).vault(notes: options.sizes.max() ?? 0))
    }
    try await vault.settle()
    return try Pairs(options, before: before, vault, note: note).measure(print: print)
  }

  /// Asks the judged queries, and prints how well they were answered.
  /// - Parameter misses: with each query of the tuning half.
  package func rank(misses: Bool, print: (String) -> Void) throws {
    try checkVault(options.vault)
    let session = try Session(options)
    let ranking = try Ranking(session, note: note)
    let table = RankingTable(ranking)
    if misses { print(table.misses) }
    print(table.text)
    let known = KnownItemTable(try KnownItemSearch(session, folders: options.folders, note: note))
    if misses { print(known.misses) }
    print(known.text)
    if let path = options.json { try JSONReport(machine: nil, blocks: [], ranking: ranking).write(to: path) }
  }

  private func checkVault(_ program: String) throws {
    guard FileManager.default.isExecutableFile(atPath: program) else {
      throw Options.Usage(
        description: "there is no program at \(program): build it with `swift build -c release`, or name another one")
    }
  }

  private func measure(_ session: Session, print: (String) -> Void) async throws -> Bool {
    let machine = try Machine(session)
    print(machine.line + "\n")
    let start = startUp(session)
    var blocks: [Block] = []
    // A run may take an hour: what is known is shown, and written.
    func add(_ block: Block) throws {
      blocks.append(block)
      print(Table([block]).text)
      try write(machine, blocks, ranking: nil)
    }
    try add(start.block)
    func measure(_ vault: MeasuredVault) async throws {
      try await vault.settle()
      try add(VaultRows(session: session, vault: vault, startUp: start.seconds, note: note).block())
    }
    let copies = CopiedVaults(session: session, note: note)
    for folder in options.folders { try await measure(copies.vault(of: folder)) }
    for notes in options.corpus {
      if let vault = try copies.corpus(notes: notes) {
        try await measure(vault)
      } else {
        try add(Block(title: "The corpus", remarks: ["There is none at ../shared/corpus: left out."]))
      }
    }
    if !options.sizes.isEmpty {
      let vaults = try Vaults(options, note: note)
      for size in options.sizes { try await measure(MeasuredVault(vaults.vault(notes: size))) }
      if let growth = GrowthRows.block(of: blocks) { try add(growth) }
      try add(await manyTasks(session, vaults))
    }
    if options.extremes {
      note("extremes")
      try add(
        Block(
          title: "Extremes", detail: "each against one half its size; what is quadratic would take four times as long",
          rows: ExtremeRows(session: session).rows()))
    }
    print(Table(blocks).footnote + "\n" + ResourceTable(blocks).text)
    // Queries were judged on notes of the project's own, so they are no part of what was asked of somebody's folder.
    let isRanked = !options.sizes.isEmpty
    let ranking = isRanked ? ranking(session, print: print) : nil
    try write(machine, blocks, ranking: ranking)
    print(KnownItemTable(try KnownItemSearch(session, folders: options.folders, note: note)).text)
    return (ranking != nil || !isRanked) && blocks.allSatisfy { $0.rows.allSatisfy { $0.failure == nil } }
  }

  private func write(_ machine: Machine, _ blocks: [Block], ranking: Ranking?) throws {
    let picture = GrowthPicture(blocks)
    if let path = options.picture, !picture.series.isEmpty {
      try Data(picture.svg.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    }
    if let path = options.json { try JSONReport(machine: machine, blocks: blocks, ranking: ranking).write(to: path) }
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

  private func manyTasks(_ session: Session, _ vaults: Vaults) async throws -> Block {
    let vault = MeasuredVault(try await vaults.vault(notes: 3_000, tasks: 10_000))
    try await vault.settle()
    note("ten thousand tasks")
    let row = TaskRows(session: session, vault: vault).costPerTask()
    return Block(title: "\(vault.facts.tasks ?? 0) tasks in \(vault.facts.notes) notes", rows: [row])
  }
}
