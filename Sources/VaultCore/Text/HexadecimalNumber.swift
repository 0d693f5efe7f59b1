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

extension UInt8 {
  package var isHexadecimalDigit: Bool {
    0x30...0x39 ~= self || 0x41...0x46 ~= self || 0x61...0x66 ~= self
  }
}

extension [UInt8] {
  /// The 32 bytes of a hash; nil for a text that is not 64 hexadecimal digits.
  package init?(hash text: String) {
    let digits = text.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    guard digits.count == 64, text.utf8.count == 64 else { return nil }
    self = stride(from: 0, to: 64, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }
}

extension UInt32 {
  /// The value of hexadecimal digits alone; nil where there is anything else, a sign too, or more than 32 bits.
  init?(hexadecimal digits: some Collection<UInt8>) {
    guard digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit && $0 < 0x80 }) else { return nil }
    self.init(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}
