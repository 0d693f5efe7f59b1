import Testing
import VaultTestSupport

@testable import VaultCore

@Suite struct PropertyTestTests {
  private func test(_ text: String) throws -> Query.PropertyTest {
    let query = try queryParser.parse(text)
    guard case .term(let term) = query.root, case .property(let test) = term.predicate else {
      throw QueryError("\(text) is no test of a property", at: 0..<0)
    }
    return test
  }

  private func holds(_ text: String, _ properties: String) throws -> Bool {
    var finder = TextFinder()
    return try test(text).holds(properties: Array(properties.utf8), &finder)
  }

  // MARK: Reading

  @Test(arguments: [
    ("[k]", "[k]"), ("[ k ]", "[k]"), ("[k:]", nil), ("[k:null]", "[k:null]"), ("[k:NULL]", "[k:null]"),
    ("[k:\"\"]", "[k:\"\"]"), ("[k:\"\" OR null]", "[k:\"\" OR null]"), ("[k:v]", "[k:v]"), ("[k: v w ]", "[k:v w]"),
    ("[k=v]", "[k:v]"), ("[k:>5]", "[k:>5]"),
    ("[k>5]", "[k:>5]"), ("[k >= 5]", "[k:>=5]"), ("[k:a OR b]", "[k:a OR b]"), ("[k:(a OR b)]", "[k:a OR b]"),
    ("[k:( a OR \"b c\" )]", "[k:a OR \"b c\"]"), ("[\"my key\":\"a b\"]", "[\"my key\":\"a b\"]"),
    ("[my key:a]", "[\"my key\":a]"), ("[k:/x y/i]", "[k:/x y/i]"), ("[k:/[\\]]/]", "[k:/[\\]]/]"),
    ("[k:/[/]/]", "[k:/[/]/]"),
    ("[path:/x] [url:/y]", "[path:/x] [url:/y]"), ("[k:/foo] bar/", "[k:/foo] bar/"), ("[a-/b]/]", "[\"a-/b\"] \\/]"),
    ("[k:3..5]", "[k:3..5]"), ("[k:1..2.]", "[k:1..2.]"), ("[k:wait...]", "[k:wait...]"), ("[k:1.2..]", "[k:1.2..]"),
    ("[k:../x]", "[k:../x]"), ("[k:1.0.0..2.0.0]", "[k:1.0.0..2.0.0]"),
    ("[k:\"a]b\"]", "[k:\"a]b\"]"), ("[k<2026-02-01]", "[k:<2026-02-01]"), ("[k:2026-W03]", "[k:2026-W03]"),
    ("[k:~\"b c\"]", "[k:~\"b c\"]"), ("[k:~b]", "[k:~\"b\"]"), ("[k:a*]", "[k:a*]"),
    ("[k:https://a.b/c]", "[k:https://a.b/c]"),
    ("[k:a/b]", "[k:a/b]"), ("[日本:語]", "[日本:語]"), ("[k:null OR a]", "[k:null OR a]"), ("[k:\"null\"]", "[k:\"null\"]"),
    ("[k:\"a OR b\"]", "[k:\"a OR b\"]"), ("match-case:([k:V])", "match-case:([k:V])"),
    ("[k:=>5]", "[k:=>5]"), ("[k:> =5]", "[k:> =5]"), ("[k<\t=]", "[k:< =]"), ("[k=:5]", "[k:=:5]"),
    ("[k:((a OR b))]", "[k:a OR b]"), ("[k:\">5\"]", "[k:\">5\"]"),
    ("[k>=\"5\"]", "[k:>=\"5\"]"), ("[\"a\\\"b\"]", "[\"a\\\"b\"]"),
  ])
  func canonicalText(text: String, canonical: String?) throws {
    guard let canonical else {
      #expect(throws: QueryError.self) { try queryParser.parse(text) }
      return
    }
    let query = try queryParser.parse(text)
    #expect(query.canonicalText == canonical)
    #expect(try queryParser.parse(query.canonicalText).root?.withoutPlaces == query.root?.withoutPlaces)
  }

  @Test(arguments: ["[[x]]", "[ ]", "[]", "[k:: v]", "[k::v]", "[[a b|c]]"])
  func literalText(text: String) throws {
    #expect(try queryParser.parse(text).terms.map(\.predicate) == [.words(.init(text, .phrase))])
  }

  @Test(arguments: [
    ("[k:]", 3..<3, "A value is missing here."), ("a [k>]", 5..<5, "A value is missing here."),
    ("[k:a OR]", 7..<7, "A value is missing here."), ("[k:OR a]", 3..<4, "A value is missing here."),
    ("[k:()]", 4..<5, "A value is missing here."), ("[\"\":x]", 1..<3, "The property has no name."),
    ("[k:\"a]", 3..<4, "This quote is not closed."), ("[\"a:b]", 1..<2, "This quote is not closed."),
    (
      "[due<2026-02-30]", 5..<15, "There is no day 30 in February 2026: it has 28."
    ),
    ("[k:5..3]", 3..<7, "This range ends before it begins."),
    ("[k:2..3..4]", 3..<10, "A range has two ends with two dots between them."),
    ("[k:3...5]", 3..<8, "A range has two ends with two dots between them."),
    ("[k:2026-05..2026-01]", 3..<19, "The range ends (2026-01-31) before it begins (2026-05-01)."),
    ("[k:2026-01..2026-03..2026-05]", 3..<28, "A range has two ends with two dots between them."),
    ("[k>2026-01..2026-05]", 3..<19, "A range cannot follow \">\"."),
    ("[k<3...]", 3..<7, "A range cannot follow \"<\"."),
    ("[k:..1..]", 3..<8, "A range has two ends with two dots between them."),
    ("[k:today...]", 3..<11, "A range has two ends with two dots between them."),
    ("[k:2026-01-01...2026-02-01]", 3..<26, "A range has two ends with two dots between them."),
    ("[k>3..5]", 3..<7, "A range cannot follow \">\"."), ("[k:/[/]", 3..<6, nil),
    ("[k>/a/]", 3..<6, "A regular expression cannot be compared with >."),
  ])
  func errors(text: String, range: Range<Int>, message: String?) {
    let error = #expect(throws: QueryError.self) { try queryParser.parse(text) }
    #expect(error?.range == range)
    if let message { #expect(error?.message == message) }
    #expect(error?.remedy != nil || error?.candidates.isEmpty == false)
  }

  // MARK: What holds

  private static let properties = """
    {"status": "Draft of Today", "Rating": 4, "ratio": 4.50, "done": true, "open": false, "due": "2026-01-31", \
    "at": "2026-01-31T10:30:00", "blank at": "2026-01-31 10:30", "tags": ["a/b", "Wörk", 7, null], "none": null, \
    "empty": "", "blank": "  ", "no items": [], "map": {"x": 1}, "no members": {}, "url": "https://example.org/a-b", \
    "text number": "12", "日本": "語", "days": ["2025-12-31", "2026-06-01"], \
    "month": "2026-04", "week": "2026-W05", "year": 2025, "nested": [["in"]]}
    """

  @Test(arguments: [
    "[status]", "[STATUS]", "[none]", "[map]", "[no items]", "[日本]", "[日本:語]", "[none:null]", "[none:\"\"]",
    "[empty:\"\"]",
    "[blank:\"\"]", "[no items:\"\"]", "[no members:\"\"]", "[status:draft]", "[status:\"of today\"]", "[status:dra]",
    "[status:~\"ft of\"]", "[status:/^Draft/]", "[status:/today$/i]", "[status:draft OR idea]",
    "[status:x OR null OR of]",
    "[status:tod*]", "[rating:4]", "[rating:4.0]", "[rating>3]", "[rating>=4]", "[rating<=4]", "[rating<4.1]",
    "[rating=4]",
    "[ratio:4.5]", "[ratio:4.50]", "[ratio>4.25]", "[done:true]", "[done:TRUE]", "[open:false]", "[due:2026-01-31]",
    "[due:2026-01]", "[due:2026]", "[due<2026-02-01]", "[due<=2026-01-31]", "[due>2026-01-30]", "[due>=2026-01]",
    "[due:2026-W05]", "[due:2026-01-01..2026-02-01]", "[at:2026-01-31]", "[at<2026-02-01]", "[blank at:2026-01]",
    "[tags:work]", "[tags:wörk]", "[tags:b]", "[tags:7]", "[tags>6]", "[tags:/^a\\/b$/]", "[url:example]",
    "[url:~\"org/a\"]", "[url:\"example.org\"]", "[text number:12]", "[days:2026-06]", "[days<2026]", "[status<e]",
    "[month:2026-04]", "[month:2026]", "[month<2026-05]", "[month<=2026-04]", "[month>2026-03-31]",
    "[month:2026-Q2]", "[week:2026-W05]", "[week<2026-02-02]", "[year:2025]", "[year<2026-01]", "[rating:3..4]",
    "[rating:4..]", "[rating:..4]", "[ratio:4.25..4.75]", "[tags:6..8]", "[rating:9 OR 3..5]", "[rating:-1..9]",
    "[status>=draft]", "[done:tru]", "match-case:([status:Draft])",
  ])
  func found(text: String) throws {
    #expect(try holds(text, Self.properties))
  }

  @Test(arguments: [
    "[missing]", "[missing:null]", "[missing:x]", "[status:null]", "[done:null]", "[rating:null]", "[map:null]",
    "[empty:null]", "[blank:null]", "[no items:null]", "[no members:null]", "[status:\"\"]", "[map:\"\"]",
    "[map:1]",
    "[map:x]", "[none:x]", "[none:none]", "[status:raft]", "[status:\"draft today\"]", "[status:/^draft/]",
    "[rating>4]", "[rating<4]", "[rating:40]", "[rating:5]", "[rating>x]", "[ratio:45]", "[done:false]", "[done>false]",
    "[due:2026-02]", "[due<2026-01-31]", "[due>2026-01-31]", "[due>2026-01]", "[at>2026-01-31]", "[tags>7]", "[tags:c]",
    "[month:2026-05]", "[month<2026-04]", "[month<2026-04-15]", "[month>2026-04]", "[month:2026-04-01]",
    "[week:2026-W06]", "[year<2025-06]", "[rating:1..3]", "[rating:5..]", "[rating:..3.9]", "[status:3..4]",
    "[text number>5]", "[days:2026-01]", "[status>5]", "[status>2026-01-01]", "[nested:in]", "[open:true]",
    "match-case:([status:draft])",
  ])
  func notFound(text: String) throws {
    #expect(try !holds(text, Self.properties))
  }

  @Test(arguments: ["", "[1]", "null", "{\"k\": ", "{}"])
  func whatIsNoMapHasNoProperties(properties: String) throws {
    #expect(try !holds("[k]", properties))
    #expect(try !holds("[k:null]", properties))
  }
}
