/// A hash that nobody can aim at who does not know its key: SipHash-1-3, as hash tables use it. Without a key, whoever
/// writes a vault's files could make up names that are taken for each other.
struct KeyedHash: Sendable, Hashable {
  static let keySize = 16

  private let first: UInt64
  private let second: UInt64

  /// Returns nil for a key of another size.
  init?(key: [UInt8]) {
    guard key.count == Self.keySize else { return nil }
    (first, second) = key.withUnsafeBytes {
      (
        UInt64(littleEndian: $0.loadUnaligned(as: UInt64.self)),
        UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
      )
    }
  }

  private init(_ random: inout some RandomNumberGenerator) {
    (first, second) = (random.next(), random.next())
  }

  /// For what outlives no process, and for the fingerprints in new indexes.
  static let ofThisProcess = {
    var random = SystemRandomNumberGenerator()
    return KeyedHash(&random)
  }()

  var key: [UInt8] { [first, second].flatMap { withUnsafeBytes(of: $0.littleEndian, Array.init) } }

  static func newKey() -> [UInt8] {
    var random = SystemRandomNumberGenerator()
    return KeyedHash(&random).key
  }

  /// The hash of a number and the bytes behind it.
  func of(_ number: UInt64, _ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var state = State(self)
    state.add(number)
    state.add(bytes, behind: 8)
    return state.value()
  }

  func of(_ bytes: [UInt8]) -> UInt64 {
    var state = State(self)
    bytes.withUnsafeBytes { state.add($0) }
    return state.value()
  }

  /// What has been hashed so far.
  struct State {
    private var v0: UInt64
    private var v1: UInt64
    private var v2: UInt64
    private var v3: UInt64

    @inline(__always)
    init(_ hash: KeyedHash) {
      v0 = hash.first ^ 0x736F_6D65_7073_6575
      v1 = hash.second ^ 0x646F_7261_6E64_6F6D
      v2 = hash.first ^ 0x6C79_6765_6E65_7261
      v3 = hash.second ^ 0x7465_6462_7974_6573
    }

    @inline(__always)
    mutating func add(_ word: UInt64) {
      v3 ^= word
      mix()
      v0 ^= word
    }

    /// All of a text. Its length and that of `before`, in bytes, count, so that what follows cannot be taken for its end.
    @inline(__always)
    mutating func add(_ bytes: UnsafeRawBufferPointer, behind before: Int = 0) {
      var place = 0
      while place &+ 8 <= bytes.count {
        add(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)))
        place &+= 8
      }
      var rest = UInt64(truncatingIfNeeded: bytes.count &+ before) &<< 56
      var shift: UInt64 = 0
      while place < bytes.count {
        rest |= UInt64(bytes[place]) &<< shift
        shift &+= 8
        place &+= 1
      }
      add(rest)
    }

    @inline(__always)
    mutating func value() -> UInt64 {
      v2 ^= 0xFF
      for _ in 0..<3 { mix() }
      return v0 ^ v1 ^ v2 ^ v3
    }

    @inline(__always)
    private mutating func mix() {
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
}
