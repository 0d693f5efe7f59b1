import Testing

@testable import VaultCore

/// A Wednesday.
let queryToday = CivilDate(year: 2026, month: 1, day: 14)!
let queryParser = QueryParser(context: QueryContext(today: queryToday))

@Suite struct QueryParserTests {
  private typealias Predicate = Query.Predicate

  private func predicates(_ text: String) throws -> [Predicate] {
    try queryParser.parse(text).terms.map(\.predicate)
  }

  // MARK: Terms

  @Test(arguments: [
    ("rust", Query.Predicate.words(.init("rust"))),
    ("\"garbage collection\"", .words(.init("garbage collection", .phrase))),
    (#""say \"hi\" \\ \n""#, .words(.init(#"say "hi" \ \n"#, .phrase))),
    ("collect*", .words(.init("collect", .prefix))),
    ("*", .words(.init("*"))),
    ("a*b", .words(.init("a*b"))),
    ("12:30", .words(.init("12:30"))),
    ("std::vector", .words(.init("std::vector"))),
    ("https://example.org/a?b=c", .words(.init("https://example.org/a?b=c"))),
    ("file:///etc/hosts", .words(.init("file:///etc/hosts"))),
    ("tag::work", .words(.init("tag::work"))),
    ("[[Some note]]", .words(.init("[[Some note]]", .phrase))),
    ("[[Some note|x]] ", .words(.init("[[Some note|x]]", .phrase))),
    ("[ ]", .words(.init("[ ]", .phrase))),
    ("[]", .words(.init("[]", .phrase))),
    ("[due:: 2026-01-01]", .words(.init("[due:: 2026-01-01]", .phrase))),
    ("[!note]", .words(.init("[!note]"))),
    ("[^1]", .words(.init("[^1]"))),
    ("[open", .words(.init("[open"))),
    ("a[0]", .words(.init("a[0]"))),
    ("print(x)", .words(.init("print(x)"))),
    ("-", .words(.init("-"))),
    ("--", .words(.init("--"))),
    ("---", .words(.init("---"))),
    ("--option", .words(.init("--option"))),
    ("->", .words(.init("->"))),
    ("~", .words(.init("~"))),
    ("/", .words(.init("/"))),
    ("/usr/bin/ls", .words(.init("/usr/bin/ls"))),
    ("//", .words(.init("//"))),
    ("and/or", .words(.init("and/or"))),
    ("or", .words(.init("or"))),
    ("not", .words(.init("not"))),
    ("ORDER", .words(.init("ORDER"))),
    ("#123", .words(.init("#123"))),
    ("#", .words(.init("#"))),
    ("#work", .tag("work", childrenOnly: false)),
    ("#work/*", .tag("work", childrenOnly: true)),
    ("#日本語/メモ", .tag("日本語/メモ", childrenOnly: false)),
    ("tag:work", .tag("work", childrenOnly: false)),
    ("tag:#work", .tag("work", childrenOnly: false)),
    ("TAG:work/", .tag("work", childrenOnly: false)),
    ("tag:work/*", .tag("work", childrenOnly: true)),
    ("tag:2026", .tag("2026", childrenOnly: false)),
    ("title:gc", .text(.title, .init("gc"))),
    ("title:\"the gc\"", .text(.title, .init("the gc", .phrase))),
    ("heading:gc*", .text(.heading, .init("gc", .prefix))),
    ("alias:-x", .text(.alias, .init("-x"))),
    ("content:OR", .text(.content, .init("OR"))),
    ("content:a:b", .text(.content, .init("a:b"))),
    ("path:daily/2026", .named(.path, .text("daily/2026"))),
    ("path:/daily", .named(.path, .text("/daily"))),
    ("path:a/b", .named(.path, .text("a/b"))),
    ("path:\"/daily/\"", .named(.path, .text("/daily/"))),
    ("file:\"a b.md\"", .named(.file, .text("a b.md"))),
    ("category:idea", .named(.category, .text("idea"))),
    ("source:voice", .named(.source, .text("voice"))),
    ("is:pinned", .isNote(.pinned)),
    ("is:favourite", .isNote(.favorite)),
    ("is:Empty", .isNote(.empty)),
    ("is:todo", .isTask(.todo)),
    ("is:overdue", .isTask(.overdue)),
    ("is:In-Progress", .isTask(.inProgress)),
    ("is:on-hold", .isTask(.onHold)),
    ("is:cancelled", .isTask(.cancelled)),
    ("status:in-progress", .status("in-progress")),
    ("STATUS:IN_PROGRESS", .status("IN_PROGRESS")),
    ("status:\"in progress\"", .status("in progress")),
    ("status:/", .status("/")),
    ("status:-", .status("-")),
    ("status:\" \"", .status(" ")),
    ("status:?", .status("?")),
    ("has:attachment", .has(.attachment)),
    ("no:due", .lacks(.due)),
    ("priority:high", .priority(.equal, .high)),
    ("priority:=High", .priority(.equal, .high)),
    ("priority:>=medium", .priority(.greaterOrEqual, .medium)),
    ("priority:<\u{6E}one", .priority(.less, .none)),
    ("created:today", .created(DateRange(day: queryToday))),
    ("updated:2026-01-01..", .updated(DateRange(lower: CivilDate("2026-01-01"), upper: nil))),
    ("due:-7d", .taskDate(.due, DateRange(day: CivilDate("2026-01-07")!))),
    ("canceled:..2026-01", .taskDate(.cancelled, DateRange(lower: nil, upper: CivilDate("2026-02-01")))),
    ("due:\"next week\"", .taskDate(.due, DateRange(lower: CivilDate("2026-01-19"), upper: CivilDate("2026-01-26")))),
    ("due:friday", .taskDate(.due, DateRange(day: CivilDate("2026-01-16")!))),
    ("done:friday", .taskDate(.done, DateRange(day: CivilDate("2026-01-09")!))),
  ])
  func oneTerm(text: String, expected: Query.Predicate) throws {
    let query = try queryParser.parse(text)
    guard case .term(let term) = query.root else {
      Issue.record("\(text) is \(String(describing: query.root))")
      return
    }
    #expect(term.predicate == expected)
    #expect(query.sort.isEmpty && query.limit == nil)
  }

  @Test func everyKindOfBlankSeparates() throws {
    #expect(try predicates("a\tb\nc\u{A0}d\u{3000}e\r\nf\0g").count == 7)
  }

  @Test func placesAreThoseOfTheQuery() throws {
    let query = try queryParser.parse("é -tag:work title:(a \"b c\")")
    #expect(query.terms.map(\.range) == [0..<2, 4..<12, 20..<21, 22..<27])
  }

  // MARK: Structure, in canonical form

  @Test(arguments: [
    ("", ""),
    ("   ", ""),
    ("a b c", "a b c"),
    ("a b OR c d", "a b OR c d"),
    ("a (b OR c) d", "a (b OR c) d"),
    ("(a b) c", "a b c"),
    ("((a)) OR (b OR (c))", "a OR b OR c"),
    ("a OR(b c)", "a OR b c"),
    ("-a", "NOT a"),
    ("-(a b)", "NOT (a b)"),
    ("NOT(a OR b)", "NOT (a OR b)"),
    ("NOT NOT a", "a"),
    ("NOT -a", "a"),
    ("-\"a b\"", "NOT \"a b\""),
    ("-#work -due:today", "NOT tag:work NOT due:2026-01-14"),
    ("a - b", "a - b"),
    ("a -- b", "a -- b"),
    ("a -OR", "a NOT \"OR\""),
    ("foo\"bar baz\"qux", "foo \"bar baz\" qux"),
    ("tag:(a OR b/*) x", "(tag:a OR tag:b/*) x"),
    ("-tag:(a OR #b)", "NOT (tag:a OR tag:b)"),
    ("title:(a (b OR -\"c d\"))", "title:a (title:b OR NOT title:\"c d\")"),
    ("due:(-7d OR today)", "due:2026-01-07 OR due:2026-01-14"),
    ("due:-7d..+2w", "due:2026-01-07..2026-01-28"),
    ("created:(2026-01 -today)", "created:2026-01-01..2026-01-31 NOT created:2026-01-14"),
    ("sort:due a limit:5 sort:-updated b", "a b sort:due sort:-updated limit:5"),
    ("sort:due,-priority", "sort:due sort:-priority"),
    ("(a OR b) sort:path", "(a OR b) sort:path"),
    ("priority:<=low is:TODO no:Due", "priority:<=low is:todo no:due"),
    ("path:\"a b\" file:\"a\\\"b\" category:(x)", "path:\"a b\" file:\"a\\\"b\" category:x"),
    ("title:(:: //x) #//é", "title:(::) title:\\//x tag:\"//é\""),
    ("[ sort:due ]", "[sort:due]"),
    ("[\u{3000}]", "\"[\u{3000}]\""),
    ("print(x) [[A b]] [ ]", "print(x) \"[[A b]]\" \"[ ]\""),
  ])
  func structure(text: String, canonical: String) throws {
    #expect(try queryParser.parse(text).canonicalText == canonical)
  }

  @Test func emptyQueryAsksForEverything() throws {
    #expect(try queryParser.parse("  ") == Query())
    #expect(try queryParser.parse("sort:path").root == nil)
  }

  @Test func sortAndLimitAreKept() throws {
    let query = try queryParser.parse("x sort:-due sort:relevance limit:20")
    #expect(query.sort == [.init(.due, isReversed: true), .init(.relevance)])
    #expect(query.sort.map(\.isDescending) == [true, true])
    #expect(query.limit == 20)
  }

  @Test func conditionsCanBeAdded() throws {
    let query = try queryParser.parse("a OR b")
      .adding(.isTask(.todo)).adding(anyOf: [.tag("x", childrenOnly: false), .tag("y", childrenOnly: false)])
      .adding(.isNote(.pinned), negated: true).adding(anyOf: [])
    #expect(query.canonicalText == "(a OR b) is:todo (tag:x OR tag:y) NOT is:pinned")
    #expect(Query().adding(.has(.task)).canonicalText == "has:task")
  }

  @Test func optionsReadTheirValuesAlike() throws {
    #expect(try queryParser.predicate(.due, "this-week") == (try predicates("due:this-week")[0]))
    #expect(try queryParser.predicate(.path, "a b") == .named(.path, .text("a b")))
    #expect(try queryParser.sortKeys("-due,path") == [.init(.due, isReversed: true), .init(.path)])
    let error = #expect(throws: QueryError.self) { try queryParser.predicate(.due, "2026-13") }
    #expect(error?.range == 0..<7)
  }

  // MARK: Warnings

  @Test(arguments: [
    ("is:done is:todo", 8..<15), ("is:todo (is:done)", 9..<16), ("is:overdue is:done", 11..<18),
    ("has:due x no:due", 10..<16), ("due:today a due:tomorrow", 12..<24), ("a -a", 0..<0),
    ("updated:<2026 updated:>2026", 14..<27), ("a AND b", 2..<5), ("col*r", 0..<5), ("*tion", 0..<5), ("#c++", 0..<4),
    ("limit:1 limit:2", 8..<15), ("priority:high priority:low", 14..<26), ("priority:>medium a priority:none", 19..<32),
  ])
  func warns(text: String, range: Range<Int>) throws {
    let warnings = try queryParser.parse(text).warnings
    #expect(warnings.count == 1)
    if !range.isEmpty { #expect(warnings.first?.range == range) }
  }

  @Test(arguments: [
    "is:done OR is:todo", "is:todo -is:done", "due:this-week due:today", "a -b", "**", "**bold", "- [ ] x", "#12 #",
    "-(is:done is:overdue) OR x",
    "priority:>=medium priority:<highest", "priority:high -priority:low",
  ])
  func warnsOnlyWithReason(text: String) throws {
    let warnings = try queryParser.parse(text).warnings
    #expect(warnings.isEmpty || text.contains("**bold") || text.hasPrefix("-(is"))
  }
}
