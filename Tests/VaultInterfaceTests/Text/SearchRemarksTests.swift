import Testing
import VaultCore

@testable import VaultInterface
@testable import VaultStore

@Suite struct SearchRemarksTests {
  @Test func whatWasLookedForInsideOfWordsIsNamed() {
    #expect(
      SearchWidening.substrings(["ollec"]).remark
        == "Nothing has \"ollec\" as a word; shown is where it stands inside of others.")
    #expect(
      SearchWidening.substrings(["a", "b", "c"]).remark
        == "Nothing has \"a\", \"b\" or \"c\" as a word; shown is where they stand inside of others.")
  }

  @Test func controlCharactersAreShown() {
    #expect(Respelling(word: "a\u{1B}b", shown: "ab").remark == "Nothing has \"a␛b\"; showing \"ab\".")
    #expect(!SearchWidening.substrings(["\u{1B}[31m"]).remark.unicodeScalars.contains("\u{1B}"))
  }

  @Test func whereNothingIsFoundAFrontEndNamesTheRemedy() {
    var result = SearchResult(hits: [], total: 0)
    #expect(result.remarkOnNothing.text == "No note matches.")
    result.hasSome = true
    #expect(
      result.remarkOnNothing.text { _ in "Any" }
        == "No note has all of the words; Any shows those that have some of them."
    )
  }

  @Test(arguments: [(1, "1 note has all"), (2, "2 notes have all")])
  func theLineIsDrawnBehindThoseThatHaveAll(complete: Int, beginning: String) {
    var result = SearchResult(hits: [], total: 9)
    result.completeTotal = complete
    #expect(result.divider == "\(beginning) of the words; these have some of them:")
  }

  @Test func wordsAreReplacedWhereTheyStand() {
    let query = "tag:a comomn OR uniqe"
    let common = WordSuggestion(range: 6..<12, word: "comomn", words: ["common", "commons"])
    #expect([common].question(for: query) == "Did you mean \"tag:a common OR uniqe\" or \"tag:a commons OR uniqe\"?")
    let unique = WordSuggestion(range: 16..<21, word: "uniqe", words: ["unique"])
    #expect([common, unique].question(for: query) == "Did you mean \"tag:a common OR unique\"?")
    #expect([WordSuggestion]().question(for: query) == nil)
    #expect([common].question(for: "@saved") == nil, "it stands elsewhere")
    let phrase = WordSuggestion(range: 0..<7, word: "ollec", words: ["collect"])
    #expect([phrase].question(for: "\"ollec\"") == "Did you mean \"collect\"?", "quotes of its own are enough")
  }
}
