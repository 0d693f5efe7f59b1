import Testing

@testable import VaultCore

@Suite("Lines of iCalendar")
struct CalendarLinesTests {
  @Test func textIsEscaped() {
    var lines = CalendarLines()
    lines.add("SUMMARY", text: "a; b, c\\d\ne\u{7}\u{7F}\tf:\"g\"\r")
    lines.add("CATEGORIES", texts: ["a,b", "c"])
    lines.add("RRULE", "FREQ=DAILY;INTERVAL=2")
    #expect(
      String(decoding: lines.bytes, as: UTF8.self)
        == "SUMMARY:a\\; b\\, c\\\\d\\ne\tf:\"g\"\r\nCATEGORIES:a\\,b,c\r\nRRULE:FREQ=DAILY;INTERVAL=2\r\n")
  }

  /// Around each length, with characters of one to four bytes.
  @Test(arguments: ["a", "é", "豆", "🎂", "e\u{301}"])
  func linesAreFolded(_ character: String) throws {
    for count in 0..<240 {
      let text = String(repeating: "x", count: count % 4) + String(repeating: character, count: count)
      var lines = CalendarLines()
      lines.add("SUMMARY", text: text)
      let bytes = lines.bytes
      let pieces = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
      #expect(pieces.last == [])
      for piece in pieces.dropLast() {
        #expect(piece.last == 0x0D && piece.count <= 76)
        #expect(String(validating: piece, as: UTF8.self) != nil, "a character is cut")
      }
      let unfolded = String(decoding: bytes, as: UTF8.self).unicodeScalars.split(separator: "\r\n ".unicodeScalars)
      #expect(String(String.UnicodeScalarView(unfolded.joined())) == "SUMMARY:\(text)\r\n")
      #expect(pieces.dropLast(2).allSatisfy { $0.count > 76 - 4 }, "folded too early")
    }
  }
}
