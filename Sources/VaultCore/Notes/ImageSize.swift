/// How wide and high a picture is, in pixels.
package struct ImageSize: Hashable, Sendable {
  package let width: Int
  package let height: Int

  /// So many bytes from a file's beginning are enough for most pictures.
  package static let headerLength = 64 << 10

  /// Reads the beginning of a file: PNG, GIF, JPEG, WebP and BMP, by their signatures and not by a name. Nil for others, and
  /// where the beginning is too short to say.
  package init?(_ bytes: [UInt8]) {
    let size =
      Self.png(bytes) ?? Self.gif(bytes) ?? Self.bitmap(bytes) ?? Self.webP(bytes) ?? Self.jpeg(bytes)
    guard let size, size.width > 0, size.height > 0 else { return nil }
    (width, height) = size
  }

  private typealias Pair = (width: Int, height: Int)

  private static func bigEndian(_ bytes: [UInt8], _ place: Int, _ count: Int) -> Int {
    bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
  }

  private static func littleEndian(_ bytes: [UInt8], _ place: Int, _ count: Int) -> Int {
    bytes[place..<place + count].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  private static func has(_ text: String, _ bytes: [UInt8], at place: Int) -> Bool {
    bytes.count > place && bytes[place...].starts(with: text.utf8)
  }

  private static func png(_ bytes: [UInt8]) -> Pair? {
    guard bytes.count >= 24, has("PNG\r\n", bytes, at: 1), has("IHDR", bytes, at: 12) else { return nil }
    return (bigEndian(bytes, 16, 4), bigEndian(bytes, 20, 4))
  }

  private static func gif(_ bytes: [UInt8]) -> Pair? {
    guard bytes.count >= 10, has("GIF8", bytes, at: 0) else { return nil }
    return (littleEndian(bytes, 6, 2), littleEndian(bytes, 8, 2))
  }

  private static func bitmap(_ bytes: [UInt8]) -> Pair? {
    guard bytes.count >= 26, has("BM", bytes, at: 0), littleEndian(bytes, 14, 4) >= 40 else { return nil }
    // A negative height says that the rows go down.
    return (littleEndian(bytes, 18, 4), abs(Int(Int32(truncatingIfNeeded: littleEndian(bytes, 22, 4)))))
  }

  /// Lossy, lossless and extended ones each say it in their own way.
  private static func webP(_ bytes: [UInt8]) -> Pair? {
    guard bytes.count >= 30, has("RIFF", bytes, at: 0), has("WEBP", bytes, at: 8) else { return nil }
    if has("VP8X", bytes, at: 12) { return (littleEndian(bytes, 24, 3) + 1, littleEndian(bytes, 27, 3) + 1) }
    if has("VP8L", bytes, at: 12) {
      let bits = littleEndian(bytes, 21, 4)
      return (bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
    }
    guard has("VP8 ", bytes, at: 12) else { return nil }
    return (littleEndian(bytes, 26, 2) & 0x3FFF, littleEndian(bytes, 28, 2) & 0x3FFF)
  }

  /// The size stands in the first frame header, behind segments of any number.
  private static func jpeg(_ bytes: [UInt8]) -> Pair? {
    guard bytes.count >= 4, bytes[0] == 0xFF, bytes[1] == 0xD8 else { return nil }
    var i = 2
    while i + 9 <= bytes.count, bytes[i] == 0xFF {
      let marker = bytes[i + 1]
      if marker == 0xFF {
        i += 1
        continue
      }
      // All that begin a frame; C4, C8 and CC begin tables.
      if (0xC0...0xCF).contains(marker), marker != 0xC4, marker != 0xC8, marker != 0xCC {
        return (bigEndian(bytes, i + 7, 2), bigEndian(bytes, i + 5, 2))
      }
      i += 2 + max(bigEndian(bytes, i + 2, 2), 2)
    }
    return nil
  }
}
