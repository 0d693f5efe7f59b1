import Testing
import VaultTestSupport

@testable import VaultCore

@Suite struct PatternLookaroundTests {
  @Test(
    arguments: [
      ("/a(?=b(?=c))/", "abc", "abd"), ("/a(?=b(?!c))/", "abd", "abc"), ("/(?=(?=(?=a)))a/", "a", "b"),
      ("/(?<=(?<=a)b)c/", "abc", "xbc"), ("/(?<=a(?=bc).)c/", "abc", "abd"), ("/(?=.(?<=a)b)a/", "ab", "cb"),
      ("/(?<=^a+)b/", "aab", "xab"), ("/(?=ab+$)a/", "abb", "abc"), ("/(?=a{2}b)/", "aab", "ab"),
      ("/^(?:(?=a)a|b)+$/", "aba", "abc"), ("/x(?!(?:ab|a)$)/", "xabc", "xab"), ("/(?<!(?:ab|b))c/", "xc", "abc"),
    ])
  func matchesTheOneAndNotTheOther(_ literal: String, _ matching: String, _ other: String) throws {
    let pattern = try JavaScriptPattern(literal: literal)
    #expect(pattern.matches(matching), "\(matching)")
    #expect(!pattern.matches(other), "\(other)")
  }

  @Test func answersAreThoseOfTheDefinition() throws {
    var random = SeededGenerator(seed: 23)
    var matching = 0
    for _ in 0..<4_000 {
      let source = Self.source(depth: 5, &random)
      var parser = PatternParser(
        source, PatternOptions(ignoresCase: false, isMultiline: false, dotMatchesAll: false))
      let node = try parser.parse()
      let pattern = try JavaScriptPattern(source)
      for _ in 0..<4 {
        let text = (0..<random.below(7)).map { _ in random.pick(["a", "b", " "]) }.joined()
        let scalars = Array(text.unicodeScalars)
        let expected = (0...scalars.count).contains { !Self.ends(of: node, from: $0, in: scalars).isEmpty }
        matching += expected ? 1 : 0
        #expect(pattern.matches(text) == expected, "/\(source)/ in \"\(text)\"")
      }
    }
    #expect((4_000...12_000).contains(matching))
  }

  private static func source(depth: Int, _ random: inout SeededGenerator) -> String {
    func inner() -> String { source(depth: depth - 1, &random) }
    switch random.below(depth > 0 ? 14 : 5) {
    case 0, 1: return "a"
    case 2: return "b"
    case 3: return "."
    case 4: return random.pick(["^", "$", "\\b", "\\B"])
    case 5, 6, 7: return inner() + inner()
    case 8: return "(?:\(inner())|\(inner()))"
    case 9: return "(?:\(inner())|b)" + random.pick(["*", "+", "?", "{2}", "{1,3}", "{2,}"])
    case 10: return "(?=\(inner()))"
    case 11: return "(?!\(inner()))"
    case 12: return "(?<=\(inner()))"
    default: return "(?<!\(inner()))"
    }
  }

  /// Where a match that begins at a place may end, with no thought of time.
  private static func ends(of node: PatternNode, from place: Int, in text: [Unicode.Scalar]) -> Set<Int> {
    func holds(_ condition: Bool) -> Set<Int> { condition ? [place] : [] }
    func isWord(_ place: Int) -> Bool { text.indices.contains(place) && PatternSet.isWord(text[place]) }
    func onward(_ places: Set<Int>, _ node: PatternNode) -> Set<Int> {
      Set(places.flatMap { ends(of: node, from: $0, in: text) })
    }
    switch node {
    case .empty: return [place]
    case .set(let set): return place < text.count && set.contains(text[place]) ? [place + 1] : []
    case .sequence(let parts): return parts.reduce([place]) { onward($0, $1) }
    case .alternatives(let options): return Set(options.flatMap { ends(of: $0, from: place, in: text) })
    case .repeated(let inner, let least, let most):
      var places: Set = [place]
      for _ in 0..<least { places = onward(places, inner) }
      // More rounds than the text has places reach nothing new.
      for _ in least..<max(least, most ?? least + text.count) { places.formUnion(onward(places, inner)) }
      return places
    case .anchor(.textStart), .anchor(.lineStart): return holds(place == 0)
    case .anchor(.textEnd), .anchor(.lineEnd): return holds(place == text.count)
    case .anchor(.wordBoundary(let wanted)): return holds((isWord(place - 1) != isWord(place)) == wanted)
    case .lookaround(let inner, isBehind: false, let wanted):
      return holds(ends(of: inner, from: place, in: text).isEmpty != wanted)
    case .lookaround(let inner, isBehind: true, let wanted):
      return holds((0...place).contains { ends(of: inner, from: $0, in: text).contains(place) } == wanted)
    }
  }
}
