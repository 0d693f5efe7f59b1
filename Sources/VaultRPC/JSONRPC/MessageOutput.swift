import Dispatch
import Synchronization
import VaultCore
import VaultPlatform

/// Writes messages on a thread of its own, so that nobody else waits for a client that does not read.
package final class MessageOutput: Sendable {
  /// What becomes of a message that has to wait.
  package enum Place: Sendable, Equatable {
    case inOrder
    /// A later one with that key takes its place.
    case replacing(String)
    /// It is left out while much waits.
    case whenIdle
    /// Before all that waits: the client has no use any more for what it is told of, and may wait for nothing else.
    case first
  }

  private struct Entry {
    var body: [UInt8]?
    var key: String?
  }

  private struct State {
    /// Bodies that go before all others, the latest first.
    var urgent: [[UInt8]] = []
    var waiting: [Entry] = []
    /// All before it is written.
    var first = 0
    /// The index in `waiting`, keyed by what a later message replaces.
    var places: [String: Int] = [:]
    var bytes = 0
    var isEnding = false
    var hasFailed = false
  }

  private let descriptor: CInt
  private let framing: MessageFraming
  private let limit: Int
  private let state = Mutex(State())
  private let wake = DispatchSemaphore(value: 0)
  private let end = DispatchGroup()
  private let failed: @Sendable (String) -> Void

  /// While more than this waits, a message that is sent `whenIdle` is left out.
  private static let idle = 1 << 20

  /// `limit`: how many bytes may wait. `failed` is called once, with the reason, where they cannot be written or are more.
  package init(
    _ descriptor: CInt, _ framing: MessageFraming, limit: Int = 64 << 20, failed: @escaping @Sendable (String) -> Void
  ) {
    (self.descriptor, self.framing, self.limit, self.failed) = (descriptor, framing, limit, failed)
  }

  /// False where the process may have no more threads.
  package func start() -> Bool {
    end.enter()
    let isStarted = OwnThread.start { [self] in
      while let body = next() {
        if let problem = write(framing.framed(body)) {
          fail(problem)
          break
        }
      }
      end.leave()
    }
    if !isStarted { end.leave() }
    return isStarted
  }

  package func send(_ body: [UInt8], _ place: Place = .inOrder) {
    let overflows = state.withLock { state -> Bool in
      if state.isEnding || state.hasFailed { return false }
      if place == .whenIdle, state.bytes > Self.idle { return false }
      // One message may be as long as it is.
      let overflows = state.bytes > limit
      state.bytes += body.count
      if place == .first {
        state.urgent.append(body)
        return overflows
      }
      var key: String?
      if case .replacing(let name) = place {
        key = name
        if let old = state.places[name] {
          state.bytes -= state.waiting[old].body?.count ?? 0
          state.waiting[old] = Entry()
        }
        state.places[name] = state.waiting.count
      }
      state.waiting.append(Entry(body: body, key: key))
      return overflows
    }
    if overflows { fail("the client does not read what it is told: more than \(limit) bytes wait for it") }
    wake.signal()
  }

  /// Takes no more messages, and waits until those that it has are written, for so many seconds at most.
  package func finish(patience: Double) {
    state.withLock { $0.isEnding = true }
    wake.signal()
    _ = end.wait(timeout: .now() + patience)
  }

  /// Waits for the next body; nil once there will be none.
  private func next() -> [UInt8]? {
    while true {
      let (body, isOver) = state.withLock { state -> ([UInt8]?, Bool) in
        if state.hasFailed { return (nil, true) }
        if let body = state.urgent.popLast() {
          state.bytes -= body.count
          return (body, false)
        }
        while state.first < state.waiting.count {
          let entry = state.waiting[state.first]
          state.waiting[state.first] = Entry()
          state.first += 1
          guard let body = entry.body else { continue }
          if let key = entry.key { state.places[key] = nil }
          state.bytes -= body.count
          return (body, false)
        }
        (state.waiting, state.first) = ([], 0)
        return (nil, state.isEnding)
      }
      if let body { return body }
      if isOver { return nil }
      wake.wait()
    }
  }

  /// Returns why the bytes could not be written; nil when they are.
  private func write(_ bytes: [UInt8]) -> String? {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { writeSome(descriptor, UnsafeRawBufferPointer(rebasing: $0[written...])) }
      if count > 0 {
        written += count
      } else if count < 0, errno == EAGAIN {
        var polled = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = retrying { poll(&polled, 1, -1) }
      } else {
        return "the output cannot be written: \(systemMessage(errno))"
      }
    }
    return nil
  }

  private func fail(_ reason: String) {
    let isFirst = state.withLock { state in
      defer { (state.hasFailed, state.waiting, state.first, state.places) = (true, [], 0, [:]) }
      return !state.hasFailed
    }
    if isFirst { failed(reason) }
    wake.signal()
  }
}
