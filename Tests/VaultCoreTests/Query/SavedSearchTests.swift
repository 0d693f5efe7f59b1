import Testing

@testable import VaultCore

@Suite struct SavedSearchTests {
  private static let parser = QueryParser(
    context: QueryContext(
      today: queryToday,
      saved: [
        SavedSearch(name: "open-work", query: "tag:work is:todo"), SavedSearch(name: "either", query: "a OR b"),
        SavedSearch(name: "nested", query: "@either -@open-work"),
        SavedSearch(name: "sorted", query: "x sort:-due limit:5"), SavedSearch(name: "loop", query: "y @loop"),
        SavedSearch(name: "ping", query: "@pong"), SavedSearch(name: "pong", query: "(@ping)"),
        SavedSearch(name: "broken", query: "due:2026-02-30"), SavedSearch(name: "odd", query: "is:done is:todo"),
        SavedSearch(name: "empty", query: ""), SavedSearch(name: "日本", query: "c"),
        SavedSearch(name: "order", query: "sort:path"),
      ]))

  @Test(arguments: [
    ("@open-work", "tag:work is:todo"), ("@Open-Work x", "tag:work is:todo x"), ("-@either", "NOT (a OR b)"),
    ("@either x", "(a OR b) x"), ("@nested", "(a OR b) NOT (tag:work is:todo)"), ("@日本", "c"),
    ("@sorted", "x sort:-due limit:5"), ("@sorted sort:path limit:2", "x sort:path limit:2"),
    ("sort:path @sorted", "x sort:path limit:5"), ("(@sorted) OR z", "x OR z"), ("-@sorted", "NOT x"),
    ("@nobody", "ignore-case:@nobody"), ("@", "@"), ("a@either", "a@either"), ("\"@either\"", "\"@either\""),
    ("line:(@either)", "line:(@either)"), ("match-case:@either", "match-case:@either"), ("@order x", "x sort:path"),
    ("match-case:(@open-work @either)", "tag:work is:todo (match-case:(a) OR match-case:(b))"),
  ])
  func stands(for text: String, canonical: String) throws {
    #expect(try Self.parser.parse(text).canonicalText == canonical)
  }

  @Test func namesThatCannotBeWritten() {
    for name in ["a", "open-work", "日本", "a/b", "a:b", "(x)", "?"] {
      #expect(SavedSearch(name: name, query: "").canBeNamed, "\(name)")
    }
    for name in ["", " ", "a b", "a\"b", "a)", "(a", "a\u{3000}b"] {
      #expect(!SavedSearch(name: name, query: "").canBeNamed, "\(name)")
    }
  }

  @Test func itsTermsStandWhereItIsNamed() throws {
    #expect(try Self.parser.parse("x @nested").terms.dropFirst().map(\.range) == Array(repeating: 2..<9, count: 4))
  }

  @Test func anEmptyOneAsksForEverything() throws {
    let query = try Self.parser.parse("x OR @empty")
    #expect(query.explained() == "any of:\n  the word \"x\" in names, headings, tags, properties or body\n  everything")
  }

  @Test(arguments: [
    ("a @loop", 2..<7, "The saved search @loop is \"y @loop\": The saved search @loop stands in itself."),
    (
      "@ping", 0..<5,
      "The saved search @ping is \"@pong\": The saved search @pong is \"(@ping)\": The saved search @ping stands in itself."
    ),
    (
      "-@broken", 1..<8,
      "The saved search @broken is \"due:2026-02-30\": There is no day 30 in February 2026: it has 28."
    ),
  ])
  func errorsInsideAreToldWhereItIsNamed(text: String, range: Range<Int>, message: String) {
    let error = #expect(throws: QueryError.self) { try Self.parser.parse(text) }
    #expect(error?.message == message)
    #expect(error?.range == range)
  }

  @Test func warningsInsideAreToldToo() throws {
    let warnings = try Self.parser.parse("z @odd").warnings
    #expect(warnings.map(\.range) == [2..<6])
    #expect(warnings.first?.message.hasPrefix("In @odd: This contradicts another term") == true)
  }

  @Test func aNearNameIsSuggested() throws {
    let query = try Self.parser.parse("@eiter")
    #expect(query.warnings.map(\.message).first?.hasSuffix("Did you mean @either?") == true)
    #expect(
      try Self.parser.parse("@zzzzzzzzzz").warnings.map(\.message) == [
        "There is no saved search of that name; it is searched as a word."
      ])
    #expect(try Self.parser.parse("\"@zzzzzzzzzz\"").warnings.isEmpty)
  }

  /// Each names the one before it twice: that would grow without end.
  @Test func manyInEachOtherAreRefused() {
    let saved =
      [SavedSearch(name: "s0", query: "a")]
      + (1...20).map { SavedSearch(name: "s\($0)", query: "@s\($0 - 1) OR -@s\($0 - 1)") }
    let parser = QueryParser(context: QueryContext(today: queryToday, saved: saved))
    let error = #expect(throws: QueryError.self) { try parser.parse("@s20") }
    #expect(error?.message.contains("More than 100 saved searches") == true)
  }
}
