import Testing
import VaultTestSupport

@testable import VaultCore

@Suite struct LineMatcherTests {
  private func match(
    _ body: String, _ queries: [(String, Query.TextMatch.Kind)], weights: [Double] = [], limit: Int? = nil
  ) -> [LineMatch] {
    var scanner = WordScanner()
    let leaves = queries.compactMap { TextLeaf(ofText: Query.TextMatch($0.0, $0.1), &scanner) }
    var matcher = LineMatcher(
      targets: leaves.enumerated().map { LineTarget($1, weight: $0 < weights.count ? weights[$0] : 1) })
    return Array(body.utf8).withUnsafeBufferPointer {
      matcher.matches(in: $0, document: MarkdownDocument($0), limit: limit)
    }
  }

  @Test func rareWordsDecideWhatIsShown() {
    let words: [(String, Query.TextMatch.Kind)] = [("my", .word), ("i", .word), ("sync", .word)]
    let text = "I like my cat\n\nmy dog, I say\n\nthe sync is on\n"
    #expect(match(text, words, limit: 1).map(\.line) == [1])
    #expect(match(text, words, weights: [0.1, 0.1, 1], limit: 1).map(\.line) == [5])
  }

  @Test func theRarestWordIsInFocus() throws {
    let words: [(String, Query.TextMatch.Kind)] = [("my", .word), ("sync", .word)]
    let text = "my syncs, my sync and my cat"
    let alike = try #require(match(text, words).first)
    #expect(parts(alike)[alike.focus] == "my")
    let rare = try #require(match(text, words, weights: [0.1, 1]).first)
    #expect(rare.focus == 3 && parts(rare)[rare.focus] == "sync", "as a whole word")
  }

  private func parts(_ line: LineMatch) -> [String] {
    let bytes = Array(line.text.utf8)
    return line.ranges.map { String(decoding: bytes[$0], as: UTF8.self) }
  }

  @Test(
    arguments: [
      ("a Café, cafe\u{301}s x", "cafe", ["Café", "cafe\u{301}s"]), ("Straße", "strasse", ["Straße"]),
      ("x İstanbul", "istanbul", ["İstanbul"]),
      ("a collection", "coll", ["collection"]), ("the camelCaseWord", "case", ["Case"]),
      ("snake_case_word", "word", ["word"]),
      ("HTTPServer", "http", ["HTTPServer"]), ("今日は日本", "日", ["日", "日"]), ("今日は日本", "日本", ["日本"]),
      ("今日は日本語だ", "日は日本語", ["日は日本語"]),
      ("한국어 한국", "한국", ["한국", "한국"]), ("a🎉🎉b", "🎉", ["🎉", "🎉"]), ("**bold** [[link|bold]]", "bold", ["bold", "bold"]),
      ("_word_ __word__", "word", ["word", "word"]), ("- [ ] foo-bar", "foo", ["foo"]),
    ] as [(String, String, [String])])
  func ranges(_ line: String, _ query: String, _ found: [String]) {
    let matches = match(line, [(query, .word)])
    #expect(matches.map(parts) == [found])
  }

  @Test func phrases() {
    #expect(match("a garbage-collection b", [("garbage collection", .phrase)]).map(parts) == [["garbage-collection"]])
    #expect(match("aa aa aa", [("aa aa", .phrase)]).map(parts) == [["aa aa aa"]], "what overlaps is joined")
    let split = match("the garbage\n\ncollection\n", [("garbage collection", .phrase)])
    #expect(split.map(\.line) == [1, 3], "a phrase over two lines shows its words")
    #expect(split.map(parts) == [["garbage"], ["collection"]])
  }

  @Test func linesAreTheFiles() {
    let body = "---\ntitle: needle\n---\n# One\r\nneedle\r\n## Two needle\r\n> needle ^id\r\n"
    let found = match(body, [("needle", .word)])
    #expect(found.map(\.line) == [5, 6, 7])
    #expect(found.map(\.text) == ["needle", "## Two needle", "> needle ^id"])
    #expect(found.map(\.heading) == [["One"], ["One"], ["One", "Two needle"]])
  }

  @Test func theBestLinesAreKeptInOrder() {
    let body = "one\none two\nx\ntwo\n# one two\none\n"
    let queries: [(String, Query.TextMatch.Kind)] = [("one", .word), ("two", .word)]
    #expect(match(body, queries).map(\.line) == [1, 2, 4, 5, 6])
    #expect(match(body, queries, limit: 2).map(\.line) == [2, 5])
    #expect(match(body, queries, limit: 1).map(\.line) == [5])
    #expect(match(body, queries, limit: 0).isEmpty)
    #expect(match(body, []).isEmpty && match("", queries).isEmpty)
  }

  /// Each range holds text that folds to the pattern's words, or for a beginning to words that begin so.
  @Test func rangesHoldWhatWasAskedFor() throws {
    var random = SeededGenerator(seed: 99)
    var checked = 0
    for _ in 0..<4_000 {
      let line = TextSamples.random(&random, length: 20).replacing("\n", with: " ")
      let query = TextSamples.random(&random, length: 3)
      var scanner = WordScanner()
      guard let pattern = WordPattern(Query.TextMatch(query), field: nil, scanner: &scanner) else { continue }
      var words: [UInt8] = [0x20]
      var parts: [UInt8] = [0x20]
      var copy = "x " + line
      copy.withUTF8 { _ = scanner.append($0, to: &words, parts: &parts) }
      // Words of a phrase that does not occur are shown one by one.
      guard pattern.occurrences(in: words).begun + pattern.occurrences(in: parts).begun > 0 else { continue }
      for match in match("x " + line, [(query, .word)]) {
        let bytes = Array(match.text.utf8)
        #expect(zip(match.ranges, match.ranges.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound })
        for range in match.ranges {
          #expect(range.lowerBound >= 0 && range.upperBound <= bytes.count && !range.isEmpty)
          let part = Array(bytes[range.clamped(to: 0..<bytes.count)])
          #expect(
            String(validating: part, as: UTF8.self) != nil, "cut within a character: \(match.text.debugDescription)")
          var words: [UInt8] = [0x20]
          var parts: [UInt8] = [0x20]
          part.withUnsafeBufferPointer { _ = scanner.append($0, to: &words, parts: &parts) }
          let inWords = pattern.occurrences(in: words).begun
          #expect(
            inWords + pattern.occurrences(in: parts).begun > 0,
            "\(String(decoding: part, as: UTF8.self)) in \(match.text.debugDescription) for \(query.debugDescription)")
          checked += 1
        }
      }
    }
    #expect(checked > 300)
  }

  /// A note in which the words of a query are found shows a line for it.
  @Test func whatIsFoundInTheBodyHasALine() {
    var random = SeededGenerator(seed: 100)
    for _ in 0..<2_000 {
      let body = TextSamples.random(&random, length: 20).replacing("\n", with: " ")
      let query = TextSamples.random(&random, length: 3)
      var scanner = WordScanner()
      guard let pattern = WordPattern(Query.TextMatch(query), field: .body, scanner: &scanner) else { continue }
      var text = SearchableText()
      var copy = "x " + body
      copy.withUTF8 { _ = scanner.append($0, to: &text.body, parts: &text.part) }
      let isFound = pattern.counts(in: text) != nil
      // Words of a phrase that does not occur are shown one by one.
      guard isFound || pattern.wordCount == 1 else { continue }
      #expect(
        isFound == !match(copy, [(query, .word)]).isEmpty, "\(query.debugDescription) in \(copy.debugDescription)")
    }
  }

  /// What is shown of bytes that are no UTF-8 is U+FFFD, and the ranges are of what is shown.
  @Test func rangesAreThoseOfTheTextShown() {
    var scanner = WordScanner()
    let bytes = Array("caf".utf8) + [0xE9] + Array(" latin ".utf8) + [0xFF, 0xFE] + Array(" end".utf8)
    for words in [["latin", "end"], ["end"]] {
      let leaves = words.compactMap { TextLeaf(Query.TextMatch($0), &scanner) }
      var matcher = LineMatcher(targets: leaves.map { LineTarget($0) })
      let lines = bytes.withUnsafeBufferPointer {
        matcher.matches(in: $0, document: MarkdownDocument($0), limit: nil)
      }
      #expect(lines.map(\.text) == ["caf\u{FFFD} latin \u{FFFD}\u{FFFD} end"])
      #expect(lines.flatMap { parts($0) } == words)
    }
  }

  /// What is shown as one U+FFFD is two where it is looked for.
  @Test func noLineIsShownWithoutAPlace() {
    var scanner = WordScanner()
    let target = TextLeaf(Query.TextMatch("\u{FFFD}\u{FFFD}", .substring), &scanner).map { LineTarget($0) }
    var matcher = LineMatcher(targets: target.map { [$0] } ?? [])
    let lines = [0xEE, 0xA2].withUnsafeBufferPointer {
      matcher.matches(in: $0, document: MarkdownDocument($0), limit: nil)
    }
    #expect(target != nil)
    #expect(lines.isEmpty)
  }

  @Test func partsAreShownBesideWholeWords() {
    #expect(match("case camelCase", [("case", .word)]).flatMap(parts) == ["case", "Case"])
  }

  // MARK: Where no line of the body matches

  @Test func propertiesAreShownWhereNoLineOfTheBodyMatches() {
    let note = "---\nauthor: E. M. Forster\n# forster: no\ntags: [x]\n---\ntext\n"
    let found = match(note, [("forster", .word)])
    #expect(found.map(\.line) == [2, 3])
    #expect(found.map(parts) == [["Forster"], ["forster"]])
    #expect(found.map(\.heading) == [[], []])
    #expect(match(note + "Forster\n", [("forster", .word)]).map(\.line) == [7])
    #expect(match("---\n---\ntext\n", [("forster", .word)]).isEmpty)
  }

  @Test(
    arguments: [
      ("# Salt\n\nThe road. It is long.\n", 3, "The road.", ["Salt"]), ("no stop\nat all", 1, "no stop", []),
      ("---\na: b\n---\n# H\n- item 1.5 of it! Yes.\n", 5, "item 1.5 of it!", ["H"]),
      ("> quoted? Yes\n", 1, "quoted?", []),
    ] as [(String, Int, String, [String])])
  func theFirstSentenceIsThatOfTheFirstParagraph(note: String, line: Int, text: String, heading: [String]) throws {
    let found = Array(note.utf8).withUnsafeBufferPointer { LineMatcher.opening(of: $0, document: MarkdownDocument($0)) }
    let opening = try #require(found)
    #expect(opening.line == line && opening.text == text && opening.heading == heading)
    #expect(opening.ranges.isEmpty)
  }

  @Test(arguments: ["", "# Heading\n", "---\na: b\n---\n", "```\ncode\n```\n", "---\n"])
  func aNoteWithoutSentencesHasNone(note: String) {
    let found = Array(note.utf8).withUnsafeBufferPointer { LineMatcher.opening(of: $0, document: MarkdownDocument($0)) }
    #expect(found == nil)
  }
}
