import Testing
import VaultCore

@Suite struct PlainTextNoteTests {
  private func utf16(_ text: String, isBigEndian: Bool) -> [UInt8] {
    (isBigEndian ? [0xFE, 0xFF] : [0xFF, 0xFE])
      + text.utf16.flatMap { unit in
        let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
        return isBigEndian ? [high, low] : [low, high]
      }
  }

  @Test(arguments: ["", "plain\n", "a\r\nb", "é 日本 👩‍🚀\n", "e\u{301}"])
  func textsOfEveryCodingAreTheSameNote(_ text: String) throws {
    let utf8 = Array(text.utf8)
    for bytes in [utf8, [0xEF, 0xBB, 0xBF] + utf8, utf16(text, isBigEndian: false), utf16(text, isBigEndian: true)] {
      let (note, diagnostics) = PlainTextNote.read(bytes, fileName: "My list.v2.txt")
      #expect(note?.body == utf8)
      #expect(note?.title == "My list.v2")
      #expect(diagnostics == [])
    }
  }

  @Test(
    arguments: [
      [0x61, 0xFF], [0xE9], [0xFF, 0xFE, 0x61], [0xFF, 0xFE, 0x00, 0xD8, 0x61, 0x00], [0xFE, 0xFF, 0xDC, 0x00],
      [0xFF, 0xFE, 0, 0, 0x61, 0, 0, 0],
    ] as [[UInt8]])
  func otherCodingsAreTold(_ bytes: [UInt8]) {
    let (note, diagnostics) = PlainTextNote.read(bytes, fileName: "x.txt")
    #expect(note == nil)
    #expect(diagnostics.map(\.code) == [.importFailed])
  }
}
