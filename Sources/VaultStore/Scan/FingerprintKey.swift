import Dispatch
import Synchronization

/// What fingerprints of folders are made with, and whoever writes the vault's files must not know: with a hash without a
/// key, names could be made up that are taken for each other, and renaming one to the other would go unnoticed.
///
/// An index keeps the key of the fingerprints in it.
struct FingerprintKey: Hashable, Sendable {
  let first: UInt64
  let second: UInt64

  /// For what outlives no process, and for new indexes.
  static let ofThisProcess = FingerprintKey(first: .random(in: 0...UInt64.max), second: .random(in: 0...UInt64.max))

  var bytes: [UInt8] { [first, second].flatMap { withUnsafeBytes(of: $0.littleEndian, Array.init) } }

  func hash(of bytes: some Collection<UInt8>) -> UInt64 {
    var hash = KeyedHash(self)
    hash.add(bytes)
    return hash.finish()
  }
}

extension FingerprintKey {
  /// Returns nil for anything but what `bytes` gives.
  init?(_ bytes: some Collection<UInt8>) {
    guard bytes.count == 16 else { return nil }
    func number(_ bytes: some Collection<UInt8>) -> UInt64 { bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) } }
    self.init(first: number(bytes.prefix(8)), second: number(bytes.suffix(8)))
  }
}

/// SipHash with one round for each eight bytes and three at the end (SipHash-1-3).
struct KeyedHash {
  private var v0: UInt64
  private var v1: UInt64
  private var v2: UInt64
  private var v3: UInt64

  @inline(__always)
  init(_ key: FingerprintKey) {
    v0 = key.first ^ 0x736F_6D65_7073_6575
    v1 = key.second ^ 0x646F_7261_6E64_6F6D
    v2 = key.first ^ 0x6C79_6765_6E65_7261
    v3 = key.second ^ 0x7465_6462_7974_6573
  }

  @inline(__always)
  mutating func add(_ word: UInt64) {
    v3 ^= word
    round()
    v0 ^= word
  }

  /// All of a text. Its length counts, so that what follows cannot be taken for its end.
  @inline(__always)
  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var i = 0
    while i &+ 8 <= bytes.count {
      add(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: i, as: UInt64.self)))
      i &+= 8
    }
    var rest = UInt64(truncatingIfNeeded: bytes.count) &<< 56
    var shift: UInt64 = 0
    while i < bytes.count {
      rest |= UInt64(bytes[i]) &<< shift
      shift &+= 8
      i &+= 1
    }
    add(rest)
  }

  mutating func add(_ bytes: some Collection<UInt8>) {
    if bytes.withContiguousStorageIfAvailable({ add(UnsafeRawBufferPointer($0)) }) == nil {
      Array(bytes).withUnsafeBytes { add($0) }
    }
  }

  @inline(__always)
  mutating func finish() -> UInt64 {
    v2 ^= 0xFF
    round()
    round()
    round()
    return v0 ^ v1 ^ v2 ^ v3
  }

  @inline(__always)
  private mutating func round() {
    v0 = v0 &+ v1
    v1 = (v1 &<< 13 | v1 &>> 51) ^ v0
    v0 = v0 &<< 32 | v0 &>> 32
    v2 = v2 &+ v3
    v3 = (v3 &<< 16 | v3 &>> 48) ^ v2
    v0 = v0 &+ v3
    v3 = (v3 &<< 21 | v3 &>> 43) ^ v0
    v2 = v2 &+ v1
    v1 = (v1 &<< 17 | v1 &>> 47) ^ v2
    v2 = v2 &<< 32 | v2 &>> 32
  }
}

/// A key that is known once the index is open: the scan that needs it runs meanwhile.
final class PendingKey: Sendable {
  private let key: Mutex<FingerprintKey?>
  /// Raised when the key is known, and by each that has waited for it.
  private let known = DispatchSemaphore(value: 0)

  init(_ key: FingerprintKey? = nil) {
    self.key = Mutex(key)
    if key != nil { known.signal() }
  }

  /// Only the first counts.
  func settle(_ key: FingerprintKey) {
    let isFirst = self.key.withLock { own in
      defer { own = own ?? key }
      return own == nil
    }
    if isFirst { known.signal() }
  }

  /// Waits for the key.
  var value: FingerprintKey {
    if let key = key.withLock({ $0 }) { return key }
    known.wait()
    known.signal()
    return key.withLock { $0 } ?? .ofThisProcess
  }
}
