import Dispatch
import Synchronization
import VaultCore
import VaultStore

/// The messages that wait for their turn, one of which is answered at a time. A thread puts them in, which reads the client's
/// wish to cancel one as well; another takes them out.
final class MessageQueue: Sendable {
  enum Entry: Sendable {
    case request(RPCID, method: String, params: JSONValue?)
    /// The answer to what was no message.
    case answer([UInt8])
  }

  private struct State {
    var waiting: [(entry: Entry, bytes: Int)] = []
    var first = 0
    /// What waits.
    var bytes = 0
    var current: (id: RPCID, question: AskedQuestion?)?
    /// True where the one that is being answered was cancelled before there was anything to cancel.
    var isCancelled = false
    /// True where nothing more comes.
    var hasEnded = false
    var isRoomWanted = false
  }

  private let state = Mutex(State())
  private let filled = DispatchSemaphore(value: 0)
  private let room = DispatchSemaphore(value: 0)

  /// Whoever puts more in waits: so many messages, and so many bytes of them.
  private static let (most, mostBytes) = (20_000, 32 << 20)

  /// `bytes`: how long it was.
  func put(_ entry: Entry, bytes: Int) {
    while true {
      let isPut = state.withLock { state -> Bool in
        let hasRoom = state.waiting.count - state.first < Self.most && state.bytes < Self.mostBytes
        guard hasRoom || state.hasEnded else {
          state.isRoomWanted = true
          return false
        }
        if state.hasEnded { return true }
        state.waiting.append((entry, bytes))
        state.bytes += bytes
        return true
      }
      if isPut { break }
      room.wait()
    }
    filled.signal()
  }

  /// Nothing more comes. `drops`: what waits is answered to nobody, and the question at hand is given up, unless it is a change
  /// that is being made.
  func end(dropping drops: Bool) {
    let question = state.withLock { state -> AskedQuestion? in
      state.hasEnded = true
      guard drops else { return nil }
      (state.waiting, state.first, state.bytes, state.isCancelled) = ([], 0, 0, true)
      return state.current?.question
    }
    question?.cancel()
    room.signal()
    filled.signal()
  }

  /// Waits for the next one; nil once there will be none.
  func next() -> Entry? {
    while true {
      let (entry, isOver, wakes) = state.withLock { state -> (Entry?, Bool, Bool) in
        guard state.first < state.waiting.count else {
          (state.waiting, state.first) = ([], 0)
          return (nil, state.hasEnded, false)
        }
        let (entry, bytes) = state.waiting[state.first]
        // What was taken out is held no longer than it is worked on.
        state.waiting[state.first] = (.answer([]), 0)
        state.first += 1
        state.bytes -= bytes
        if state.first > 1_024 {
          state.waiting.removeFirst(state.first)
          state.first = 0
        }
        if case .request(let id, _, _) = entry { (state.current, state.isCancelled) = ((id, nil), false) }
        defer { state.isRoomWanted = false }
        return (entry, false, state.isRoomWanted)
      }
      if wakes { room.signal() }
      if let entry { return entry }
      if isOver { return nil }
      filled.wait()
    }
  }

  /// The question of the request that was taken out last; nil once that is answered.
  func ask(_ question: AskedQuestion?) {
    let isCancelled = state.withLock { state -> Bool in
      state.current?.question = question
      return state.isCancelled
    }
    if isCancelled { question?.cancel() }
  }

  func finish() { state.withLock { $0.current = nil } }

  /// Gives up a request that waits or is being answered; any other is nobody's business any more.
  func cancel(_ id: RPCID) {
    let question = state.withLock { state -> AskedQuestion? in
      if let current = state.current, current.id == id {
        state.isCancelled = true
        return current.question
      }
      if let place = state.waiting[state.first...].firstIndex(where: { $0.entry.id == id }) {
        state.bytes -= state.waiting.remove(at: place).bytes
      }
      return nil
    }
    question?.cancel()
  }
}

extension MessageQueue.Entry {
  fileprivate var id: RPCID? { if case .request(let id, _, _) = self { id } else { nil } }
}
