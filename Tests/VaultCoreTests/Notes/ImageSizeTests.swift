import Testing
import VaultCore

struct ImageSizeTests {
  private func bytes(_ parts: Any...) -> [UInt8] {
    parts.flatMap { part -> [UInt8] in
      if let text = part as? String { return Array(text.utf8) }
      return (part as? [Int] ?? []).map { UInt8($0) }
    }
  }

  @Test func eachKindSaysItsSize() {
    let padding = [Int](repeating: 0, count: 40)
    #expect(
      ImageSize(bytes([0x89], "PNG\r\n", [0x1A, 0x0A, 0, 0, 0, 13], "IHDR", [0, 0, 2, 1, 0, 0, 0, 9]))
        .map { [$0.width, $0.height] } == [513, 9])
    #expect(ImageSize(bytes("GIF89a", [5, 1, 7, 0])).map { [$0.width, $0.height] } == [261, 7])
    #expect(
      ImageSize(bytes("BM", [Int](repeating: 0, count: 12), [40, 0, 0, 0, 3, 0, 0, 0, 0xFC, 0xFF, 0xFF, 0xFF]))
        .map { [$0.width, $0.height] } == [3, 4])
    #expect(
      ImageSize(bytes("RIFF", [0, 0, 0, 0], "WEBPVP8X", [10, 0, 0, 0, 0, 0, 0, 0, 0x0F, 0, 0, 0x1F, 0, 0]))
        .map { [$0.width, $0.height] } == [16, 32])
    #expect(
      ImageSize(bytes("RIFF", [0, 0, 0, 0], "WEBPVP8L", [0, 0, 0, 0, 0x2F, 0x0F, 0xC0, 0x07, 0], padding))
        .map { [$0.width, $0.height] } == [16, 32])
    #expect(
      ImageSize(
        bytes("RIFF", [0, 0, 0, 0], "WEBPVP8 ", [0, 0, 0, 0, 0, 0, 0, 0x9D, 0x01, 0x2A, 16, 0, 32, 0], padding)
      )
      .map { [$0.width, $0.height] } == [16, 32])
    #expect(
      ImageSize(
        bytes(
          [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xC4, 0, 3, 9, 0xFF, 0xFF, 0xC2, 0, 11, 8, 0, 32, 0, 16], padding)
      )
      .map { [$0.width, $0.height] } == [16, 32])
  }

  /// Cut, empty, of another kind, of no size.
  @Test func whatSaysNothingHasNone() {
    let whole = bytes([0x89], "PNG\r\n", [0x1A, 0x0A, 0, 0, 0, 13], "IHDR", [0, 0, 2, 1, 0, 0, 0, 9])
    for length in 0..<whole.count { #expect(ImageSize(Array(whole[..<length])) == nil) }
    #expect(ImageSize(bytes("GIF89a", [0, 0, 7, 0])) == nil)
    #expect(ImageSize(bytes("<svg/>", [Int](repeating: 32, count: 60))) == nil)
    #expect(ImageSize(bytes([0xFF, 0xD8, 0xFF, 0xE0, 0xFF, 0xFF, 0, 0, 0, 0, 0, 0])) == nil)
  }
}
