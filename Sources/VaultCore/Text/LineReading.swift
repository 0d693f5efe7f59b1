#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The lines of a text, without their endings: LF, CRLF or a lone CR.
struct LineReading {
  private let text: UnsafeBufferPointer<UInt8>
  private let hasReturns: Bool
  /// Where the next line begins.
  private(set) var place: Int

  init(_ text: UnsafeBufferPointer<UInt8>, from start: Int = 0) {
    self.text = text
    place = start
    hasReturns = Self.find(0x0D, in: text, from: start) != nil
  }

  mutating func next() -> UnsafeBufferPointer<UInt8>? {
    guard place < text.count else { return nil }
    let start = place
    if hasReturns {
      while place < text.count, text[place] != 0x0A, text[place] != 0x0D { place += 1 }
    } else {
      place = Self.find(0x0A, in: text, from: start) ?? text.count
    }
    let line = UnsafeBufferPointer(rebasing: text[start..<place])
    if place + 1 < text.count, text[place] == 0x0D, text[place + 1] == 0x0A { place += 1 }
    place += 1
    return line
  }

  private static func find(_ byte: UInt8, in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    guard let base = text.baseAddress, start < text.count,
      let found = memchr(base + start, Int32(byte), text.count - start)
    else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }
}
