import Testing

@testable import VaultCore

/// What is too long, too deep or cannot be is refused, whatever stands inside it.
@Suite struct QueryLimitTests {
  private func error(_ text: String) -> QueryError? {
    #expect(throws: QueryError.self) { try queryParser.parse(text) }
  }

  @Test(arguments: ["a", "(", "[k:", "/(", "\"", "-", "~", "line:", "[", "@", "日", "\0"])
  func aLongQueryIsRefused(piece: String) throws {
    let text = String(repeating: piece, count: 100_000)
    let error = try #require(self.error(text))
    #expect(error.message.hasPrefix("The query is too long"))
    #expect(error.rendered(query: text).utf8.count < 2_000)
  }

  @Test(arguments: ["(", "-(", "match-case:(", "NOT "])
  func depthIsRefused(opening: String) {
    for depth in [101, 10_000 / opening.utf8.count] {
      #expect(error(String(repeating: opening, count: depth))?.message.hasPrefix("Parentheses and neg") == true)
    }
  }

  @Test func depthInAnOperatorCountsToo() {
    let text = "line:" + String(repeating: "(", count: 101) + "x" + String(repeating: ")", count: 101)
    #expect(error(text)?.message.hasPrefix("Parentheses and negations are nested too deeply") == true)
  }

  @Test(arguments: ["(", "(?:", "[", "(?=", "(a|", "((", "[^", "(?<x>"])
  func deepExpressionsAreRefused(opening: String) {
    let count = 10_000 / opening.utf8.count - 1
    #expect(throws: PatternProblem.self) { try JavaScriptPattern(String(repeating: opening, count: 10_000)) }
    #expect(throws: PatternProblem.self) {
      try JavaScriptPattern(
        String(repeating: opening, count: 10_000) + "x" + String(repeating: ")", count: 10_000))
    }
    let query = "/" + String(repeating: opening, count: count - 1) + "/"
    #expect(error(query)?.range == 0..<query.utf8.count)
  }

  @Test(arguments: [
    "/[/", "/a{2,1}/", "/\\1/", "/(/", "/)/", "/*/", "/a**/", "/(?<n>a)\\k<n>/", "/[b-a]/", "/(?<!a/",
    "/a/gg", "/a/y", "/(a{1000}){1000}/",
  ])
  func badExpressionsAreRefused(text: String) throws {
    let error = try #require(self.error("x " + text))
    #expect(error.range == 2..<(2 + text.utf8.count))
    #expect(error.remedy?.isEmpty == false)
  }

  @Test(arguments: ["line:()", "section:( )", "task:()", "match-case:()", "title:()"])
  func emptyGroupsAreRefused(text: String) {
    #expect(error("a " + text)?.message == "Nothing stands between these parentheses.")
  }

  @Test(arguments: [
    ("line:", "line: needs a words directly after the colon."),
    ("links: x", "links: needs a note directly after the colon."),
    ("sub:\"\"", "Nothing stands between these quotes."), ("line:\"\"", "Nothing stands between these quotes."),
    ("~\"", "This quote is not closed."), ("[k:\"v]", "This quote is not closed."),
    ("line:(tag:x)", "Within line:( ) there is no room for another operator."),
    ("task:(due:today)", "Within task:( ) there is no room for another operator."),
    ("line:(a", "This parenthesis is not closed."), ("task:(a (b)", "This parenthesis is not closed."),
    ("lines:x", "There is no operator \"lines:\"."), ("linkedby:x", "There is no operator \"linkedby:\"."),
    ("(line:a sort:due)", "sort: is for the whole query and cannot stand inside parentheses or after NOT."),
  ])
  func mistakes(text: String, message: String) {
    #expect(error(text)?.message == message)
  }

  /// A chain of saved searches does not make a query deeper than one that is written out.
  @Test func depthBySavedSearchesCountsToo() {
    let open = String(repeating: "-(a OR ", count: 45)
    let close = String(repeating: ")", count: 45)
    let saved =
      [SavedSearch(name: "s0", query: "b")]
      + (1...90).map { SavedSearch(name: "s\($0)", query: open + "@s\($0 - 1)" + close) }
    let parser = QueryParser(context: QueryContext(today: queryToday, saved: saved))
    #expect(throws: Never.self) { try parser.parse("@s1") }
    let error = #expect(throws: QueryError.self) { try parser.parse("@s90") }
    #expect(error?.message.contains("nested too deeply") == true)
  }
}
