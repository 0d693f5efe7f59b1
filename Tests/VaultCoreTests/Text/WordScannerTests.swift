import Foundation
import Testing
import VaultTestSupport

@testable import VaultCore

@Suite struct WordScannerTests {
  private func words(_ text: String) -> [String] { scan(text).words }

  private func scan(_ text: String) -> (words: [String], parts: [String], count: Int) {
    var scanner = WordScanner()
    var words: [UInt8] = [0x20]
    var parts: [UInt8] = [0x20]
    var text = text
    let count = text.withUTF8 { scanner.append($0, to: &words, parts: &parts) }
    #expect(words.last == 0x20 && parts.last == 0x20)
    func split(_ bytes: [UInt8]) -> [String] {
      bytes.split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
    }
    return (split(words), split(parts), count)
  }

  @Test(
    arguments: [
      ("Hello, World!", ["hello", "world"]), ("", []), ("  \n--- ", []), ("a1 2b 3.14", ["a1", "2b", "3", "14"]),
      ("don't well-known a/b", ["don", "t", "well", "known", "a", "b"]), ("_x_ __init__ a_b", ["x", "init", "a_b"]),
      ("Café CAFÉ cafe\u{301} cafe", ["cafe", "cafe", "cafe", "cafe"]),
      ("Straße STRASSE straẞe", ["strasse", "strasse", "strasse"]),
      ("İstanbul ISTANBUL ı", ["istanbul", "istanbul", "ı"]), ("Σίσυφος ΣΊΣΥΦΟΣ", ["σισυφοσ", "σισυφοσ"]),
      ("Ёлка ёлка Йод", ["елка", "елка", "иод"]), ("ﬁn Æon Øre Łódź", ["fin", "æon", "øre", "łodz"]),
      ("naïve\u{AD}té", ["naivete"]), ("a\u{200D}b x\u{FE0F}y", ["ab", "xy"]), ("H\u{308}ello", ["hello"]),
      ("हिन्दी ภาษา", ["हिन्दी", "ภา", "าษ", "ษา", "า"]), ("①½ ²", ["①½", "²"]),
      ("日本語", ["日本", "本語", "語"]), ("語", ["語"]), ("日本 語", ["日本", "本", "語"]), ("a日b", ["a", "日", "b"]),
      ("日本語abc", ["日本", "本語", "語", "abc"]), ("カタカナー", ["カタ", "タカ", "カナ", "ナー", "ー"]), ("한국어", ["한국", "국어", "어"]),
      ("🎉x🎉🎉", ["🎉", "x", "🎉", "🎉"]), ("👍🏽 ❤️", ["👍", "❤"]), ("€5 £x", ["€", "5", "£", "x"]),
      ("x\u{FFFD}y", ["x", "\u{FFFD}", "y"]),
      ("\0a\u{1}b", ["a", "b"]), ("a\u{2028}b\u{3000}c\u{A0}d", ["a", "b", "c", "d"]),
    ] as [(String, [String])])
  func wordsOf(_ text: String, _ expected: [String]) {
    #expect(words(text) == expected)
  }

  @Test(
    arguments: [
      ("camelCase", ["camel", "case", "_"]), ("HTTPServer", ["http", "server", "_"]),
      ("snake_case_x", ["snake", "case", "x", "_"]),
      ("fooBar_baz2", ["foo", "bar", "baz2", "_"]), ("PascalCase", ["pascal", "case", "_"]), ("plain Word WORD", []),
      ("_x_", []),
      ("ÉtéChaud", ["ete", "chaud", "_"]), ("a_b c_d", ["a", "b", "_", "c", "d", "_"]), ("x__y", ["x", "y", "_"]),
      ("getURL", ["get", "url", "_"]), ("iOS", ["i", "os", "_"]),
    ] as [(String, [String])])
  func partsOf(_ text: String, _ expected: [String]) {
    #expect(scan(text).parts == expected)
  }

  @Test func longWordsAreCutAlike() throws {
    let long = String(repeating: "ab", count: 500)
    #expect(words(long).map(\.utf8.count) == [WordScanner.longestWord])
    #expect(words(long + "c x") == [String(long.prefix(WordScanner.longestWord)), "x"])
    let wide = String(repeating: "ж", count: 500)
    #expect(words(wide).count == 1)
    #expect(words(wide)[0].unicodeScalars.allSatisfy { $0 == "ж" })
    #expect(try isFound(long, in: "x " + long + "tail y"))
    #expect(try isFound(wide, in: wide))
    #expect(scan(String(repeating: "aB", count: 100_000)).count == 1)
  }

  @Test func textInNFDAndNFCIsTheSame() {
    for text in ["Ångström Čeština žluťoučký Việt Nam ἀρχή Ёж Ñandú ẞ"] {
      #expect(words(text.decomposedStringWithCanonicalMapping) == words(text.precomposedStringWithCanonicalMapping))
    }
  }

  /// Scanning piece by piece between blanks is scanning the whole.
  @Test func wordsDoNotDependOnWhatStandsAround() {
    var random = SeededGenerator(seed: 41)
    for _ in 0..<300 {
      let pieces = (0..<6).map { _ in TextSamples.random(&random, length: 6, blanks: false) }
      let whole = scan(pieces.joined(separator: " "))
      #expect(whole.words == pieces.flatMap { words($0) })
      #expect(whole.parts == pieces.flatMap { scan($0).parts })
    }
  }

  @Test func malformedBytesAreSymbolsAndTrapNothing() {
    var random = SeededGenerator(seed: 42)
    for _ in 0..<2_000 {
      let bytes = (0..<random.below(24)).map { _ in
        UInt8(truncatingIfNeeded: random.next() | (random.below(2) == 0 ? 0x80 : 0))
      }
      var scanner = WordScanner()
      var words: [UInt8] = [0x20]
      var parts: [UInt8] = [0x20]
      bytes.withUnsafeBufferPointer { _ = scanner.append($0, to: &words, parts: &parts) }
      #expect(String(validating: words, as: UTF8.self) != nil && String(validating: parts, as: UTF8.self) != nil)
      #expect(!words.contains { $0 < 0x20 })
    }
  }

  /// Noting where words come from takes the long way for every word.
  @Test func copyingPlainWordsGivesWhatReadingEachLetterGives() {
    var random = SeededGenerator(seed: 7)
    let letters = ["a", "b", "c", "7", " ", " ", " ", "  ", "\n", ",", "_", "A", "é", "e\u{301}", "日", "🎉", "."]
    var samples = [
      String(repeating: "w", count: 97) + " end", "word " + String(repeating: "x", count: 96),
      "plain words  two blanks",
    ]
    for _ in 0..<3_000 {
      samples.append((0..<random.below(40)).map { _ in random.pick(letters) }.joined())
    }
    for sample in samples {
      var short = WordScanner()
      var long = WordScanner()
      long.records = true
      var results: [[[UInt8]]] = []
      var counts: [Int] = []
      var text = sample
      text.withUTF8 { bytes in
        for isLong in [false, true] {
          var words: [UInt8] = [0x20]
          var parts: [UInt8] = [0x20]
          counts.append(
            isLong
              ? long.append(bytes, to: &words, parts: &parts) : short.append(bytes, to: &words, parts: &parts))
          results.append([words, parts])
        }
      }
      #expect(results[0] == results[1] && counts[0] == counts[1], "\(sample)")
      #expect(short.lastRunLength == long.lastRunLength, "\(sample)")
    }
  }

  // MARK: Any substring

  @Test(arguments: [
    (0x4E00, 0x4E30), (0x3041, 0x3060), (0x30A1, 0x30C0), (0xAC00, 0xAC30), (0x0E01, 0x0E2E), (0x20000, 0x20020),
  ])
  func everySubstringOfUnspacedTextIsFound(_ first: Int, _ last: Int) throws {
    var random = SeededGenerator(seed: UInt64(first))
    for _ in 0..<40 {
      let length = 1 + random.below(9)
      var scalars: [Unicode.Scalar] = []
      for _ in 0..<length {
        if let scalar = Unicode.Scalar(UInt32(first + random.below(min(last - first, 6)))) { scalars.append(scalar) }
      }
      let around = random.pick([("", ""), ("x", "y"), (" ", "。"), ("🎉", "z"), ("Ж", "")])
      let text = around.0 + String(String.UnicodeScalarView(scalars)) + around.1
      for from in 0..<length {
        for to in (from + 1)...length {
          let part = String(String.UnicodeScalarView(scalars[from..<to]))
          #expect(try isFound(part, in: text), "\(part) in \(text)")
          let absent = part + "龘"
          #expect(try !isFound(absent, in: text), "\(absent) in \(text)")
        }
      }
    }
  }

  private func isFound(_ query: String, in text: String) throws -> Bool {
    var scanner = WordScanner()
    let pattern = try #require(WordPattern(Query.TextMatch(query), field: .body, scanner: &scanner))
    var searchable = SearchableText()
    var text = text
    text.withUTF8 { _ = scanner.append($0, to: &searchable.body, parts: &searchable.part) }
    return pattern.counts(in: searchable) != nil
  }
}

/// Text of many scripts, from few letters, so that things repeat.
enum TextSamples {
  static let letters = [
    "a", "b", "A", "B", "é", "e\u{301}", "É", "ß", "İ", "ς", "σ", "ж", "1", "_", "日", "本", "語", "カ", "한", "ก", "า",
    "🎉", "👍🏽", "-", ".", "\u{200D}", "\u{AD}", "€", "ñ", "'",
  ]

  static func random(_ random: inout SeededGenerator, length: Int, blanks: Bool = true) -> String {
    let choices = blanks ? letters + [" ", " ", " ", "\n", ", "] : letters
    return (0..<(1 + random.below(length))).map { _ in random.pick(choices) }.joined()
  }
}
