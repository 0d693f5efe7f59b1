/// A UTF-8 character of which not all bytes came yet.
struct PartialCharacter: Hashable, Sendable {
  enum Step: Hashable, Sendable {
    case more
    case whole(Unicode.Scalar)
    /// The byte cannot follow, and what came before it is one maximal subpart (Unicode 3.9).
    case broken
  }

  private var value: UInt32 = 0
  private var missing = 0
  /// What the next byte may be.
  private var allowed: ClosedRange<UInt8> = 0x80...0xBF

  /// Takes the first byte of a character of two to four; false if it is none.
  mutating func begin(_ byte: UInt8) -> Bool {
    allowed = 0x80...0xBF
    switch byte {
    case 0xC2...0xDF: (value, missing) = (UInt32(byte & 0x1F), 1)
    case 0xE0...0xEF: (value, missing) = (UInt32(byte & 0x0F), 2)
    case 0xF0...0xF4: (value, missing) = (UInt32(byte & 0x07), 3)
    default: return false
    }
    // Longer forms than needed, surrogates, and what is beyond Unicode are no characters.
    switch byte {
    case 0xE0: allowed = 0xA0...0xBF
    case 0xED: allowed = 0x80...0x9F
    case 0xF0: allowed = 0x90...0xBF
    case 0xF4: allowed = 0x80...0x8F
    default: break
    }
    return true
  }

  mutating func take(_ byte: UInt8) -> Step {
    guard missing > 0, allowed.contains(byte) else { return .broken }
    allowed = 0x80...0xBF
    value = value << 6 | UInt32(byte & 0x3F)
    missing -= 1
    guard missing == 0 else { return .more }
    return Unicode.Scalar(value).map { .whole($0) } ?? .broken
  }
}
