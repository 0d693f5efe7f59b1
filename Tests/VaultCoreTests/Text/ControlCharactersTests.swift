import Testing
import VaultCore

struct ControlCharactersTests {
  @Test(arguments: [
    ("plain text, é 日本 👍", "plain text, é 日本 👍"),
    ("\u{1B}[31mred", "␛[31mred"),
    ("a\u{7}b\u{0}c\u{7F}", "a␇b␀c␡"),
    ("\u{9B}31m", "<U+009B>31m"),
    ("abc\u{202E}fed", "abc<U+202E>fed"),
    ("\u{2066}x\u{2069}", "<U+2066>x<U+2069>"),
    ("a\u{2028}b", "a<U+2028>b"),
    ("א\u{200F}b", "א\u{200F}b"),
    ("tab\tand\nline", "tab\tand\nline"),
    ("crlf\r\nlone\rend", "crlf\nlone␍end"),
    ("Â£", "Â£"), ("£ …", "£ …"),
  ])
  func linesKeepWhatLaysOutText(_ text: String, _ expected: String) {
    #expect(ControlCharacters.visible(text) == expected)
    var appended: [UInt8] = []
    ControlCharacters.append(text, to: &appended)
    #expect(String(decoding: appended, as: UTF8.self) == expected)
  }

  @Test(arguments: [("a\nb", "a␊b"), ("a\r\nb", "a␊b"), ("a\tb", "a b"), ("a\rb", "a␍b")])
  func aSingleLineStaysOne(_ text: String, _ expected: String) {
    #expect(ControlCharacters.visible(text, .singleLine) == expected)
  }

  @Test func withoutUnicodeAQuestionMarkStandsForAControlCharacter() {
    #expect(ControlCharacters.visible("\u{1B}[0m\u{9B}", .singleLine, ascii: true) == "?[0m<U+009B>")
  }

  @Test func noUnsafeScalarIsLeftOfAny() {
    var text = String.UnicodeScalarView()
    for value in UInt32(0)...0x2FFF {
      if let scalar = Unicode.Scalar(value) { text.append(scalar) }
    }
    let shown = ControlCharacters.visible(String(text), .singleLine)
    for scalar in shown.unicodeScalars {
      #expect(
        scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value) && !(0x2028...0x202E).contains(scalar.value)
          && !(0x2066...0x2069).contains(scalar.value))
    }
  }
}
