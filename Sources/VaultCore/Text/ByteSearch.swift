#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Finds a row of bytes in others, by looking for the one of them that is rarest in text.
package struct ByteSearch: Sendable {
  package let needle: [UInt8]
  private let rarest: Int

  package init(_ needle: [UInt8]) {
    self.needle = needle
    rarest = needle.indices.min { Self.frequencies[Int(needle[$0])] < Self.frequencies[Int(needle[$1])] } ?? 0
  }

  /// The letters of English and its neighbours, the most frequent last.
  private static let letters = Array("zqxjkvbwpygfmucdlhrsinoate ".utf8)

  /// By byte.
  private static let frequencies: [Int] = (UInt8.min...UInt8.max).map { byte in
    letters.firstIndex(of: byte) ?? (byte < 0x80 ? -2 : -1)
  }

  /// How often a byte stands in text, in comparison.
  static func frequency(of byte: UInt8) -> Int { frequencies[Int(byte)] }

  /// Where it first stands from `start` on. An empty needle stands nowhere.
  package func first(in text: UnsafeRawBufferPointer, from start: Int = 0) -> Int? {
    guard !needle.isEmpty, let base = text.baseAddress else { return nil }
    return needle.withUnsafeBytes { needle in
      guard let pattern = needle.baseAddress else { return nil }
      var at = start
      while at + needle.count <= text.count {
        let from = at + rarest
        let room = text.count - needle.count + rarest + 1 - from
        guard room > 0, let found = memchr(base + from, Int32(needle[rarest]), room) else { return nil }
        at = UnsafeRawPointer(found) - base - rarest
        if memcmp(base + at, pattern, needle.count) == 0 { return at }
        at += 1
      }
      return nil
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The first place of a byte from `start` on.
  func place(of byte: UInt8, from start: Int) -> Int? {
    guard let base = baseAddress, start < count, let found = memchr(base + start, Int32(byte), count - start) else {
      return nil
    }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }
}
