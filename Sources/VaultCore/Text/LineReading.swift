/// The lines of a text, without their endings: LF, CRLF or a lone CR.
struct LineReading {
  private let text: UnsafeBufferPointer<UInt8>
  private let hasReturns: Bool
  /// Where the next line begins.
  private(set) var place: Int

  init(_ text: UnsafeBufferPointer<UInt8>, from start: Int = 0) {
    self.text = text
    place = start
    hasReturns = text.place(of: 0x0D, from: start) != nil
  }

  mutating func next() -> UnsafeBufferPointer<UInt8>? {
    guard place < text.count else { return nil }
    let start = place
    if hasReturns {
      while place < text.count, text[place] != 0x0A, text[place] != 0x0D { place += 1 }
    } else {
      place = text.place(of: 0x0A, from: start) ?? text.count
    }
    let line = UnsafeBufferPointer(rebasing: text[start..<place])
    if place + 1 < text.count, text[place] == 0x0D, text[place + 1] == 0x0A { place += 1 }
    place += 1
    return line
  }
}
