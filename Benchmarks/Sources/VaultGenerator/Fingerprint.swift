/// FNV-1a, 64 bits: tells inputs and vaults apart; no protection against anyone.
package struct Fingerprint: Sendable {
  package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  package init() {}

  package mutating func combine(_ bytes: [UInt8]) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
  }

  /// Followed by its length, so that two texts in a row cannot be confused with another two.
  package mutating func combine(field bytes: [UInt8]) {
    combine(bytes)
    combine(number: UInt64(bytes.count))
  }

  package mutating func combine(number: UInt64) {
    for shift in stride(from: 0, to: 64, by: 8) { combine([UInt8(truncatingIfNeeded: number >> UInt64(shift))]) }
  }

  /// 16 hexadecimal digits.
  package var text: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
