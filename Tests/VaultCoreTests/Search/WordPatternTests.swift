import Testing
import VaultTestSupport

@testable import VaultCore

@Suite struct WordPatternTests {
  private func text(_ body: String) -> SearchableText {
    var scanner = WordScanner()
    var text = SearchableText()
    var body = body
    body.withUTF8 { _ = scanner.append($0, to: &text.body, parts: &text.part) }
    return text
  }

  private func pattern(_ query: String, _ kind: Query.TextMatch.Kind = .word) -> WordPattern? {
    var scanner = WordScanner()
    return WordPattern(Query.TextMatch(query, kind), field: .body, scanner: &scanner)
  }

  private func finds(_ query: String, _ kind: Query.TextMatch.Kind = .word, in body: String) throws -> Bool {
    let asked = try #require(pattern(query, kind))
    return asked.counts(in: text(body)) != nil
  }

  @Test(arguments: [
    ("cafe", "Café"), ("CAFÉ", "cafe\u{301}"), ("strasse", "Straße"), ("configuration", "con\u{fb01}guration"),
    ("office", "o\u{fb03}ce"), ("o\u{fb03}ce", "OFFICE"),
    ("\u{643}\u{62a}\u{627}\u{628}", "\u{643}\u{650}\u{62a}\u{64e}\u{627}\u{628}\u{64c}"),
    ("\u{643}\u{640}\u{62a}\u{627}\u{628}", "\u{643}\u{62a}\u{627}\u{628}"),
    ("\u{5e9}\u{5c1}\u{5b8}\u{5dc}\u{5d5}\u{5b9}\u{5dd}", "\u{5e9}\u{5dc}\u{5d5}\u{5dd}"), ("Straße", "STRASSE"),
    ("istanbul", "İstanbul"),
    ("σοφος", "ΣΟΦΟΣ"), ("σοφός", "σοφος"), ("col", "collection"), ("collection", "Collections"), ("foo", "foo_bar"),
    ("bar", "foo_bar"), ("case", "camelCase"), ("server", "HTTPServer"), ("camelCase", "camelcase"),
    ("foo_bar", "foo_bar"),
    ("2026", "2026-01-03"), ("日", "今日は"), ("今日", "x今日は"), ("は", "今日は"), ("한", "한국"), ("🎉", "a🎉b"), ("x", "x"),
    ("don't", "don't"), ("a-b", "a b"), ("日本 go", "日本 go"),
  ])
  func found(_ query: String, _ body: String) throws {
    #expect(try finds(query, in: body))
  }

  @Test(arguments: [
    ("ollection", "collection"), ("co", "collection"), ("coffee", "cafe"), ("日本", "日木本"), ("a", "b"), ("é", "ea"),
    ("本日", "日本"), ("a b", "b a"), ("ba", "foo_bar"), ("foobar", "foo_bar"),
  ])
  func notFound(_ query: String, _ body: String) throws {
    #expect(try !finds(query, in: body))
  }

  @Test func kinds() throws {
    #expect(try finds("garbage collection", .phrase, in: "Garbage-collection pause"))
    #expect(try !finds("garbage collec", .phrase, in: "garbage collection"), "a phrase has whole words")
    #expect(try !finds("garbage collection", .phrase, in: "garbage and collection"))
    #expect(try finds("garbage collection", .phrase, in: "garbage\n> **collection**"))
    #expect(try finds("c", .prefix, in: "collection"))
    #expect(try finds("garbage c", .prefix, in: "garbage collection"))
    #expect(try finds("日本語", .phrase, in: "は日本語の"))
    #expect(try finds("日", .phrase, in: "日本"))
    #expect(try !finds("日語", .phrase, in: "日本語"))
    #expect(pattern("") == nil && pattern("-- !", .phrase) == nil && pattern("***") == nil)
  }

  @Test func counts() throws {
    let foo = try #require(pattern("foo"))
    let counts = try #require(foo.counts(in: text("foo Foo food foo_bar foo")))
    let body = SearchableText.Field.body.rawValue
    let part = SearchableText.Field.part.rawValue
    #expect(counts.whole[body] == 3 && counts.begun[body] == 5)
    #expect(counts.whole[part] == 1 && counts.begun[part] == 1)
  }

  @Test func fields() throws {
    let note = ReadNote("---\ntitle: Alpha\naliases: [Beta]\ntags: [gamma]\n---\n# Delta\nepsilon zetaEta\n").text
    var scanner = WordScanner()
    func finds(_ query: String, _ field: SearchableText.Field?) throws -> Bool {
      let pattern = try #require(WordPattern(Query.TextMatch(query), field: field, scanner: &scanner))
      return pattern.counts(in: note) != nil
    }
    let places: [(String, SearchableText.Field)] = [
      ("alpha", .title), ("beta", .alias), ("gamma", .tag), ("delta", .heading), ("epsilon", .body),
    ]
    for (word, field) in places {
      #expect(try finds(word, nil))
      #expect(try finds(word, field))
      for other in [SearchableText.Field.title, .alias, .tag, .heading] where other != field {
        #expect(try !finds(word, other))
      }
    }
    #expect(try finds("delta", .body))
    #expect(try finds("eta", .body))
    #expect(try !finds("eta", .title))
  }

  /// Token by token: what the pattern finds byte by byte is what its words say.
  @Test func agreesWithAComparisonOfTokens() throws {
    var random = SeededGenerator(seed: 77)
    var found = 0
    for _ in 0..<6_000 {
      let body = TextSamples.random(&random, length: 24)
      let query = TextSamples.random(&random, length: 4)
      let kind = random.pick([Query.TextMatch.Kind.word, .phrase, .prefix])
      guard let pattern = pattern(query, kind) else { continue }
      let needle = Self.tokens(pattern.bytes)
      let searchable = text(body)
      for field in [SearchableText.Field.body, .part] {
        let tokens = Self.tokens(searchable[field: field])
        var whole = 0
        var begun = 0
        for start in tokens.indices where start + needle.count <= tokens.count {
          guard tokens[start..<start + needle.count - 1].elementsEqual(needle.dropLast()) else { continue }
          let last = tokens[start + needle.count - 1]
          let wanted = needle[needle.count - 1]
          if last == wanted { whole += 1 }
          if last.starts(with: wanted) { begun += 1 }
        }
        let counted = pattern.occurrences(in: searchable[field: field])
        #expect(
          counted == (whole, pattern.isPrefix ? begun : whole), "\(query.debugDescription) in \(body.debugDescription)")
        found += counted.begun
      }
    }
    #expect(found > 500, "the samples hold what they are searched for")
  }

  private static func tokens(_ bytes: [UInt8]) -> [[UInt8]] { bytes.split(separator: 0x20).map(Array.init) }
}
