import Testing
import VaultTestSupport

@testable import VaultCore

@Suite struct QueryRandomTests {
  private static let alphabet: [String] =
    QueryOperator.all.flatMap { [$0.spelling, "-" + $0.spelling] }
    + DateExpression.names
    + [
      "\"", "\"", "(", ")", "(", ")", " ", " ", " ", " ", "-", "--", "NOT ", " OR ", "OR", "NOT", "AND", "a", "word",
      "x*", "*", "#", "#work", "/*", "/", "//", "~", "[", "]", "[[", "]]", "::", ":", "..", ".", "<", "<=", "=", ">=",
      ">", "2026", "2026-01", "2026-02-30", "-7d", "+2w", "-W03", "-Q1", "9999999", "0001", "9999-12-31", "high",
      "pinned", "todo", "due", "task", "\\", "\\\"", "é", "e\u{301}", "日本", "👨‍👩‍👧", "\u{202E}", "\0", "\n", "\r\n",
      "\u{3000}",
      "\u{FEFF}", "\u{1B}", ",", "'", "5", "title:(", "due:(", "tag:(a OR b)", "/a+/i", "/[/", "~x", "[k]", "[k:v]",
      "[k>5]",
      "[k:null]", "[k:", "[k:a OR \"b c\"]", "[k:/x/]", "line:(", "match-case:(", "task:\"\"", "@a", "[k<2026-02-30]",
    ]

  @Test func noQueryTrapsAndCanonicalTextMeansTheSame() throws {
    var random = QueryRandom(state: 0x5EED)
    var understood = 0
    for _ in 0..<20_000 {
      let pieces = (0..<(1 + random.below(9))).map { _ in Self.alphabet[random.below(Self.alphabet.count)] }
      let text = pieces.joined(separator: random.below(2) == 0 ? "" : " ")
      let query: Query
      do throws(QueryError) {
        query = try queryParser.parse(text)
      } catch {
        #expect(error.range.lowerBound >= 0 && error.range.upperBound <= text.utf8.count, "\(text.debugDescription)")
        let lines = error.rendered(query: text).split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count >= 3 && lines[1].contains("^"), "\(text.debugDescription)")
        continue
      }
      understood += 1
      _ = query.explained()
      for term in query.terms {
        let range = try #require(term.range)
        #expect(range.lowerBound < range.upperBound && range.upperBound <= text.utf8.count)
      }
      let canonical = query.canonicalText
      do throws(QueryError) {
        let again = try queryParser.parse(canonical)
        #expect(again.root?.withoutPlaces == query.root?.withoutPlaces, "\(text.debugDescription) → \(canonical)")
        #expect(again.sort == query.sort && again.limit == query.limit)
        #expect(again.canonicalText == canonical)
      } catch {
        Issue.record("\(text.debugDescription) → \(canonical.debugDescription): \(error)")
      }
    }
    #expect(understood > 2_000)
  }

  @Test func anyScalarsAreRead() {
    var random = QueryRandom(state: 7)
    for _ in 0..<5_000 {
      var text = String.UnicodeScalarView()
      for _ in 0..<random.below(30) {
        let value = random.below(3) == 0 ? random.below(0x11_0000) : random.below(0x80)
        if let scalar = Unicode.Scalar(UInt32(value)) { text.append(scalar) }
      }
      let query = String(text)
      do throws(QueryError) {
        _ = try queryParser.parse(query).canonicalText
      } catch {
        #expect(error.range.upperBound <= query.utf8.count)
        #expect(!error.rendered(query: query).isEmpty)
      }
    }
  }
}

/// SplitMix64: the same numbers for the same seed, everywhere.
private struct QueryRandom {
  var state: UInt64

  mutating func below(_ bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((z ^ (z >> 31)) % UInt64(max(bound, 1)))
  }
}
