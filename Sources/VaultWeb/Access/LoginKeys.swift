import Crypto
import Synchronization
import VaultCore

/// Keys that sign a browser in, each good once and for a minute.
final class LoginKeys: Sendable {
  private static let lifetime = Duration.seconds(60)
  private let keys = Mutex<[(key: String, end: ContinuousClock.Instant)]>([])

  func make(at now: ContinuousClock.Instant) -> String {
    let key = SymmetricKey(size: .bits256).withUnsafeBytes { Array($0).hexadecimal }
    keys.withLock { keys in
      keys.removeAll { $0.end <= now }
      keys.append((key, now + Self.lifetime))
    }
    return key
  }

  /// Returns true when the key is good, which it then is no longer.
  func use(_ key: String, at now: ContinuousClock.Instant) -> Bool {
    keys.withLock { keys in
      keys.removeAll { $0.end <= now }
      // All are compared, so that the time tells of none.
      let matches = keys.indices.filter { equalInConstantTime(keys[$0].key, key) }
      guard let place = matches.first else { return false }
      keys.remove(at: place)
      return true
    }
  }
}

/// How often in a minute somebody may fail to sign in, whoever it is.
final class SignInTries: Sendable {
  private static let most = 10
  private static let minute = Duration.seconds(60)
  private let failures = Mutex<[ContinuousClock.Instant]>([])

  /// Returns false where there were too many failures of late.
  func isAllowed(at now: ContinuousClock.Instant) -> Bool {
    failures.withLock { failures in
      failures.removeAll { $0 + Self.minute <= now }
      return failures.count < Self.most
    }
  }

  func failed(at now: ContinuousClock.Instant) {
    failures.withLock { $0 = ($0 + [now]).suffix(Self.most) }
  }
}
