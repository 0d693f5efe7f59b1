/// A hash that nobody can aim at who does not know its key: SipHash-1-3, as hash tables use it.
struct KeyedHash: Sendable {
  static let keySize = 16

  private let key: (UInt64, UInt64)

  /// Returns nil for a key of another size.
  init?(key: [UInt8]) {
    guard key.count == Self.keySize else { return nil }
    self.key = key.withUnsafeBytes {
      (
        UInt64(littleEndian: $0.loadUnaligned(as: UInt64.self)),
        UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
      )
    }
  }

  static func newKey() -> [UInt8] {
    var random = SystemRandomNumberGenerator()
    return (0..<keySize).map { _ in UInt8.random(in: .min ... .max, using: &random) }
  }

  /// The hash of a number and the bytes behind it.
  func of(_ number: UInt64, _ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var state = State(key)
    state.add(number)
    var place = 0
    while place &+ 8 <= bytes.count {
      state.add(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)))
      place &+= 8
    }
    var rest = UInt64(truncatingIfNeeded: bytes.count &+ 8) &<< 56
    var shift: UInt64 = 0
    while place < bytes.count {
      rest |= UInt64(bytes[place]) &<< shift
      shift &+= 8
      place &+= 1
    }
    state.add(rest)
    return state.value()
  }

  private struct State {
    private var v0: UInt64
    private var v1: UInt64
    private var v2: UInt64
    private var v3: UInt64

    @inline(__always)
    init(_ key: (UInt64, UInt64)) {
      v0 = key.0 ^ 0x736F_6D65_7073_6575
      v1 = key.1 ^ 0x646F_7261_6E64_6F6D
      v2 = key.0 ^ 0x6C79_6765_6E65_7261
      v3 = key.1 ^ 0x7465_6462_7974_6573
    }

    @inline(__always)
    mutating func add(_ word: UInt64) {
      v3 ^= word
      mix()
      v0 ^= word
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
