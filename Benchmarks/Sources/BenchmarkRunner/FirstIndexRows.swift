import Foundation

/// Building the index, and searching while there is none.
struct FirstIndexRows {
  let session: Session
  let vault: MeasuredVault

  private static let unindexed = "search without an index yet"
  private static let memory = "first index, peak memory"
  private static let size = "index file, against the notes"

  private var facts: VaultFacts { vault.facts }
  private var index: [String] { session.vault("index", in: vault.root) }
  /// Waits for the index that a search has begun in the background.
  private var complete: String {
    "tries=0; until \(Session.shown(index)); do tries=$((tries+1)); [ $tries -lt \(Self.mostTries) ] || exit 1; sleep 0.2; "
      + "done >/dev/null 2>&1"
  }
  /// A fifth of a second each.
  private static let mostTries = 9_000
  private var search: [String] {
    session.vault("search", facts.words.joined(separator: " "), "--format", "{path}", in: vault.root)
  }
  private var ripgrep: [String] { session.ripgrep("-il", facts.phrase, in: vault) }
  private var insert: [String] { session.peer("fts5", vault.root, session.folder + "/fts5.sqlite") }

  /// Leaves an index that is complete; the rows that follow use it.
  func rows() -> [Row] { facts.isVast ? briefRows() : [unindexedRow()] + buildRows() }

  /// Where an index takes minutes to build, each figure comes from the same two.
  private func briefRows() -> [Row] {
    let unindexed = completed {
      try forget()
      // The notes are in the system's memory for both.
      try session.expect(facts.notesWithPhrase, linesFrom: ripgrep)
      let inMemory = try session.times([Timed(ripgrep)], slow: true)[0]
      let found = try session.resources(of: search)
      let lines = found.output.utf8.lazy.filter { $0 == UInt8(ascii: "\n") }.count
      guard right.contains(lines) else {
        throw Session.Failure(description: "\(Session.shown(search)): \(lines) lines")
      }
      return unindexedRow(found.timing, inMemory)
    }
    var peak: Double?
    let build = Row.measured(Self.build) {
      try forget()
      let built = try session.resources(of: index)
      peak = built.peakBytes
      let inserted = try session.resources(of: insert)
      guard inserted.output.split(separator: " ").first == "\(facts.notes)" else {
        throw Session.Failure(description: "\(Session.shown(insert)): \(inserted.output)")
      }
      return buildRow(built.timing, inserted.timing)
    }
    let memory = peak.map(memoryRow) ?? Row(what: Self.memory, vault: nil, failure: "needs the row \(Self.build)")
    return [unindexed, build, memory, sizeRow()]
  }

  private var right: ClosedRange<Int> { facts.right(facts.notesWithBothWords, most: facts.mostNotesWithBothWords) }

  private func forget() throws {
    try FileManager.default.removeItem(atPath: session.cache)
    try FileManager.default.createDirectory(atPath: session.cache, withIntermediateDirectories: true)
  }

  // MARK: Without an index

  /// Each run waits until the index that the run before has begun is there, and takes it away.
  private func unindexedRow() -> Row {
    completed {
      let prepare = ["sh", "-c", complete + "; rm -rf \(Session.shown([session.cache]))/vault"]
      try session.expect(
        right, linesFrom: ["sh", "-c", prepare[2] + "; exec \"$@\"", "sh"] + search)
      let times = try session.times([Timed(search, prepare: prepare), Timed(ripgrep, prepare: prepare)], slow: true)
      return unindexedRow(times[0], times[1])
    }
  }

  /// The row once the index is there that its searches have begun, whatever they found: it would be in the way of what
  /// follows.
  private func completed(_ measure: () throws -> Row) -> Row {
    let row = Row.measured(Self.unindexed, leavesWork: true, measure)
    do {
      _ = try session.answer(["sh", "-c", complete])
      return row
    } catch {
      return row.failure == nil ? Row(what: Self.unindexed, vault: nil, failure: "\(error)") : row
    }
  }

  private func unindexedRow(_ found: Timing, _ ripgrep: Timing) -> Row {
    Row(what: Self.unindexed, vault: .init(found), peer: .init(ripgrep), peerName: "rg phrase", goal: .ratio(1.5))
  }

  // MARK: Building

  private func buildRows() -> [Row] {
    let memory = Row.measured(Self.memory) {
      try forget()
      return memoryRow(try session.resources(of: index).peakBytes)
    }
    let size = sizeRow()
    let rebuild = session.vault("index", "--rebuild", in: vault.root)
    let build = Row.measured(Self.build) {
      try session.expect(facts.notes, numberFrom: insert)
      _ = try session.answer(rebuild)
      let times = try session.times([Timed(rebuild), Timed(insert)], slow: true)
      return buildRow(times[0], times[1])
    }
    return [build, memory, size]
  }

  static let build = "first index (index --rebuild)"

  private func buildRow(_ built: Timing, _ inserted: Timing) -> Row {
    Row(what: Self.build, vault: .init(built), peer: .init(inserted), peerName: "FTS5 insert", goal: .ratio(1.3))
  }

  private func memoryRow(_ bytes: Double) -> Row {
    Row(what: Self.memory, vault: .init(bytes, .bytes), goal: .value(150e6))
  }

  private func sizeRow() -> Row {
    .measured(Self.size) {
      let bytes = try Self.size(of: session.cache)
      guard bytes > 0 else { throw Session.Failure(description: "no index under XDG_CACHE_HOME") }
      return Row(
        what: Self.size, vault: .init(Double(bytes), .bytes), peer: .init(Double(facts.bytes), .bytes),
        peerName: "notes", goal: .ratio(0.7))
    }
  }

  private static func size(of folder: String) throws -> Int {
    var sum = 0
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder) {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/" + path)
      if attributes[.type] as? FileAttributeType == .typeRegular { sum += attributes[.size] as? Int ?? 0 }
    }
    return sum
  }
}
