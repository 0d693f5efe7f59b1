import Foundation
import Synchronization
import VaultCore
import VaultPlatform
import VaultStore

/// What a vault costs that is held open, and how soon it hears and lets go. Run in a process of its own, since its memory
/// is measured; the folder is written to.
struct LiveSession {
  let vault: Vault
  let environment: VaultEnvironment

  private static let saves = 60
  private static let cancellations = 600
  private static let rest = 5.0
  /// Microseconds in which the work on a cancelled question has ended.
  private static let patience: UInt32 = 300_000

  struct Failure: Error { let description: String }

  func run() throws {
    var options = VaultSession.Options(version: "benchmark")
    options.environment = { [environment] in environment }
    let session = try VaultSession(vault.location, options: options)
    let events = try session.events()
    try wait("vouched", events) { $0 == .freshness(.vouched) }
    while session.names == nil { usleep(10_000) }
    let notes = try ask(session, Question { try $0.list(Query(), limit: 1).total })
    print("\(notes) notes, held open")

    // What was written a short while ago is looked at once more, and nothing more happens then.
    Thread.sleep(forTimeInterval: 6)
    _ = events.take()
    let before = try Self.wakes()
    Thread.sleep(forTimeInterval: Self.rest)
    row("memory at rest", Double(residentMemory()) / 1e6, " MB")
    row("wake-ups in 5 s of rest", Double(max(try Self.wakes() - before, 0)), "")
    let atRest = events.take()
    if !atRest.isEmpty { print("  events came at rest: \(atRest)") }

    try saves(events)
    for (name, query) in try queries() { try cancellations(session, name, query) }
    try rebuild()
    _ = try ask(session, Question { try $0.list(Query(), limit: 1).total })
    session.end()
  }

  private func saves(_ events: SessionEvents) throws {
    let path = vault.location.root + "/vault-session-times.md"
    var times: [Double] = []
    for number in 0...Self.saves {
      let begin = ContinuousClock.now
      try Data("# Saved \(number)\n".utf8).write(to: URL(fileURLWithPath: path))
      try wait("notes", events) { if case .notes = $0 { true } else { false } }
      // The first is a new note, and the folder's first change.
      if number > 0 { times.append((ContinuousClock.now - begin) / .milliseconds(1)) }
      Thread.sleep(forTimeInterval: 0.4)
      _ = events.take()
    }
    try FileManager.default.removeItem(atPath: path)
    percentiles("a save to its event", times)
  }

  private func queries() throws -> [(String, Query)] {
    let parser = QueryParser(context: vault.queryContext)
    return try ["/[aeiou]{3}x?/", "e*", "*tion*", "the", "-is:orphan", "sort:title"].map { ($0, try parser.parse($0)) }
  }

  /// From the moment of cancelling until the next question has a thread, and until the work on the cancelled one ends.
  private func cancellations(_ session: VaultSession, _ name: String, _ query: Query) throws {
    let whole = ContinuousClock.now
    _ = try ask(session, Question { try $0.search(query, options: SearchOptions(limit: 20)).total })
    let longest = max(1, Int((ContinuousClock.now - whole) / .microseconds(1)))
    var untilNext: [Double] = []
    var untilEnd: [Double] = []
    for _ in 0..<Self.cancellations / 6 {
      let done = DispatchSemaphore(value: 0)
      let isCancelled = Mutex(false)
      let end = Mutex<ContinuousClock.Instant?>(nil)
      let asked = session.ask(
        Question { reader in
          defer { end.withLock { $0 = .now } }
          return try reader.search(query, options: SearchOptions(limit: 20)).total
        }
      ) { result in
        if case .failure = result { isCancelled.withLock { $0 = true } }
        done.signal()
      }
      usleep(UInt32(Int.random(in: 0..<min(longest, 900_000))))
      let begin = ContinuousClock.now
      asked.cancel()
      done.wait()
      let next = try ask(session, Question { _ in ContinuousClock.now })
      guard isCancelled.withLock({ $0 }) else { continue }
      untilNext.append((next - begin) / .milliseconds(1))
      // The work may be begun anew, so that its last end counts; one that was cancelled before it began has none.
      usleep(Self.patience)
      if let end = end.withLock({ $0 }), end > begin { untilEnd.append((end - begin) / .milliseconds(1)) }
    }
    if untilNext.isEmpty { return print("\(name): always done before it was cancelled") }
    percentiles("cancel \(name) (\(longest / 1_000) ms): next", untilNext)
    percentiles("  until its own work ends", untilEnd)
  }

  /// By another process, beside the session.
  private func rebuild() throws {
    let begin = ContinuousClock.now
    try SessionTimesChild.index(vault, rebuild: true)
    row("index rebuilt by another process", (ContinuousClock.now - begin) / .milliseconds(1), " ms")
  }

  // MARK: Printing

  private func row(_ name: String, _ value: Double, _ unit: String) {
    print(name.padding(toLength: 34, withPad: " ", startingAt: 0) + String(format: "%9.2f", value) + unit)
  }

  private func percentiles(_ name: String, _ times: [Double]) {
    let sorted = times.sorted()
    func at(_ part: Double) -> Double { sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))] }
    let figures = [0.5, 0.95, 0.99].map { String(format: "%9.2f", at($0)) }.joined()
    print(name.padding(toLength: 34, withPad: " ", startingAt: 0) + figures + "  ms: p50, p95, p99 of \(sorted.count)")
  }

  // MARK: Asking

  private func ask<Value>(_ session: VaultSession, _ question: Question<Value>) throws -> Value {
    let result = Mutex<Result<Answer<Value>, any Error>?>(nil)
    let done = DispatchSemaphore(value: 0)
    session.ask(question) { answer in
      result.withLock { $0 = answer }
      done.signal()
    }
    done.wait()
    guard let answer = result.withLock({ $0 }) else { throw Failure(description: "no answer") }
    return try answer.get().value
  }

  private func wait(_ what: String, _ events: SessionEvents, _ isMeant: (SessionEvent) -> Bool) throws {
    let deadline = Date(timeIntervalSinceNow: 600)
    while Date() < deadline {
      if events.take().contains(where: isMeant) { return }
      var polled = pollfd(fd: events.descriptor, events: Int16(POLLIN), revents: 0)
      _ = poll(&polled, 1, 1_000)
    }
    throw Failure(description: "no event: \(what)")
  }

  /// How often any thread but this one has been woken.
  private static func wakes() throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").reduce(0) { sum, task in
      if task == "\(getpid())" { return sum }
      let status = try String(contentsOfFile: "/proc/self/task/\(task)/status", encoding: .utf8)
      let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
      return sum + (line.flatMap { Int($0.split(separator: "\t").last ?? "") } ?? 0)
    }
  }
}

/// This program once more, in a process of its own.
enum SessionTimesChild {
  static func index(_ vault: Vault, rebuild: Bool) throws {
    try run(["--index", vault.location.root, vault.environment.variables["XDG_CACHE_HOME"] ?? "", "\(rebuild)"])
  }

  static func run(_ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: OwnProgram.path ?? CommandLine.arguments[0])
    process.arguments = arguments
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw LiveSession.Failure(description: "\(arguments) failed") }
  }
}
