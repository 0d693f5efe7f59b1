import Testing
import VaultTestSupport

@testable import VaultCore

@Suite struct UnseenCharactersTests {
  @Test(arguments: [
    ("plain\ttext\n", "plain\ttext\n"), ("a\u{200B}b", "a⟦U+200B⟧b"), ("⟦x⟧", "⟦⟦x⟧"),
    ("\u{202E}evil\u{202C}", "⟦U+202E⟧evil⟦U+202C⟧"), ("\u{2066}x\u{2069}", "⟦U+2066⟧x⟦U+2069⟧"),
    ("a\u{0}b\u{7}\u{1B}[31m\u{7F}\u{9B}", "a⟦U+0000⟧b⟦U+0007⟧⟦U+001B⟧[31m⟦U+007F⟧⟦U+009B⟧"),
    ("\u{E0049}\u{E0067}\u{E006E}", "⟦U+E0049⟧⟦U+E0067⟧⟦U+E006E⟧"), ("\u{FEFF}a\u{2060}", "⟦U+FEFF⟧a⟦U+2060⟧"),
    // The flag of Scotland, and letters behind a flag that has ended.
    (
      "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}!",
      "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}!"
    ),
    ("🏴\u{E0067}\u{E007F}\u{E0049}", "🏴\u{E0067}\u{E007F}⟦U+E0049⟧"), ("🏴\u{E0067}", "🏴⟦U+E0067⟧"),
    // A family, Persian, and the same joiners where they join nothing.
    ("👨\u{200D}👩", "👨\u{200D}👩"), ("می\u{200C}خواهم", "می\u{200C}خواهم"), ("a\u{200D}b", "a⟦U+200D⟧b"),
    ("❤\u{FE0F}", "❤\u{FE0F}"), ("❤\u{FE0F}\u{FE00}\u{FE01}", "❤\u{FE0F}⟦U+FE00⟧⟦U+FE01⟧"), ("x\r\n", "x⟦U+000D⟧\n"),
  ])
  func showsWhatNobodySees(_ text: String, _ shown: String) {
    #expect(UnseenCharacters.shown(text).unicodeScalars.elementsEqual(shown.unicodeScalars))
    #expect(UnseenCharacters.read(shown).unicodeScalars.elementsEqual(text.unicodeScalars))
  }

  @Test(arguments: ["⟦", "⟦x", "⟦U+⟧", "⟦U+D800⟧", "⟦U+110000⟧", "⟦U+GG⟧", "⟦ U+200B⟧", "⟦U+200B"])
  func whatShownNeverWritesStays(_ text: String) {
    #expect(UnseenCharacters.read(text) == text)
  }

  @Test func readsBackWhatItShows() {
    var random = SeededGenerator(seed: TestSeed(fixed: 32).value)
    let parts: [Unicode.Scalar] = [
      "a", "é", "⟦", "⟧", "U", "+", "2", "0", "B", "\u{200B}", "\u{200D}", "\u{FE0F}", "\u{E0041}", "\u{E007F}", "🏴",
      "👨",
      "\u{202E}", "\n", "\r", "\u{0}", "م",
    ]
    for _ in 0..<20_000 {
      var text = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0..<12, using: &random) { text.append(parts.randomElement(using: &random) ?? "a") }
      let given = String(text)
      let shown = UnseenCharacters.shown(given)
      #expect(
        UnseenCharacters.read(shown).unicodeScalars.elementsEqual(given.unicodeScalars), "\(given.debugDescription)")
      #expect(!shown.unicodeScalars.contains("\u{200B}") && !shown.unicodeScalars.contains("\u{202E}"))
    }
  }
}
