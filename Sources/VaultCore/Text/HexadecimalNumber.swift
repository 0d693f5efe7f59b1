extension Sequence<UInt8> {
  /// Two digits a byte, in small letters.
  package var hexadecimal: String {
    map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }
}

extension UInt32 {
  /// The value of hexadecimal digits alone; nil where there is anything else, a sign too, or more than 32 bits.
  init?(hexadecimal digits: some Collection<UInt8>) {
    guard digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit && $0 < 0x80 }) else { return nil }
    self.init(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}
