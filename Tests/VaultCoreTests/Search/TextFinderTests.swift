import Testing
import VaultTestSupport

@testable import VaultCore

@Suite struct TextFinderTests {
  private static func leaf(_ match: Query.TextMatch) -> TextLeaf? {
    var scanner = WordScanner()
    return TextLeaf(ofText: match, &scanner)
  }

  private static func places(_ leaf: TextLeaf, in line: String) throws -> (isFound: Bool, texts: [String]) {
    var finder = TextFinder()
    let bytes = Array(line.utf8)
    return try bytes.withUnsafeBufferPointer { bytes in
      let isFound = try finder.finds(leaf, in: bytes)
      let ranges = finder.ranges(of: leaf, in: bytes)
      return (isFound, ranges.map { String(decoding: bytes[$0], as: UTF8.self) })
    }
  }

  private static let family = "👨\u{200D}👩\u{200D}👧"

  @Test(
    arguments: [
      ("ollect", "a collection, Collect", ["ollect", "ollect"]), ("LLE", "collection", ["lle"]),
      ("cafe", "Café cafe\u{301}s", ["Café", "cafe\u{301}"]), ("afé", "CAFE", ["AFE"]),
      ("strasse", "Straße", ["Straße"]),
      ("ass", "Straße", ["aß"]), ("ss", "aßb", ["ß"]), ("stan", "İstanbul", ["stan"]), ("istan", "İstanbul", ["İstan"]),
      ("o_b", "foo_bar", ["o_b"]), ("foo_", "foo_bar", ["foo_"]), ("b-c", "a.b-c/d", ["b-c"]),
      (".b-c/", "a.b-c/d", [".b-c/"]),
      ("n, a", "one, and", []), ("e, a", "one, and", ["e, a"]), ("ne a", "one and, stone age", ["ne a", "ne a"]),
      ("elC", "camelCase", ["elC"]), ("本", "日本語", ["本"]), ("本語", "日本語", ["本語"]), ("語だ", "日本語 だ", []),
      ("語 だ", "日本語 だ", ["語 だ"]), ("x日", "ax日本", ["x日"]), ("👧", Self.family, ["👧"]), ("👍", "👍🏽", ["👍🏽"]),
      ("👍🏽", "a👍🏽b", ["👍🏽"]), ("aa", "aaaaa", ["aa", "aa"]), ("://", "https://x", ["://"]), ("-", "a-b - c", ["-", "-"]),
      ("<b>", "a <B> c", ["<B>"]), ("한", "한국", ["한"]),
      ("e", "cafe\u{301}s", ["e\u{301}"]),
    ] as [(String, String, [String])])
  func substrings(_ text: String, _ line: String, _ expected: [String]) throws {
    let leaf = try #require(Self.leaf(.init(text, .substring)))
    let found = try Self.places(leaf, in: line)
    #expect(found.texts == expected)
    #expect(found.isFound == !expected.isEmpty)
  }

  @Test(
    arguments: [
      (Query.TextMatch("Swift", matchesCase: true), "swift Swift SWIFT Swifts", ["Swift", "Swifts"]),
      (.init("Café", matchesCase: true), "cafe Cafe Café", ["Café"]),
      (.init("cafe", matchesCase: true), "Café cafés", []),
      (.init("a B", .phrase, matchesCase: true), "a b, a B A B", ["a B"]),
      (.init("Go", .prefix, matchesCase: true), "go Gopher gO", ["Gopher"]),
      (.init("oL", .substring, matchesCase: true), "COOL coOL oL", ["oL"]),
      (.init("Case", matchesCase: true), "camelCase Case", ["Case"]), (.init("日本", matchesCase: true), "日本語", ["日本"]),
      (.init("É", .substring, matchesCase: true), "é E É", ["É"]),
    ] as [(Query.TextMatch, String, [String])])
  func asWritten(_ match: Query.TextMatch, _ line: String, _ expected: [String]) throws {
    let leaf = try #require(Self.leaf(match))
    let found = try Self.places(leaf, in: line)
    #expect(found.texts == expected)
    #expect(found.isFound == !expected.isEmpty)
  }

  /// In a text of several lines, a literal or an expression has to stand in one of them.
  @Test func linesAreSeparate() throws {
    var finder = TextFinder()
    let literal = try #require(Self.leaf(.init("a b", .substring)))
    let expression = TextLeaf.expression(try JavaScriptPattern(literal: "/^a\\s*b$/"))
    for (text, isFound) in [
      ("a\nb", false), ("a\r\nb", false), ("a\rb", false), ("x\ra b\ry", true), ("x\r\na b", true),
    ] {
      #expect(try finder.finds(literal, in: text) == isFound, "\(text.debugDescription)")
      #expect(try finder.finds(expression, in: text) == isFound, "\(text.debugDescription)")
    }
    let phrase = try #require(Self.leaf(.init("a b", .phrase)))
    #expect(try finder.finds(phrase, in: "a\r\n> b"))
  }

  @Test func nothingIsNoLeaf() {
    #expect(Self.leaf(.init("--")) == nil)
    #expect(Self.leaf(.init("\u{AD}", .substring)) == nil)
    #expect(Self.leaf(.init("--", .substring)) != nil)
  }

  /// Folded scalar by scalar: the places are those of the folded text, and stand at whole scalars.
  @Test func substringsAgreeWithFoldedText() throws {
    var random = SeededGenerator(seed: 31)
    var scanner = WordScanner()
    func folded(_ text: String) -> [UInt8] {
      var result: [UInt8] = []
      var text = text
      text.withUTF8 { scanner.appendFolded($0, to: &result) }
      return result
    }
    var found = 0
    for _ in 0..<4_000 {
      let line = TextSamples.random(&random, length: 20).replacing("\n", with: " ")
      let scalars = Array(line.unicodeScalars)
      let start = random.below(scalars.count)
      let end = min(scalars.count, start + 1 + random.below(4))
      let text =
        random.below(3) == 0
        ? TextSamples.random(&random, length: 3)
        : String(String.UnicodeScalarView(scalars[start..<end]))
      guard let leaf = Self.leaf(.init(text, .substring)) else { continue }
      let places = try Self.places(leaf, in: line)
      let needle = folded(text)
      let haystack = folded(line)
      let isThere =
        haystack.count >= needle.count
        && (0...(haystack.count - needle.count)).contains { haystack[$0..<($0 + needle.count)].elementsEqual(needle) }
      #expect(places.isFound == isThere, "\(text.debugDescription) in \(line.debugDescription)")
      #expect(places.texts.isEmpty == !isThere, "\(text.debugDescription) in \(line.debugDescription)")
      for place in places.texts where isThere {
        #expect(!place.unicodeScalars.contains("\u{FFFD}"))
        let inside = folded(place)
        #expect(
          (0...(max(inside.count, needle.count) - needle.count)).contains {
            inside.dropFirst($0).starts(with: needle)
          }, "\(text.debugDescription) at \(place.debugDescription) in \(line.debugDescription)")
      }
      if isThere { found += 1 }
    }
    #expect(found > 1_000)
  }

  // MARK: Counting

  /// Counted at one go, lines are as many as those in which each by itself holds it.
  @Test(arguments: [
    "~ab", "~É", "~\"b c\"", "/a+b/i", "match-case:~Ab", "~ß", "~\"->\"", "~\"\n\nx\"",
    "/É/", "/ss(ab)+/", "/é|b c/i", "/^x*ab\\s/i", "/ß\\w*日/",
  ])
  func linesAreCountedAsTheyAreRead(_ text: String) throws {
    let query = try queryParser.parse(text)
    guard case .words(let match)? = query.terms.first?.predicate else { return #expect(Bool(false)) }
    var scanner = WordScanner()
    let leaf = try #require(TextLeaf(ofText: match, &scanner))
    var finder = TextFinder()
    var random = SeededGenerator(seed: 91)
    let pieces = [
      "ab", "Ab", "AB", " ", "e\u{301}", "É", "ss", "ß", "b c", "->", "\n", "\r\n", "\r", "日本", "x", "\n\n",
    ]
    var found = 0
    for _ in 0..<300 {
      let note = Array((0..<random.below(30)).map { _ in random.pick(pieces) }.joined().utf8)
      try note.withUnsafeBufferPointer { note in
        var expected = 0
        var lines = LineReading(note)
        while let line = lines.next() { expected += try finder.finds(leaf, in: line) ? 1 : 0 }
        // A text of two lines is in none.
        if !text.contains("\n") { #expect(try finder.lineCount(of: leaf, in: note) == expected) }
        _ = try finder.lineCount(of: leaf, in: note)
        found += expected
      }
    }
    #expect(found > (text.contains("\n") ? -1 : 10))
  }
}
