import Synchronization
import VaultCore
import VaultInterface
import VaultStore

/// What happens to the vault, told to whoever listens as server-sent events: `changed` with the paths, `config`, `day`,
/// `sync`, `gone`.
/// A comment comes every 15 seconds, so that a connection that is no more is noticed.
final class EventStreams: Sendable {
  static let path = "/events"
  /// The parameter that has the stamp of what a listener shows.
  private static let after = "after"
  private static let pause = Duration.seconds(15)
  /// Events that wait for a listener who does not read.
  private static let mostWaiting = 64
  private static let mostPaths = 100

  private typealias Listener = AsyncStream<[UInt8]>.Continuation

  private struct State {
    var listeners: [Int: Listener] = [:]
    var next = 0
    /// Begins anywhere, so that who comes back to a server that was started anew is told that all may have changed.
    var generation = Int.random(in: 1...1_000_000) * 1_000_000
    var hasEnded = false
    var pump: Task<Void, Never>?
  }

  private let state = Mutex(State())
  private let session: VaultSession

  init(_ session: VaultSession) { self.session = session }

  /// Counts the events. Whoever names the last one that it heard and missed none goes on, as does whoever shows the state that
  /// the vault is in; anybody else is told that all may have changed.
  func response(to request: WebRequest) async throws -> WebResponse {
    guard request.method == .get else { throw WebProblem(405, "bad-argument", "Events are read with GET.") }
    try begin()
    let shown = FormFields(request.query)[Self.after]
    let (stream, continuation) = AsyncStream<[UInt8]>.makeStream(bufferingPolicy: .bufferingOldest(Self.mostWaiting))
    let last = request.field("last-event-id").flatMap { Int($0) }
    listen(continuation, after: last)
    // Asked once it is listened, so that nothing comes between.
    if last == nil, let shown, try await session.stamp().description != shown {
      continuation.yield(event("changed", [.init("total", .null)]))
    }
    var response = WebResponse(200, type: MediaType.events)
    response["cache-control"] = "no-store"
    response["x-accel-buffering"] = "no"
    response.body = .stream(stream)
    return response
  }

  private func listen(_ continuation: Listener, after last: Int?) {
    state.withLock { state in
      guard !state.hasEnded else { return continuation.finish() }
      let number = state.next
      state.next += 1
      state.listeners[number] = continuation
      continuation.onTermination = { [weak self] _ in self?.state.withLock { $0.listeners[number] = nil } }
      continuation.yield(Array("retry: 2000\n\n".utf8))
      if let last, last != state.generation {
        continuation.yield(Self.event("changed", id: state.generation, [.init("total", .null)]))
      }
    }
  }

  /// One that says no more than the last.
  private func event(_ name: String, _ members: [JSONValue.Member]) -> [UInt8] {
    Self.event(name, id: state.withLock { $0.generation }, members)
  }

  /// Nobody is listened for before somebody asks.
  private func begin() throws {
    let isFirst = state.withLock { $0.pump == nil && !$0.hasEnded }
    guard isFirst else { return }
    let events = try session.events()
    let pump = Task { [weak self] in
      let beat = Task { [weak self] in
        while !Task.isCancelled {
          do { try await Task.sleep(for: Self.pause) } catch { return }
          self?.send(Array(": \n\n".utf8))
        }
      }
      for await event in events.stream { self?.tell(event) }
      beat.cancel()
    }
    let isUsed = state.withLock { state in
      if state.pump != nil || state.hasEnded { return false }
      state.pump = pump
      return true
    }
    if !isUsed { pump.cancel() }
  }

  private func tell(_ event: SessionEvent) {
    switch event {
    case .notes(let changes): send("changed", Self.members(changes))
    case .configuration: send("config", [])
    case .day(let day): send("day", [.init("day", .text(day.description))])
    case .gone(let reason): send("gone", [.init("reason", .text(reason.text))])
    case .building(let done, let total):
      send("building", [.init("done", .integer(done)), .init("total", .integer(total))])
    case .freshness, .notice: break
    }
  }

  /// A sync with other machines begins, or has ended.
  func tellSync(isRunning: Bool) { send("sync", [.init("running", .bool(isRunning))]) }

  /// The paths of the notes, or how many there are where no page would look at so many; `null` where that is not known.
  private static func members(_ changes: NoteChanges) -> [JSONValue.Member] {
    guard case .some(let some) = changes else { return [.init("total", .null)] }
    let paths = some.added + some.changed + some.removed + some.moved.flatMap { [$0.from, $0.to] }
    guard paths.count <= mostPaths else { return [.init("total", .integer(paths.count))] }
    return [.init("paths", .texts(paths.map(\.text))), .init("total", .integer(paths.count))]
  }

  private func send(_ name: String, _ members: [JSONValue.Member]) {
    let generation = state.withLock { state in
      state.generation += 1
      return state.generation
    }
    send(Self.event(name, id: generation, members))
  }

  private func send(_ bytes: [UInt8]) {
    for listener in state.withLock({ Array($0.listeners.values) }) {
      // Whoever reads nothing for so long is let go, and comes back.
      if case .dropped = listener.yield(bytes) { listener.finish() }
    }
  }

  private static func event(_ name: String, id: Int, _ members: [JSONValue.Member]) -> [UInt8] {
    let json = JSONValue.object([.init("generation", .integer(id))] + members).bytes
    return Array("id: \(id)\nevent: \(name)\ndata: ".utf8) + json + Array("\n\n".utf8)
  }

  func end() {
    let (listeners, pump) = state.withLock { state in
      state.hasEnded = true
      return (Array(state.listeners.values), state.pump)
    }
    for listener in listeners { listener.finish() }
    pump?.cancel()
  }
}
