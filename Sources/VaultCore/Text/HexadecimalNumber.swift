extension Sequence<UInt8> {
  /// Two digits a byte, in small letters.
  package var hexadecimal: String {
    func digit(_ number: UInt8) -> UInt8 { number < 10 ? 0x30 + number : 0x57 + number }
    var digits: [UInt8] = []
    digits.reserveCapacity(2 * underestimatedCount)
    for byte in self {
      digits.append(digit(byte >> 4))
      digits.append(digit(byte & 15))
    }
    return String(decoding: digits, as: UTF8.self)
  }
}

extension UInt32 {
  /// The value of hexadecimal digits alone; nil where there is anything else, a sign too, or more than 32 bits.
  init?(hexadecimal digits: some Collection<UInt8>) {
    guard digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit && $0 < 0x80 }) else { return nil }
    self.init(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}
