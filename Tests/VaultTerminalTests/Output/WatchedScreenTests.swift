import Testing

@testable import VaultTerminal

@Suite struct WatchedScreenTests {
  private func frame(_ text: String, rows: Int) -> String {
    let frame = WatchedScreen.frame(Array(text.utf8), foot: Array("foot".utf8), rows: rows) { Array("\($0) more".utf8) }
    return String(decoding: frame, as: UTF8.self).replacing("\u{1B}", with: "^").replacing("\r\n", with: "/")
  }

  @Test(arguments: [
    ("", 5, "^[Hfoot^[K^[J"),
    ("a\nb\n", 5, "^[Ha^[K/b^[K/foot^[K^[J"),
    ("a\n\nb", 5, "^[Ha^[K/^[K/b^[K/foot^[K^[J"),
    ("a\nb\nc\n", 4, "^[Ha^[K/b^[K/c^[K/foot^[K^[J"),
    ("a\nb\nc\n", 3, "^[Ha^[K/2 more^[K/foot^[K^[J"),
    ("a\nb\nc\n", 2, "^[H3 more^[K/foot^[K^[J"),
    ("a\nb\n", 1, "^[H2 more^[K/foot^[K^[J"),
    ("a\n", 0, "^[Ha^[K/foot^[K^[J"),
  ])
  func onlyWhatFitsIsDrawn(_ text: String, _ rows: Int, _ expected: String) {
    #expect(frame(text, rows: rows) == expected)
  }
}
