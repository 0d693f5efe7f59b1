import Testing
import VaultTestSupport

@testable import VaultCore

@Suite struct JavaScriptPatternTests {
  static let table: [(String, String, String)] = [
    ("/abc/", "xabcx", "abx"), ("/ABC/i", "xabcx", "x"), ("/ä/i", "Ä", "a"), ("/^a.c$/", "abc", "abcd"),
    ("/a|bc/", "bc", "b"),
    ("/^(a|b)*c$/", "ababc", "abdc"), ("/^a+b?$/", "aab", "abb"), ("/^a{2}$/", "aa", "aaa"), ("/^a{2,}$/", "aaaa", "a"),
    ("/^a{1,2}$/", "aa", "aaa"), ("/^a{0}$/", "", "a"), ("/a{b}/", "a{b}", "ab"), ("/{/", "{", "("), ("/]/", "]", "["),
    ("/[a-c]x/", "bx", "dx"), ("/[^a-c]x/", "dx", "bx"), ("/[[]/", "[", "]"), ("/[\\]]/", "]", "["),
    ("/[a-]/", "-", "b"),
    ("/[\\d-x]/", "-", "y"), ("/[a&&b]/", "&", "c"), ("/[]/", "", "a"), ("/[^]/", "\n", ""),
    ("/[\\w.]+@/", "a.b@", "@"),
    ("/\\d\\d:\\d\\d/", "12:30", "1:30"), ("/\\D/", "a", "1"), ("/\\w/", "_", "é"), ("/\\W/", "é", "e"),
    ("/\\s/", "a b", "ab"),
    ("/\\S/", "a", " "), ("/\\bcat\\b/", "a cat.", "cats"), ("/\\Bat/", "cat", "at"), ("/a\\.b/", "a.b", "axb"),
    ("/a\\/b/", "a/b", "ab"), ("/a/b/", "a/b", "ab"), ("/\\u0041/", "A", "u0041"), ("/\\x41/", "A", "x41"),
    ("/\\x+1/", "xx1", "\u{1}"),
    ("/\\u{41}/u", "A", "u"),
    ("/\\uD83D\\uDCC5/", "📅", "📆"), ("/[📅⏳]/", "⏳", "📆"), ("/^.$/", "📅", "ab"), ("/\\t/", "a\tb", "t"),
    ("/sign/i", "SIGN", "ſign"), ("/SIGN/i", "sign", "ſIGN"), ("/kelvin/i", "KELVIN", "\u{212A}elvin"),
    ("/οδοσ/i", "ΟΔΟΣ", "οδο"), ("/οδοσ/i", "οδος", "οδο"), ("/ΟΔΟΣ/i", "οδος", "οδο"), ("/[α-ω]/i", "Σ", "s"),
    ("/ß/i", "ß", "ss"), ("/[^é]/i", "e", "É"), ("/ǆ/i", "ǅ", "z"),
    ("/a\\cJb/", "a\nb", "acJb"), ("/[\\cI]/", "\t", "I"), ("/\\c1/", "c1", "1"), ("/(^)?a/", "ba", "b"),
    ("/(^)+a/", "a", "ba"),
    ("/(?:\\b)*a/", "a", "b"), ("/(\\b)+a/", "a", "ba"), ("/(^|,)*b/", "a,b", "c"),
    ("/(?:ab)+c/", "ababc", "c"), ("/(?<n>a)b/", "ab", "b"), ("/a(?=b)/", "ab", "ac"), ("/a(?!b)/", "ac", "ab"),
    ("/^(?!.*draft)/", "final", "a draft"), ("/(?<=#)a/", "#a", "a"), ("/(?<!#)a/", "xa", "#a"),
    ("/(?<!x)^a/", "a", "b"),
    ("/a*?b/", "aab", "aa"), ("/a.c/s", "a\nc", "ac"), ("/^b/m", "a\nb", "ab"), ("/a$/m", "a\nb", "ab"),
    ("/\\p{Lu}/u", "É", "é"),
    ("/\\p{L}+/u", "ß", "1"), ("/\\P{L}/u", "1", "a"), ("/\\p{Emoji_Presentation}/u", "📅", "a"), ("/\\pL/", "pL", "L"),
    ("/x*/", "", "\u{0}never"),
    ("/(|a)+b/", "aab", "a"), ("/(a*)*b/", "aab", "a"), ("/[^/]+\\.md$/", "a/b.md", "b.txt"), ("/[A-Z]/i", "q", "1"),
    ("/[^a]/i", "b", "A"), ("/\\0/", "a\u{0}", "0"),
  ]

  @Test(arguments: table)
  func matchesTheOneAndNotTheOther(_ literal: String, _ matching: String, _ other: String) throws {
    let pattern = try JavaScriptPattern(literal: literal)
    if literal != "/[]/" { #expect(pattern.matches(matching), "\(literal) \(matching)") }
    if literal != "/x*/" { #expect(!pattern.matches(other), "\(literal) \(other)") }
  }

  /// Nested as deep as groups may be, and then what no text of the test holds.
  private static func nested(_ left: String, _ right: String = ")", count: Int = 49) -> String {
    "/" + String(repeating: left, count: count) + "z" + String(repeating: right, count: count) + "z/"
  }

  /// Each would take a machine that goes back for ever, or one that asks a lookaround anew at each place.
  @Test(
    arguments: [
      "/(a+)+$/", "/(a|a)*b/", "/(a|aa)+c/", "/(.*)*(.*)*(.*)*x/", "/^(?=(a+)+$)(?=(a|a)*$)a*b/",
      nested("(?=.*"), nested("(?<=", ".*)"), nested("(?=.(?<=.*a)", count: 48), nested("(?!.*", ".*)"),
    ])
  func noPatternTakesForEver(_ literal: String) throws {
    #expect(!(try JavaScriptPattern(literal: literal).matches(String(repeating: "a", count: 1_000) + "!")))
  }

  @Test func longTextIsLookedAtToItsEnd() throws {
    let text = String(repeating: "a", count: 100_000) + "bc"
    #expect(try JavaScriptPattern(literal: "/bc$/").matches(text))
    #expect(try !JavaScriptPattern(literal: "/c./").matches(text))
  }

  @Test func anyTextIsAPatternOrAnError() {
    var random = SeededGenerator(seed: 4)
    let pieces = [
      "(", ")", "[", "]", "{", "}", "?", "*", "+", "|", "\\", "^", "$", ".", "-", "a", "1", ",", "d", "b", "u", "x",
      "=", "!", "<", ":", "é", "p",
    ]
    var read = 0
    for _ in 0..<5_000 {
      let count = Int.random(in: 1...14, using: &random)
      let source = (0..<count).map { _ in pieces[Int.random(in: 0..<pieces.count, using: &random)] }.joined()
      guard let pattern = try? JavaScriptPattern(source) else { continue }
      _ = pattern.matches("ab1-é(x")
      read += 1
    }
    #expect(read > 500)
  }
}
