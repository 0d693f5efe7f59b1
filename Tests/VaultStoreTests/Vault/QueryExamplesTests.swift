import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// Each example that is shown of the query language finds something in the sample vault.
@Suite struct QueryExamplesTests {
  private static let context = QueryContext(
    today: VaultUnderTest.today, saved: [SavedSearch(name: "open-work", query: "tag:work is:todo")])

  /// As a shell would give it.
  private func query(_ example: String) throws -> Query {
    try QueryParser(context: Self.context).parse(example.replacing("'", with: ""))
  }

  @Test func operators() throws {
    let vault = try VaultUnderTest(root: RepositoryPlaces.sampleVault).vault()
    // What asks git finds something in a repository, and an assistant has to be shown something, where `ExampleTests` runs it.
    for row in QueryOperator.all where ![.git, .since, .committed, .author, .referenced].contains(row.name) {
      let query = try query(row.example)
      #expect(try vault.read { try $0.count(query) } > 0, "\(row.example)")
      guard row.subject != .notes else { continue }
      #expect(try vault.read { try $0.taskCount(query, scope: .all) } > 0, "tasks \(row.example)")
    }
  }

  @Test func syntax() throws {
    let vault = try VaultUnderTest(root: RepositoryPlaces.sampleVault).vault()
    for row in QuerySyntax.all { #expect(try vault.read({ try $0.count(query(row.example)) }) > 0, "\(row.example)") }
  }
}
