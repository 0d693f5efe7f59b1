import Testing
import VaultCore
import VaultTestSupport

@Suite struct NameMatcherTests {
  private func score(_ typed: String, _ name: String) -> Int? {
    var folding = NameFolding()
    return folding.folded(name).withUnsafeBufferPointer { NameMatcher(typed).score($0) }
  }

  /// The names in the order of their scores, those that do not match left out.
  private func ranked(_ typed: String, _ names: [String]) -> [String] {
    names.compactMap { name in score(typed, name).map { ($0, name) } }.sorted { $0.0 > $1.0 }.map(\.1)
  }

  @Test func lettersAreFoundInOrder() {
    #expect(score("rsd", "Rye sourdough") != nil)
    #expect(score("dsr", "Rye sourdough") == nil)
    #expect(score("", "Rye sourdough") == 0)
    #expect(score("x", "") == nil)
  }

  /// However little a name scores, it is not ruled out by what it has to exceed.
  @Test func aNameThatScoresMoreIsFound() {
    var random = SeededGenerator(seed: 12)
    func text(_ count: Int) -> String {
      (0..<random.below(count)).map { _ in random.pick(["a", "b", "c", "/", "-", " ", "é"]) }.joined()
    }
    var found = 0
    for _ in 0..<3_000 {
      let (typed, name) = (text(6), text(14))
      guard let score = score(typed, name) else { continue }
      found += 1
      var folding = NameFolding()
      folding.folded(name).withUnsafeBufferPointer { folded in
        let matcher = NameMatcher(typed)
        #expect(matcher.score(folded, above: score - 1) == score, "\(typed) in \(name)")
        #expect(NameMatcher.letters(of: Array(folded)) & matcher.letters == matcher.letters)
      }
    }
    #expect(found > 500)
  }

  @Test func caseAndAccentsDoNotMatter() {
    #expect(score("kase", "Käsespätzle") != nil)
    #expect(score("KÄSE", "kasespatzle") == score("kase", "kasespatzle"))
    #expect(score("strasse", "Straße") != nil)
    #expect(score("東", "東京") != nil)
  }

  @Test(arguments: [
    ("sour", ["Sourdough", "Rye sourdough", "Basil our soup"]),
    ("rs", ["Rye sourdough", "Courses"]),
    ("home", ["Home", "Home office", "At home", "Chrome"]),
    ("plan", ["Plan", "Plan B", "The plan", "Explanation", "People and names"]),
    ("q3", ["Q3 review", "Budget Q3", "quiz 43"]),
    ("pub", ["pub", "a/pub", "pick up bread"]),
  ])
  func theBetterNameComesFirst(_ typed: String, _ names: [String]) {
    #expect(ranked(typed, names.reversed()) == names)
    #expect(ranked(typed, names) == names)
  }

  /// The best of all ways to place the letters counts, not the first.
  @Test func theBestPlacesCount() {
    let direct = score("note", "xote note")
    #expect(direct == score("note", "nxte note"))
  }

  @Test func wordsMayStandInAnyOrder() {
    #expect(score("dough rye", "Rye sourdough") != nil)
    #expect(score("dough wheat", "Rye sourdough") == nil)
  }

  @Test func longNamesAndQueriesAreCutOff() {
    let long = String(repeating: "a", count: 100_000)
    #expect(score(long, long) != nil)
    #expect(score("b", long + "b") == nil)
  }
}
