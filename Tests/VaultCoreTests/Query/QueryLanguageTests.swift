import Testing
import VaultTestSupport

@testable import VaultCore

/// What the language has besides words, names and dates.
@Suite struct QueryLanguageTests {
  private typealias Match = Query.TextMatch

  private static func expression(_ literal: String) -> Query.TextMatch {
    do {
      return Query.TextMatch(try JavaScriptPattern(literal: literal))
    } catch {
      return Query.TextMatch("\(literal): \(error)")
    }
  }

  private static func words(_ matches: Query.TextMatch...) -> Query.Expression {
    let terms = matches.map { Query.Expression.term(Query.Term(.words($0))) }
    return terms.count == 1 ? terms[0] : .and(terms)
  }

  @Test(arguments: [
    ("sub:ollect", Query.Predicate.words(.init("ollect", .substring))),
    ("sub:\"a b\"", .words(.init("a b", .substring))),
    ("~ollect", .words(.init("ollect", .substring))),
    ("~\"a b\"", .words(.init("a b", .substring))),
    ("~", .words(.init("~"))),
    ("title:~oll", .text(.title, .init("oll", .substring))),
    ("content:~\"l c\"", .text(.content, .init("l c", .substring))),
    ("path:~x", .named(.path, .text("~x"))),
    ("match-case:Swift", .words(.init("Swift", matchesCase: true))),
    ("match-case:\"a B\"", .words(.init("a B", .phrase, matchesCase: true))),
    ("match-case:~oL", .words(.init("oL", .substring, matchesCase: true))),
    ("MATCH-CASE:(title:Go*)", .text(.title, .init("Go", .prefix, matchesCase: true))),
    ("match-case:(ignore-case:Swift)", .words(.init("Swift"))),
    ("ignore-case:Swift", .words(.init("Swift"))),
    ("/gc\\s+pause/i", .words(Self.expression("/gc\\s+pause/i"))),
    ("/a b/i", .words(Self.expression("/a b/i"))),
    ("/a\"b/", .words(Self.expression("/a\"b/"))),
    ("/a\\/b/", .words(Self.expression("/a\\/b/"))),
    ("/usr/bin/ls", .words(.init("/usr/bin/ls"))),
    ("/usr/bin", .words(.init("/usr/bin"))),
    ("\\/gc\\s+pause/", .words(.init("/gc\\s+pause/"))), ("-\\/", .words(.init("-/"))),
    ("title:\\/x/", .text(.title, .init("/x/"))), ("~\\/x/", .words(.init("\\/x/", .substring))),
    ("sub:\\/x/", .words(.init("\\/x/", .substring))), ("path:\\/x/", .named(.path, .text("/x/"))),
    ("title:/^the/i", .text(.title, Self.expression("/^the/i"))),
    ("path:a/b", .named(.path, .text("a/b"))),
    ("sub:/x/", .words(.init("/x/", .substring))),
    ("links:Home", .link(.links, "Home")),
    ("links:\"Some note\"", .link(.links, "Some note")),
    ("linked-by:Home", .link(.linkedBy, "Home")),
    ("mentions:/x/", .link(.mentions, "/x/")),
    ("git:Modified", .git(.state(.modified))), ("since:HEAD~3", .git(.since("HEAD~3"))),
    ("since:\"last week\"", .git(.since("last week"))), ("author:\"Ada L\"", .git(.author("Ada L"))),
    ("is:orphan", .isNote(.orphan)), ("is:conflict", .isNote(.conflict)),
    ("line:a", .within(.line, Self.words(.init("a")))),
    ("line:(a \"b c\")", .within(.line, Self.words(.init("a"), .init("b c", .phrase)))),
    ("line:(/a b/ c)", .within(.line, Self.words(Self.expression("/a b/"), .init("c")))),
    ("block:(~a #work)", .within(.block, Self.words(.init("a", .substring), .init("#work")))),
    (
      "section:(a -b)",
      .within(
        .section,
        .and([.term(Query.Term(.words(.init("a")))), .not(.term(Query.Term(.words(.init("b")))))]))
    ),
    ("task:x", .taskText(.any, Self.words(.init("x")))),
    ("task:\"\"", .taskText(.any, nil)),
    ("task-todo:\" \"", .taskText(.todo, nil)),
    ("task-todo:(a b*)", .taskText(.todo, Self.words(.init("a"), .init("b", .prefix)))),
    ("task-done:/x/", .taskText(.done, Self.words(Self.expression("/x/")))),
    ("match-case:(line:A)", .within(.line, Self.words(.init("A", matchesCase: true)))),
  ])
  func oneTerm(text: String, expected: Query.Predicate) throws {
    #expect(try queryParser.parse(text).root?.withoutPlaces.terms.map(\.predicate) == [expected])
  }

  @Test(arguments: [
    ("path:/daily/", "path:/daily/"), ("file:/^20\\d\\d/", "file:/^20\\d\\d/"), ("tag:/x|y/i", "tag:/x|y/i"),
    ("category:/a/ source:(/b/ OR c)", "category:/a/ (source:/b/ OR source:c)"),
    ("-line:(a OR b)", "NOT line:(a OR b)"), ("line:a", "line:(a)"), ("line:((a OR b) -c)", "line:((a OR b) NOT c)"),
    ("section:( \"a b\" /c d/i )", "section:(\"a b\" /c d/i)"),
    ("task:\"\" -task-done:\"\"", "task:\"\" NOT task-done:\"\""),
    ("match-case:(a OR title:B)", "match-case:(a) OR match-case:(title:B)"),
    ("match-case:(a ignore-case:(b c))", "match-case:(a) b c"), ("~ollect", "~\"ollect\""),
    ("sub:(a OR b)", "~\"a\" OR ~\"b\""),
    ("line:(match-case)", "line:(match-case)"), ("links:(A OR \"b c\")", "links:A OR links:\"b c\""),
    ("line:(@x #y [k:v])", "line:(@x #y [k:v])"),
    ("match-case:(line:(a -B) task:c)", "match-case:(line:(a NOT B)) match-case:(task:(c))"),
    ("line:-x task:#y", "line:-x task:(#y)"), ("match-case:[k:v] ignore-case:#x", "match-case:[k:v] ignore-case:#x"),
    ("#/a NOT b[\u{0B}/", "tag:\"/a\" NOT b[ \\/"), ("/~/\"~//~~\"", "\\/~/ \"~//~~\""), ("-/ a/", "NOT / a/"),
    ("a -/^. 7+\\)/im", "a NOT /^. 7+\\)/im"),
    ("line:(-/ (b|c) / d)", "line:(NOT / (b|c) / d)"),
    ("-/usr/bin -/", "NOT \\/usr/bin -\\/"), ("/[/] x/", "/[/] x/"),
    ("line:(\"OR\" x*)", "line:(\"OR\" x*)"), ("\"/a/\" \"~b\" \"@c\"", "\"/a/\" \"~b\" \"@c\""),
  ])
  func canonicalText(text: String, canonical: String) throws {
    let query = try queryParser.parse(text)
    #expect(query.canonicalText == canonical)
    #expect(try queryParser.parse(canonical).root?.withoutPlaces == query.root?.withoutPlaces)
  }

  @Test func placesCoverTheWholeOperator() throws {
    let query = try queryParser.parse("é line:(a b) -section:x [k:v] /a b/ ~c task:(d)")
    #expect(query.terms.map(\.range) == [0..<2, 3..<13, 15..<24, 25..<30, 31..<36, 37..<39, 40..<48])
  }

  @Test(arguments: [
    ("a /x\\ny/ b", 2..<8, "matched line by line"), ("line:(/a\\r/)", 6..<11, "matched line by line"),
    ("xa*b*", 0..<5, "*"), ("line:(a AND b)", 8..<11, "AND is searched as a word"),
  ])
  func warns(text: String, range: Range<Int>, part: String) throws {
    let warnings = try queryParser.parse(text).warnings
    #expect(warnings.count == 1)
    #expect(warnings.first?.range == range)
    #expect(warnings.first?.message.contains(part) == true)
  }
}
