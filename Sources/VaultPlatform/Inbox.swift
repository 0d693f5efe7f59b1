import Synchronization

/// What other threads hand over to one that waits for several things at once.
package final class Inbox<Item: Sendable>: Sendable {
  private let items = Mutex<[Item]>([])
  private let pipe: WakePipe

  package init() throws(SystemFailure) { pipe = try WakePipe() }

  /// A descriptor for `poll`, which has something to read while there is something to take.
  package var descriptor: CInt { pipe.readable }

  package func put(_ item: Item) {
    let isFirst = items.withLock { items in
      items.append(item)
      return items.count == 1
    }
    if isFirst { pipe.wake() }
  }

  /// All that was put in since this was asked last, in that order.
  package func take() -> [Item] {
    // Before the items are taken: what comes between the two wakes once more, for nothing.
    pipe.clear()
    return items.withLock { items in
      defer { items = [] }
      return items
    }
  }
}
