import Testing

@testable import VaultCore

/// How like a note's name is to what was asked for.
@Suite struct NameSimilarityTests {
  private func similarity(_ query: String, _ name: String, rarities: [Double]? = nil) throws -> NameSimilarity {
    var scanner = WordScanner()
    let patterns = try query.split(separator: " ").map { word in
      try #require(WordPattern(Query.TextMatch(String(word), .word), field: nil, scanner: &scanner))
    }
    let rarities = rarities ?? patterns.map { _ in 1 }
    var comparison = NameComparison(patterns, rarities: rarities, total: rarities.reduce(0, +))
    return comparison.similarity(of: name, in: .title)
  }

  @Test func aNameThatIsTheQueryIsEqual() throws {
    #expect(try similarity("salt road", "Salt Road") == NameSimilarity(share: 1, isEqual: true, isTitle: true))
    #expect(try similarity("caf\u{e9}", "CAFE\u{301}") == NameSimilarity(share: 1, isEqual: true, isTitle: true))
    #expect(try !similarity("road salt", "Salt Road").isEqual)
    #expect(try similarity("road salt", "Salt Road").share == 1)
    #expect(try !similarity("salt roa", "Salt Road").isEqual, "a word that is only begun")
    #expect(try similarity("salt roa", "Salt Road").share == 1)
  }

  @Test func otherWordsOnEitherSideMakeItLess() throws {
    let whole = try similarity("salt road", "Salt Road").share
    let longerName = try similarity("salt road", "The Salt Road of the North").share
    let longerQuery = try similarity("salt road north", "Salt Road").share
    #expect(whole > longerQuery && longerQuery > longerName && longerName > 0)
    #expect(try similarity("salt road", "Bread") == .none)
    #expect(try similarity("salt road", "") == .none)
  }

  @Test func rareWordsOfTheQueryCountMore() throws {
    let rare = try similarity("salt the", "Salt", rarities: [5, 1]).share
    let common = try similarity("salt the", "The", rarities: [5, 1]).share
    #expect(rare > common)
  }

  @Test func wordsForOtherFieldsDoNotCount() throws {
    var scanner = WordScanner()
    let pattern = try #require(WordPattern(Query.TextMatch("salt", .word), field: .alias, scanner: &scanner))
    var comparison = NameComparison([pattern], rarities: [1], total: 1)
    #expect(comparison.similarity(of: "Salt", in: .title) == .none)
    #expect(comparison.similarity(of: "Salt", in: .alias).share == 1)
  }

  @Test func endlessAndOddNamesAreCompared() throws {
    let long = String(repeating: "salt road ", count: 10_000)
    let share = try similarity("salt road", long).share
    #expect(share > 0 && share < 0.01)
    #expect(try similarity("\u{6771}\u{4eac}", "\u{6771}\u{4eac}").share == 1)
    #expect(try similarity("a", "\u{0}\u{202e}!") == .none)
  }

  @Test func theBetterOfTwoNamesCounts() {
    let one = NameSimilarity(share: 0.2, isEqual: true)
    #expect(one.or(NameSimilarity(share: 0.6, isEqual: false)) == NameSimilarity(share: 0.6, isEqual: true))
  }
}
