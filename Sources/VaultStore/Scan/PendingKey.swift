import Dispatch
import Synchronization

/// What fingerprints of folders are made with, known once the index is open: the scan that needs it runs meanwhile.
final class PendingKey: Sendable {
  private let key: Mutex<KeyedHash?>
  /// Raised when the key is known, and by each that has waited for it.
  private let known = DispatchSemaphore(value: 0)

  init(_ key: KeyedHash? = nil) {
    self.key = Mutex(key)
    if key != nil { known.signal() }
  }

  /// Only the first counts.
  func settle(_ key: KeyedHash) {
    let isFirst = self.key.withLock { own in
      defer { own = own ?? key }
      return own == nil
    }
    if isFirst { known.signal() }
  }

  /// Waits for the key.
  var value: KeyedHash {
    if let key = key.withLock({ $0 }) { return key }
    known.wait()
    known.signal()
    return key.withLock { $0 } ?? .ofThisProcess
  }
}
