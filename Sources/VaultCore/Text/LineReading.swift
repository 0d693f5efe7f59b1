#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The lines of a text, without their endings: LF, CRLF or a lone CR.
struct LineReading {
  private let text: UnsafeBufferPointer<UInt8>
  private let hasReturns: Bool
  private var place = 0

  init(_ text: UnsafeBufferPointer<UInt8>) {
    self.text = text
    hasReturns = text.baseAddress.map { memchr($0, 0x0D, text.count) != nil } ?? false
  }

  mutating func next() -> UnsafeBufferPointer<UInt8>? {
    guard place < text.count, let base = text.baseAddress else { return nil }
    let start = place
    if hasReturns {
      while place < text.count, text[place] != 0x0A, text[place] != 0x0D { place += 1 }
    } else {
      let end = memchr(base + start, 0x0A, text.count - start)
      place = end.map { UnsafeRawPointer($0) - UnsafeRawPointer(base) } ?? text.count
    }
    let line = UnsafeBufferPointer(rebasing: text[start..<place])
    if place + 1 < text.count, text[place] == 0x0D, text[place + 1] == 0x0A { place += 1 }
    place += 1
    return line
  }
}
