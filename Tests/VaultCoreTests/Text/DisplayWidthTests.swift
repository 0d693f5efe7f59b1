import Testing
import VaultCore

struct DisplayWidthTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本語", 6), ("ﾊﾝ", 2), ("한국", 4), ("\u{1112}\u{1161}\u{11AB}", 2),
    ("👍", 2), ("👍🏽", 2), ("👨‍👩‍👧", 2), ("❤️", 2), ("❤", 1), ("1️⃣", 2), ("🇩🇪", 2), ("❤️‍🔥", 2), ("✓", 1), ("📅", 2),
    ("…", 1), ("\u{200B}", 0), ("a\u{AD}b", 2), ("नमस्ते", 4), ("กำ", 2), ("Ａ", 2), ("\u{1F6DC}", 2),
    // What is shown in their place.
    ("\u{1B}", 1), ("\u{202E}", 8), ("\u{9B}", 8),
  ])
  func columns(_ text: String, _ expected: Int) {
    #expect(DisplayWidth.of(text) == expected)
  }

  @Test func theWidthIsThatOfTheVisibleForm() {
    for value in UInt32(0)...0x20_70 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = String(Character(scalar))
      #expect(DisplayWidth.of(text) == DisplayWidth.of(ControlCharacters.visible(text, .singleLine)))
    }
  }

  @Test(arguments: [
    ("hello", 5, "hello"), ("hello", 4, "hel…"), ("hello", 1, "…"), ("hello", 0, ""), ("日本語", 5, "日本…"),
    ("日本語", 4, "日…"), ("👨‍👩‍👧👨‍👩‍👧", 3, "👨‍👩‍👧…"), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
  ])
  func cutsBetweenClusters(_ text: String, _ width: Int, _ expected: String) {
    let cut = DisplayWidth.truncated(text, to: width)
    #expect(cut == expected)
    #expect(DisplayWidth.of(cut) <= width)
  }

  @Test func fills() {
    #expect(DisplayWidth.padded("日", to: 4) == "日  ")
    #expect(DisplayWidth.padded("7", to: 3, leading: true) == "  7")
    #expect(DisplayWidth.padded("long", to: 2) == "long")
  }

  @Test func asciiEllipsis() {
    #expect(DisplayWidth.truncated("hello world", to: 8, ellipsis: "...") == "hello...")
    #expect(DisplayWidth.truncated("hello", to: 2, ellipsis: "...") == "he")
  }
}
