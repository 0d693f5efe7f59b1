import Testing

@testable import VaultCore

/// `status:` and the states of tasks that `is:` knows.
@Suite struct TaskStatusQueryTests {
  private static let statuses = StatusRegistry(custom: [
    StatusDefinition(symbol: "w", name: "Waiting for ÄON", type: .onHold, next: "x"),
    StatusDefinition(symbol: "i", name: "Done deal", type: .nonTask, next: "x"),
  ])
  private static let parser = QueryParser(context: QueryContext(today: queryToday, statuses: statuses))

  /// The symbols of the tasks that are found among one of each status.
  private func found(_ query: String) throws -> String {
    let text = " xX/-wi>".map { "- [\($0)] a\n" }.joined()
    let note = TaskNote(
      Array(text.utf8), path: NotePath("a.md"), options: ParsingOptions(statuses: Self.statuses))
    var matching = TaskQuery(try Self.parser.parse(query).root, today: queryToday, blockers: []) { _ in IDSet() }
    return note.items.filter { matching.matches($0, note: 0) }.map { String($0.status.symbol) }.joined()
  }

  @Test(arguments: [
    ("status:todo", " >"), ("status:in-progress", "/"), ("status:IN_PROGRESS", "/"), ("status:\"in progress\"", "/"),
    ("status:done", "xX"), ("status:x", "x"), ("status:X", "X"), ("status:/", "/"), ("status:-", "-"),
    ("status:\" \"", " "), ("status:>", ">"), ("status:!", ""), ("status:unknown", ">"), ("status:cancelled", "-"),
    ("status:on-hold", "w"), ("status:\"waiting for äon\"", "w"), ("status:non-task", "i"),
    ("status:\"Done deal\"", "i"), ("NOT status:todo", "xX/-wi"), ("status:(w OR i)", "wi"),
    ("is:in-progress", "/"), ("is:on-hold", "w"), ("is:cancelled", "-"), ("is:todo", " /w>"), ("is:done", "xX-i"),
    ("is:done NOT is:cancelled", "xXi"),
  ])
  func finds(_ query: String, _ symbols: String) throws {
    #expect(try found(query) == symbols)
  }

  @Test func unknownNamesAreErrorsThatNameNearOnes() {
    func message(_ text: String) -> String {
      do { return try "\(String(describing: Self.parser.parse(text).root))" } catch { return "\(error)" }
    }
    #expect(
      message("status:in-progres").contains("status:in-progress")
        || message("status:in-progres").contains("in-progress"))
    #expect(message("status:watching").contains("Valid: todo, in-progress, on-hold, done, cancelled, non-task"))
    #expect(message("status:\"done dael\"").contains("Done deal"))
    #expect(message("status:\"\"").contains("knows no status"))
    #expect(message("status:\"  \"").contains("knows no status"))
    #expect(message("is:canceled").contains("cancelled"))
  }

  @Test func statesThatExcludeEachOtherAreTold() throws {
    for text in ["is:cancelled is:todo", "is:in-progress is:on-hold", "is:overdue is:cancelled", "is:done is:overdue"] {
      #expect(try Self.parser.parse(text).warnings.count == 1, "\(text)")
    }
    for text in ["is:cancelled is:done", "is:in-progress is:todo", "is:blocked is:cancelled", "is:overdue is:on-hold"] {
      #expect(try Self.parser.parse(text).warnings.isEmpty, "\(text)")
    }
  }

  @Test func theTextComesBack() throws {
    for text in ["status:todo", "status:\"in progress\"", "status:\" \"", "status:\"/\"", "status:-", "status:\\"] {
      let query = try Self.parser.parse(text)
      let again = try Self.parser.parse(query.canonicalText)
      #expect(
        again.root?.canonicalText == query.root?.canonicalText
          && again.terms.map(\.predicate) == query.terms.map(\.predicate))
    }
  }
}
