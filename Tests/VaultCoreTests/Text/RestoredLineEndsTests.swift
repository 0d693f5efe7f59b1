import Testing
import VaultTestSupport

@testable import VaultCore

@Suite struct RestoredLineEndsTests {
  private func restored(_ text: String, from base: String) -> String {
    String(decoding: LineEnding.restored(in: Array(text.utf8), from: Array(base.utf8)), as: UTF8.self)
  }

  @Test(arguments: [
    ("a\nb\n", "a\r\nb\r\n", "a\r\nb\r\n"), ("a\r\nb\r\n", "a\nb\n", "a\nb\n"), ("a\nX\nb", "a\r\nb", "a\r\nX\r\nb"),
    ("a\nb\nc\n", "a\r\nb\nc\r\n", "a\r\nb\nc\r\n"), ("a\nX\nc\n", "a\r\nb\nc\r\n", "a\r\nX\r\nc\r\n"),
    ("b\n", "a\r\nb\n", "b\n"), ("", "a\r\n", ""), ("a", "", "a"), ("x\n", "\u{FEFF}a\r\n", "\u{FEFF}x\r\n"),
    ("\u{FEFF}a\n", "\u{FEFF}a\n", "\u{FEFF}a\n"), ("a\nb", "a\r\nb", "a\r\nb"), ("a\nb\n", "a\r\nb", "a\r\nb\r\n"),
  ])
  func lines(text: String, base: String, result: String) {
    #expect(restored(text, from: base).utf8.elementsEqual(result.utf8))
  }

  /// What nobody has edited is what it was, byte for byte.
  @Test func anUneditedTextIsAsItWas() {
    var random = SeededGenerator(seed: 7)
    let pieces = ["a", "b", "", "\r\n", "\n", "\r\n", "ü", "- [ ] x"]
    for _ in 0..<2_000 {
      let base = (0..<Int.random(in: 0...12, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
        .joined()
      let plain = LineEnding.lf.applied(to: Array(base.utf8))
      #expect(LineEnding.restored(in: plain, from: Array(base.utf8)) == Array(base.utf8))
      // Forms send CRLF.
      let sent = LineEnding.crlf.applied(to: plain)
      #expect(LineEnding.restored(in: sent, from: Array(base.utf8)) == Array(base.utf8))
    }
  }
}
