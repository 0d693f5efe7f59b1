import Foundation
import Testing

@testable import VaultCore

struct JSONWriterTests {
  @Test(arguments: [
    "", "plain", "\"\\/", "\u{0}\u{1F}\u{7F}\u{8}\u{C}\n\r\t", "é日👍", "\u{85}\u{9B}", "\u{2028}\u{202E}\u{2066}",
    "Â\u{A0}…",
  ])
  func stringsComeBack(_ text: String) throws {
    var json = JSONWriter()
    json.beginArray()
    json.string(text)
    json.string(text)
    json.endArray()
    let back = try JSONDecoder().decode([String].self, from: Data(json.bytes))
    #expect(back.allSatisfy { $0.utf8.elementsEqual(text.utf8) })
    let written = String(decoding: json.bytes, as: UTF8.self).unicodeScalars
    #expect(written.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) && $0 != "\u{202E}" })
  }

  @Test func numbers() {
    var json = JSONWriter()
    json.beginArray()
    for value in [0, -0.0, 1, 1.5, 0.1, 1e21, 1e-7, .infinity, .nan, -12.25, 9_007_199_254_740_992] {
      json.number(value)
    }
    for value in [Int.min, Int.max, 0, -7] { json.integer(value) }
    json.bool(true)
    json.null()
    json.endArray()
    #expect(
      String(decoding: json.bytes, as: UTF8.self)
        == "[0,0,1,1.5,0.1,1e+21,1e-07,null,null,-12.25,9007199254740992.0,"
        + "-9223372036854775808,9223372036854775807,0,-7,true,null]")
  }
}
