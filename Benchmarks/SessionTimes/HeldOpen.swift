import Foundation
import Synchronization
import VaultCore
import VaultPlatform
import VaultStore

/// What a vault that is held open costs, and how soon it hears and lets go. `folder` is written to.
struct HeldOpen {
  let folder: String
  let environment: VaultEnvironment

  private func session() throws -> VaultSession {
    let environment = environment
    return try VaultSession(
      VaultLocation(root: folder, marker: .none), environment: { environment },
      options: VaultSession.Options(version: "benchmark"))
  }

  /// Waits for an event that fits.
  private func hear(_ listener: SessionListener, _ fits: (SessionEvent) -> Bool) {
    while true {
      if (listener.take() ?? []).contains(where: fits) { return }
      var polled = pollfd(fd: listener.descriptor, events: Int16(POLLIN), revents: 0)
      _ = poll(&polled, 1, -1)
    }
  }

  /// In milliseconds: from a save elsewhere to the event.
  func eventTimes(_ count: Int) throws -> [Double] {
    let session = try session()
    defer { session.close() }
    let listener = try session.listen()
    hear(listener) { $0 == .freshness(hindrance: nil) }
    return try (0..<count).map { number in
      try milliseconds {
        try Data("# Saved \(number)\n".utf8).write(to: URL(fileURLWithPath: folder + "/saved.md"))
        hear(listener) { if case .notes = $0 { true } else { false } }
      }
    }
  }

  /// In milliseconds: from cancelling a query that runs to the thread's next answer. Queries that end by themselves
  /// before they are cancelled are left out.
  func cancelTimes(_ query: String, _ count: Int) throws -> [Double] {
    let session = try session()
    defer { session.close() }
    let listener = try session.listen()
    hear(listener) { $0 == .freshness(hindrance: nil) }
    return (0..<count).compactMap { number -> Double? in
      let begun = DispatchSemaphore(value: 0)
      let ended = DispatchSemaphore(value: 0)
      let outcome = Outcome()
      let cancellation = session.ask(
        Question { reader in
          begun.signal()
          let query = try QueryParser(context: reader.vault.queryContext).parse(query)
          return try reader.search(query, options: SearchOptions(limit: 20)).total
        }
      ) { result in
        if case .failure(is CancelledError) = result { outcome.wasCancelled.store(true, ordering: .relaxed) }
      }
      begun.wait()
      // Somewhere in the course of it.
      usleep(UInt32(500 + number * 7_919 % 40_000))
      let time = milliseconds {
        cancellation.cancel()
        session.ask(Question { _ in true }) { _ in ended.signal() }
        ended.wait()
      }
      return outcome.wasCancelled.load(ordering: .relaxed) ? time : nil
    }
  }

  private final class Outcome: Sendable { let wasCancelled = Atomic(false) }

  /// Holds the vault open and prints the memory in megabytes and the processor time of ten seconds in milliseconds.
  func idle() throws {
    let session = try session()
    defer { session.close() }
    while session.names == nil { usleep(10_000) }
    sleep(3)
    let before = Self.processorTime
    sleep(10)
    print("\(try Self.residentMegabytes()) \(Self.processorTime - before)")
  }

  private static var processorTime: Double {
    // Of all threads, those that have ended included.
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1_000 + Double(time.tv_nsec) / 1_000_000
  }

  private static func residentMegabytes() throws -> Int {
    let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
    return ((fields.count > 1 ? Int(fields[1]) ?? 0 : 0) * Int(getpagesize())) >> 20
  }
}
