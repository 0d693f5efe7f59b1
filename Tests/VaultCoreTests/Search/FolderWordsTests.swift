import Testing

@testable import VaultCore

@Suite struct FolderWordsTests {
  private func words(_ queries: [Query.TextMatch], field: SearchableText.Field? = nil) throws -> FolderWords {
    var scanner = WordScanner()
    let patterns: [WordPattern] = try queries.map { try #require(WordPattern($0, field: field, scanner: &scanner)) }
    return FolderWords(patterns)
  }

  @Test func folderNamesAreSearchedAndFileNamesAreNot() throws {
    var words = try words([Query.TextMatch("python", .word), Query.TextMatch("3", .word)])
    #expect(words.occurrences(inFoldersOf: NotePath("docs/Python 3/install.md")) == [1, 1])
    #expect(words.occurrences(inFoldersOf: NotePath("docs/Python 3/index.md")) == [1, 1], "the same folder once more")
    #expect(words.occurrences(inFoldersOf: NotePath("docs/Python 2/install.md")) == [1, 0])
    #expect(words.occurrences(inFoldersOf: NotePath("python/pythonic/3.md")) == [2, 0])
    #expect(words.occurrences(inFoldersOf: NotePath("docs/python.md")) == [])
    #expect(words.occurrences(inFoldersOf: NotePath("python.md")) == [])
  }

  @Test func whatIsNoWordsHasAPlaceOfItsOwn() throws {
    var scanner = WordScanner()
    let pattern: WordPattern = try #require(
      WordPattern(Query.TextMatch("salt", .word), field: nil, scanner: &scanner))
    var words = FolderWords([nil, pattern])
    #expect(words.occurrences(inFoldersOf: NotePath("salt/a.md")) == [0, 1])
  }

  @Test func noPhraseSpansTwoFolders() throws {
    var words = try words([Query.TextMatch("salt road", .phrase)])
    #expect(words.occurrences(inFoldersOf: NotePath("salt/road/a.md")) == [])
    #expect(words.occurrences(inFoldersOf: NotePath("salt road/a.md")) == [1])
  }

  @Test func wordsOfAFieldAndPiecesOfWordsAreNotAskedOfFolders() throws {
    var inTitle = try words([Query.TextMatch("salt", .word)], field: .title)
    #expect(inTitle.occurrences(inFoldersOf: NotePath("salt/a.md")) == [])
    var pieces = try words([Query.TextMatch("alt", .substring)])
    #expect(pieces.occurrences(inFoldersOf: NotePath("salt/a.md")) == [])
  }
}
