import Testing

@testable import VaultCore

/// Bodies that would nest more deeply than the parser bears.
@Suite("Masking of markers") struct MarkdownMaskTests {
  private static let long = String(repeating: "word ", count: 1_700) + "\n"

  /// Nothing is behind a file's last byte.
  @Test(arguments: [
    long + String(repeating: ".", count: 101), long + "3." + String(repeating: "1415926535", count: 30),
    String(repeating: "+", count: 8_001), String(repeating: ">", count: 8_001), String(repeating: "- ", count: 5_000),
    long + String(repeating: "1)", count: 200), long + String(repeating: "> ", count: 200) + "-",
  ])
  func endsWithAMarker(_ text: String) {
    let read = ReadNote(bytes: Array(text.utf8), path: "a.md")
    #expect(read.lines.map(\.text).joined().utf8.count <= text.utf8.count)
    #expect(read.lines.last?.range.upperBound == text.utf8.count)
  }
}
