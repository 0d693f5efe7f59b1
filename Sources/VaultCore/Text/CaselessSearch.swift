/// Looks for a row of bytes, whatever the case of its ASCII letters, sixteen places at a time.
package struct CaselessSearch: Hashable, Sendable {
  /// Its letters are small.
  package let needle: [UInt8]
  /// The two places in it whose bytes are rarest in text.
  private let first: Int
  private let second: Int

  private typealias Block = SIMD16<UInt8>

  package init(_ needle: [UInt8]) {
    self.needle = needle
    let byRarity = needle.indices.sorted {
      (ByteSearch.frequency(of: needle[$0]), $0) < (ByteSearch.frequency(of: needle[$1]), $1)
    }
    first = byRarity.first ?? 0
    second = byRarity.dropFirst().first ?? first
  }

  func isFound(in text: UnsafeBufferPointer<UInt8>) -> Bool { place(in: text, from: 0) != nil }

  /// Where it first stands from `start` on. An empty needle stands nowhere.
  func place(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    guard !needle.isEmpty, text.count - start >= needle.count, let base = text.baseAddress else { return nil }
    return needle.withUnsafeBufferPointer { needle in
      let raw = UnsafeRawPointer(base)
      // Setting the bit makes a capital small; what else it makes alike is told apart below.
      let (one, other) = (Block(repeating: needle[first] | 0x20), Block(repeating: needle[second] | 0x20))
      let bit = Block(repeating: 0x20)
      let places = text.count - needle.count + 1
      var at = start
      while at + Block.scalarCount <= places {
        let firsts = raw.loadUnaligned(fromByteOffset: at + first, as: Block.self) | bit
        let seconds = raw.loadUnaligned(fromByteOffset: at + second, as: Block.self) | bit
        let hits = unsafeBitCast((firsts .== one) .& (seconds .== other), to: SIMD2<UInt64>.self)
        if hits[0] | hits[1] != 0, let place = Self.place(needle, base, at..<at + Block.scalarCount) { return place }
        at += Block.scalarCount
      }
      return Self.place(needle, base, at..<places)
    }
  }

  private static func place(
    _ needle: UnsafeBufferPointer<UInt8>, _ text: UnsafePointer<UInt8>, _ places: Range<Int>
  ) -> Int? {
    for place in places {
      var length = 0
      while length < needle.count, text[place + length].asciiLowered == needle[length] { length += 1 }
      if length == needle.count { return place }
    }
    return nil
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The place of the first byte from `start` on that is no ASCII.
  func firstBeyondASCII(from start: Int) -> Int? {
    guard let base = baseAddress else { return nil }
    let raw = UnsafeRawPointer(base)
    var at = start
    while at + 16 <= count {
      let words = raw.loadUnaligned(fromByteOffset: at, as: SIMD2<UInt64>.self)
      if (words[0] | words[1]) & 0x8080_8080_8080_8080 != 0 { break }
      at += 16
    }
    while at < count {
      if self[at] >= 0x80 { return at }
      at += 1
    }
    return nil
  }
}
