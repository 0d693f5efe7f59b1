import Synchronization
import VaultPlatform
import VaultStore

/// What is made of a long list, by all processors: each takes some of the places, then some more.
enum ConcurrentShares {
  /// How many places are taken at a time. A list no longer than this is not worth another thread.
  static let size = 512

  /// What `body` makes of each share, in the order of the places.
  static func map<Part: Sendable>(_ places: Range<Int>, _ body: @Sendable (Range<Int>) -> Part) -> [Part] {
    guard places.count > size else { return [body(places)] }
    let count = (places.count + size - 1) / size
    let parts = Mutex([Part?](repeating: nil, count: count))
    let next = Atomic(0)
    OwnThread.perform(min(count, ScanOptions.defaultThreads)) {
      while true {
        let index = next.add(1, ordering: .relaxed).oldValue
        if index >= count { return }
        let start = places.lowerBound + index * size
        let part = body(start..<min(start + size, places.upperBound))
        parts.withLock { $0[index] = part }
      }
    }
    return parts.withLock { $0.compactMap(\.self) }
  }
}
