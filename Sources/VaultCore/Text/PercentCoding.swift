/// Percent escapes, as addresses have them: `%20`.
extension RandomAccessCollection<UInt8> where Index == Int {
  /// The byte that the escape at `i` stands for; nil where none stands there.
  package func percentEscape(at i: Int) -> UInt8? {
    func digit(_ c: UInt8) -> UInt8? { Character(Unicode.Scalar(c)).hexDigitValue.map(UInt8.init) }
    guard i + 2 < endIndex, self[i] == 0x25, let high = digit(self[i + 1]), let low = digit(self[i + 2]) else {
      return nil
    }
    return high << 4 | low
  }
}

extension [UInt8] {
  package mutating func append(percentEncoding c: UInt8, inLowerCase: Bool = false) {
    let digits: StaticString = inLowerCase ? "0123456789abcdef" : "0123456789ABCDEF"
    self += [0x25, digits.utf8Start[Int(c >> 4)], digits.utf8Start[Int(c & 15)]]
  }
}
