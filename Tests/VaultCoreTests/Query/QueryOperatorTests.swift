import Testing

@testable import VaultCore

@Suite struct QueryOperatorTests {
  @Test func everyNameHasOneRow() {
    #expect(QueryOperator.all.map(\.name) == QueryOperator.Name.allCases)
    for row in QueryOperator.all {
      #expect(!row.help.isEmpty && !row.help.hasSuffix(".") && !row.argument.isEmpty)
      #expect(QueryOperator[row.name] == row)
    }
  }

  @Test func spellingsAreUnique() {
    let names = QueryOperator.all.flatMap { [$0.name.rawValue] + $0.aliases }
    #expect(Set(names).count == names.count)
    for name in names { #expect(QueryOperator.named(name.uppercased()) != nil) }
    #expect(QueryOperator.named("") == nil)
  }

  @Test(arguments: QueryOperator.all) func examplesUseTheirOperator(row: QueryOperator) throws {
    let text = row.example.replacing("'", with: "")
    #expect(text.contains(row.spelling))
    #expect(try queryParser.parse(text).warnings.isEmpty)
    #expect(row.example != text || !text.contains { "<>#~[]!*()&;|$\"\\".contains($0) })
  }

  @Test(arguments: QueryOperator.all) func listedValuesAreValid(row: QueryOperator) throws {
    for value in row.values { _ = try queryParser.parse(row.spelling + value) }
  }

  @Test(arguments: QuerySyntax.all) func syntaxExamplesAreUnderstood(syntax: QuerySyntax) throws {
    let saved = [SavedSearch(name: "open-work", query: "tag:work is:todo")]
    let query = try QueryParser(context: QueryContext(today: queryToday, saved: saved)).parse(
      syntax.example.replacing("'", with: ""))
    #expect(query.root != nil && query.warnings.isEmpty)
  }

  @Test func onlyTaskFieldsAskAboutTasks() {
    #expect(Query.Predicate.isTask(.todo).asksAboutTask)
    #expect(Query.Predicate.lacks(.due).asksAboutTask)
    #expect(!Query.Predicate.has(.task).asksAboutTask)
    #expect(!Query.Predicate.created(DateRange(day: queryToday)).asksAboutTask)
  }
}
