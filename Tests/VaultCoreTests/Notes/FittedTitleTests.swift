import Testing

@testable import VaultCore

@Suite struct FittedTitleTests {
  @Test(
    arguments: [
      ("Plain title", "Plain title"), ("Trip: day two", "Trip - day two"), ("12:30 call", "12-30 call"),
      ("AC/DC", "AC-DC"), ("and/or/not", "and-or-not"), ("a :: b", "a - b"), ("What? \"This\"!", "What This!"),
      ("C# and F#", "C and F"), ("[[Link]] to ^x", "Link to x"), ("  many \t\n blanks ", "many blanks"),
      ("..hidden", "hidden"), ("-f", "f"), ("/etc/", "etc"), ("ends.", "ends"), ("v1.2", "v1.2"), ("日本: 東京", "日本 - 東京"),
      ("?", ""), (" . ", ""), ("", ""), ("a\u{0}b", "a b"), ("Käse\u{A0}brot", "Käse brot"), ("x:", "x"),
    ])
  func namesOfTitles(_ title: String, _ name: String) {
    #expect(FittedTitle.name(of: title) == name)
  }

  @Test(
    arguments: [
      ("Trip: Day Two", "trip-day-two"), ("It's fine — really!", "its-fine-really"), ("Käse & Brot", "käse-brot"),
      ("漢字 ノート", "漢字-ノート"), ("v1.2", "v1-2"), ("?!", ""), ("  A_b ", "a_b"),
    ])
  func slugsOfTitles(_ title: String, _ slug: String) {
    #expect(FittedTitle.slug(of: title) == slug)
  }

  @Test func cutsBetweenCharacters() {
    #expect(FittedTitle.cut("abc", toBytes: 3) == "abc")
    #expect(FittedTitle.cut("abc", toBytes: 2) == "ab")
    #expect(FittedTitle.cut("aéb", toBytes: 2) == "a")
    #expect(FittedTitle.cut("a👨‍👩‍👧", toBytes: 17) == "a")
    #expect(FittedTitle.cut("one two", toBytes: 4) == "one")
    #expect(FittedTitle.cut("é", toBytes: 1) == "")
  }
}
