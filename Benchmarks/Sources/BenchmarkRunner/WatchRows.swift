import Foundation

/// The same answers while `vault watch` runs, and what it takes.
struct WatchRows {
  let session: Session
  let vault: MeasuredVault
  let hasTasks: Bool

  static let prefix = "watched: "
  static let goal = Row.Goal.ratio(0.08)

  private var status: [String] { session.vault("watch", "--status", "--json", in: vault.root) }

  private struct Status: Decodable {
    let process: Int
    let notes: Int
    let hindrance: String?
    let memoryBytes: Double
  }

  func rows() -> [Row] {
    #if os(Linux)
      let watcher: Int
      do {
        _ = try session.answer(session.vault("watch", "--detach", in: vault.root))
        try waitUntilReady()
        watcher = try read().process
      } catch {
        return [Row(what: "watched", vault: nil, failure: "\(error)")]
      }
      let answers =
        SearchRows(session: session, vault: vault, watcher: watcher).rows()
        + (hasTasks ? TaskRows(session: session, vault: vault, watcher: watcher).rows() : [])
      let index = IndexRows(session: session, vault: vault, watcher: watcher)
      let changed = index.changed()
      return answers + [
        index.watchedRefresh(), changed, memory(watcher), atRest(watcher), burst(), end(),
      ]
    #else
      return []
    #endif
  }

  private func read() throws -> Status {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(Status.self, from: Data(session.answer(status).utf8))
  }

  private func waitUntilReady() throws {
    for _ in 0..<6_000 {
      let status = try read()
      if status.notes == vault.facts.notes, status.hindrance == nil { return }
      Thread.sleep(forTimeInterval: 0.1)
    }
    throw Session.Failure(description: "the watcher is not ready: \(try read())")
  }

  private func memory(_ watcher: Int) -> Row {
    let what = "watcher, memory"
    // What it knows of each note has to be kept.
    let goal: Row.Goal? = vault.facts.notes <= VaultRows.leastForGoals ? .value(40e6) : nil
    return .measured(what, beside: watcher) {
      Row(what: what, vault: .init(try read().memoryBytes, .bytes), goal: goal)
    }
  }

  private func atRest(_ process: Int) -> Row {
    let what = "watcher, processor time of 10 s at rest"
    return .measured(what, beside: process) {
      // Notes that were changed just now are looked at once more.
      Thread.sleep(forTimeInterval: 4)
      let before = try OtherWork.processorTime(of: process)
      Thread.sleep(forTimeInterval: 10)
      return Row(
        what: what, vault: .init(try OtherWork.processorTime(of: process) - before, .seconds), goal: .value(0.01))
    }
  }

  /// As many new notes as a checkout brings, and a search for the last of them.
  private func burst() -> Row {
    let what = "watcher, 10,000 new notes, then search"
    return .measured(what, leavesWork: true) {
      let folder = vault.root + "/vault-bench-burst"
      try vault.markIncomplete()
      let write = """
        mkdir "$1" && cd "$1" && for n in $(seq 100); do mkdir $n; for m in $(seq 100); do \
        echo "burst$n.$m" > $n/$m.md; done; done
        """
      _ = try session.answer(["sh", "-c", write, "sh", folder])
      let start = ContinuousClock.now
      try session.expect(1, linesFrom: session.vault("search", "burst100.100", "--format", "{path}", in: vault.root))
      let time = (ContinuousClock.now - start).components
      try FileManager.default.removeItem(atPath: folder)
      // The root's folder is as it was but for its times.
      try waitUntilReady()
      try vault.markComplete()
      return Row(what: what, vault: .init(Double(time.seconds) + Double(time.attoseconds) / 1e18, .seconds))
    }
  }

  private func end() -> Row {
    let what = "watcher, end"
    return .measured(what, leavesWork: true) {
      let start = ContinuousClock.now
      _ = try session.answer(session.vault("watch", "--stop", in: vault.root))
      let time = (ContinuousClock.now - start).components
      return Row(what: what, vault: .init(Double(time.seconds) + Double(time.attoseconds) / 1e18, .seconds))
    }
  }
}
