import Dispatch
import Synchronization

/// What several threads still have to do, where doing it finds more. It ends when nothing is left and nobody works.
final class WorkList<Item: Sendable>: Sendable {
  private struct State {
    var items: [Item]
    var active = 0
    var waiting = 0
  }

  private enum Step {
    case take(Item)
    case wait
    case end(wake: Int)
  }

  private let state: Mutex<State>
  private let wake = DispatchSemaphore(value: 0)

  init(_ items: [Item]) {
    state = Mutex(State(items: items))
  }

  /// Adds work that an item under way has found. The latest is done first, which keeps the list short.
  func add(_ items: [Item]) {
    if items.isEmpty { return }
    let woken = state.withLock { state in
      state.items.append(contentsOf: items)
      let woken = min(state.waiting, items.count)
      state.waiting -= woken
      return woken
    }
    for _ in 0..<woken { wake.signal() }
  }

  /// Does the work, on this thread and along with all others that call this, until none is left.
  func work(_ body: (Item) -> Void) {
    var finished = false
    while true {
      let step = state.withLock { state -> Step in
        if finished { state.active -= 1 }
        if let item = state.items.popLast() {
          state.active += 1
          return .take(item)
        }
        if state.active > 0 {
          state.waiting += 1
          return .wait
        }
        let wake = state.waiting
        state.waiting = 0
        return .end(wake: wake)
      }
      finished = false
      switch step {
      case .take(let item):
        body(item)
        finished = true
      case .wait:
        wake.wait()
      case .end(let woken):
        for _ in 0..<woken { wake.signal() }
        return
      }
    }
  }
}
