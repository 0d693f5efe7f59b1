/// Appends values in the compact form that `ByteReader` reads back.
///
/// Integers are LEB128 varints (seven bits a byte, low ones first), texts are UTF-8 after a varint of their
/// length in bytes. Nothing says what a value is: both sides go through the same values in the same order.
package struct ByteWriter: Sendable {
  package private(set) var bytes: [UInt8]

  /// Appends to `bytes`, whose storage is reused when the caller gives up its own copy.
  package init(appendingTo bytes: consuming [UInt8] = []) {
    self.bytes = bytes
  }

  package mutating func write(_ byte: UInt8) {
    bytes.append(byte)
  }

  package mutating func write(varint value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  /// Small values of either sign take few bytes (zigzag).
  package mutating func write(signed value: Int64) {
    write(varint: UInt64(bitPattern: (value << 1) ^ (value >> 63)))
  }

  package mutating func write(count: Int) {
    write(varint: UInt64(max(count, 0)))
  }

  package mutating func write(_ flag: Bool) {
    bytes.append(flag ? 1 : 0)
  }

  package mutating func write(_ text: String) {
    var text = text
    text.withUTF8 {
      write(count: $0.count)
      bytes.append(contentsOf: $0)
    }
  }

  /// Nil is one byte, and differs from the empty text.
  package mutating func write(_ text: String?) {
    guard var text else { return bytes.append(0) }
    text.withUTF8 {
      write(varint: UInt64($0.count) + 1)
      bytes.append(contentsOf: $0)
    }
  }

  package mutating func write(_ texts: [String]) {
    write(count: texts.count)
    for text in texts { write(text) }
  }

  package mutating func write(_ data: some Collection<UInt8>) {
    write(count: data.count)
    bytes.append(contentsOf: data)
  }
}

/// Reads what `ByteWriter` wrote. Every call checks its bounds: damaged bytes give nil, never a trap, and no
/// more memory than the bytes themselves could fill.
///
/// After a nil the position is unspecified: the whole record is to be thrown away.
package struct ByteReader {
  private let bytes: UnsafeRawBufferPointer
  /// Counts from the first byte given.
  package private(set) var offset = 0

  /// `bytes` must outlive the reader.
  package init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  package var remaining: Int { bytes.count - offset }
  package var isAtEnd: Bool { offset == bytes.count }

  package mutating func byte() -> UInt8? {
    guard offset < bytes.count else { return nil }
    defer { offset += 1 }
    return bytes[offset]
  }

  /// Returns nil also for a number that does not fit 64 bits.
  package mutating func varint() -> UInt64? {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while offset < bytes.count {
      let byte = bytes[offset]
      offset += 1
      let part = UInt64(byte & 0x7F)
      if shift == 63, part > 1 { return nil }
      value |= part << shift
      if byte < 0x80 { return value }
      shift += 7
      if shift > 63 { return nil }
    }
    return nil
  }

  package mutating func signed() -> Int64? {
    guard let value = varint() else { return nil }
    return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
  }

  /// The number of elements that follow, each of at least one byte: nil when more are promised than can be there.
  package mutating func count() -> Int? {
    guard let value = varint(), value <= UInt64(remaining) else { return nil }
    return Int(value)
  }

  /// Returns nil for any byte but 0 and 1.
  package mutating func bool() -> Bool? {
    guard let byte = byte(), byte < 2 else { return nil }
    return byte == 1
  }

  package mutating func string() -> String? {
    guard let length = count() else { return nil }
    return text(of: length)
  }

  /// The outer nil is damage, the inner one a nil that was written.
  package mutating func optionalString() -> String?? {
    guard let value = varint() else { return nil }
    guard value > 0 else { return .some(nil) }
    guard value - 1 <= UInt64(remaining), let text = text(of: Int(value - 1)) else { return nil }
    return .some(text)
  }

  package mutating func strings() -> [String]? {
    guard let count = count() else { return nil }
    guard count > 0 else { return [] }
    var texts: [String] = []
    texts.reserveCapacity(min(count, 64))
    for _ in 0..<count {
      guard let text = string() else { return nil }
      texts.append(text)
    }
    return texts
  }

  /// The bytes that `write(_: Collection)` wrote, in place: valid as long as what the reader reads from.
  package mutating func data() -> UnsafeRawBufferPointer? {
    guard let length = count() else { return nil }
    defer { offset += length }
    return UnsafeRawBufferPointer(rebasing: bytes[offset..<(offset + length)])
  }

  /// Passes over a list of texts. False for damaged bytes.
  package mutating func skipStrings() -> Bool {
    guard let count = count() else { return false }
    for _ in 0..<count where data() == nil { return false }
    return true
  }

  /// `length` has been checked against `remaining`. Bytes that are no UTF-8 are damage.
  private mutating func text(of length: Int) -> String? {
    let slice = UnsafeRawBufferPointer(rebasing: bytes[offset..<(offset + length)])
    offset += length
    return slice.withMemoryRebound(to: UInt8.self) { String(validating: $0, as: UTF8.self) }
  }
}
