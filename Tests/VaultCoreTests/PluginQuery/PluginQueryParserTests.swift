import Testing
import VaultTestSupport

@testable import VaultCore

@Suite struct PluginQueryParserTests {
  /// What is refused, and what the message says.
  static let refusals: [(String, String)] = [
    ("not done\nblurb", "line 2: \"blurb\""), ("is blokked", "\"is blocked\""), ("doen", "\"done\""),
    ("desription includes x", "\"description includes\""), ("due befor today", "\"due before today\""),
    ("due", "no instruction"), ("due before", "A date is missing"), ("due before blurb", "\"blurb\" is no date"),
    ("done on 2026-02-30", "is no date"), ("happens soon", "is no date"),
    ("priority is hihg", "\"priority is high\""), ("priority is above hihg", "\"priority is above high\""),
    ("status.type is DOEN", "\"status.type is DONE\""), ("status.type DONE", "followed by"),
    ("path contains x", "path includes …"), ("path includes", "missing"), ("tags include", "missing"),
    ("path regex matches x", "/x/"), ("path regex matches /x/q", "no flag"), ("path regex matches /x/y", "flag y"),
    ("path regex matches /x/ii", "twice"), ("path regex matches /[a/", "\"[\""), ("path regex matches /(a/", "\"(\""),
    ("path regex matches /a)/", "\")\""), ("path regex matches /*a/", "nothing to repeat"),
    ("path regex matches /(a)\\1/", "References to groups"), ("path regex matches /a{2,1}/", "wrong order"),
    ("path regex matches /(?:a{1000}){1000}/", "too large"), ("path regex matches //", "between slashes"),
    ("backlink includes x", "filename includes"), ("sort by deu", "sort by due"), ("sort by", "needs a name"),
    ("sort by tag 0", "counted from 1"), ("group by tag", "\"group by tags\""),
    ("group by description", "can be used to group by"), ("group by due reverse 2", "too much"),
    ("limit", "needs a number"), ("limit groups to few tasks", "needs a number"), ("hide foo", "nothing called"),
    ("hide bakclink", "backlink"), ("view rows", "view list"), ("view columns by foo", "group by"),
    ("preset nothing", "There is no preset"), ("preset this_flie", "this_file"),
    ("filter by function task.isDone", "done or not done"), ("filter by function hello", "scripts are not run"),
    ("(filter by function true) AND (done)", "scripts are not run"),
    ("filter by function task.file.property('x')", "[key:value]"),
    ("sort by function task.lineNumber", "sort by path"),
    ("group by function task.status.name", "group by status.name"),
    ("path includes {{4 + 6}}", "{{4 + 6}} is a script"), ("path includes {{query.file.path}}", "its path"),
    ("(done) AND not done", "between the same delimiters"), ("(done) AND [has tags]", "between the same delimiters"),
    ("\"done\" AND (has tags)", "between the same delimiters"), ("(done) AND", "between the same delimiters"),
    ("(done) AND (has tags", "between the same delimiters"), ("(done) AND (has tags))", "do not fit"),
    ("(description includes (a)) OR (done)", "do not fit"), ("(done) (has tags)", "no filter"),
    ("()", "do not fit"), ("NOT ()", "do not fit"), ("(done) AND (blurb)", "\"blurb\""),
  ]

  @Test(arguments: refusals)
  func refused(_ query: String, _ message: String) {
    let error = PluginQueryCase.error(query)
    #expect(error.contains(message), "\(error)")
  }

  /// Lines that are surely meant as filters joined by operators, and how they are written.
  @Test(arguments: [
    ("(not done) or (due today)", "(not done) OR (due today)"),
    ("(done) && (due today)", "(done) AND (due today)"), ("(done) and (due today)", "(done) AND (due today)"),
    ("[done] || [due today]", "[done] OR [due today]"), ("(done)and not(due today)", "(done) AND NOT (due today)"),
    ("(done) AND (has tags) Or (has id)", "(done) AND (has tags) OR (has id)"),
    ("not (done)", "NOT (done)"), ("!(done)", "NOT (done)"), ("NOT due today", "NOT (due today)"),
    ("not done AND due today", "(not done) AND (due today)"),
    ("not done and due today", "(not done) AND (due today)"), ("done or not has tags", "(done) OR NOT (has tags)"),
  ])
  func slipsOfOperatorsAreToldWithWhatIsMeant(_ query: String, _ meant: String) throws {
    let error = PluginQueryCase.error(query)
    #expect(error.hasSuffix("Did you mean \"\(meant)\"?"), "\(error)")
    _ = try PluginQueryCase.parse(meant)
  }

  @Test func negationBehindXorIsRefused() throws {
    #expect(PluginQueryCase.error("(done) XOR NOT (due today)").hasSuffix("Write (…) XOR (NOT (…))."))
    _ = try PluginQueryCase.parse("(done) XOR (NOT (due today))")
  }

  @Test(arguments: [
    "description includes this and that", "path includes a AND b", "[description includes (a) and (b)] AND [done]",
    "NOT done",
  ])
  func wordsOfAFilterAreNoOperators(_ query: String) throws {
    _ = try PluginQueryCase.parse(query)
  }

  @Test func aLongLineIsNotCalledDeep() {
    let error = PluginQueryCase.error(Array(repeating: "(done)", count: 200).joined(separator: " XOR "))
    #expect(error.contains("More than 100 XOR stand in one line"), "\(error)")
  }

  @Test(arguments: [
    ("sort by due date", false), ("sort by due reverse please", true), ("sort by due date reverse", false),
    ("sort by due backwards", false),
  ])
  func whatFollowsAnOrderIsPassedOver(_ query: String, _ isReversed: Bool) throws {
    let sorter = try #require(try PluginQueryCase.parse(query).sorters.first)
    #expect(sorter.key == .due && sorter.isReversed == isReversed)
  }

  @Test func deepNestingIsRefused() {
    let deep = String(repeating: "(", count: 5_000) + "done" + String(repeating: ")", count: 5_000)
    #expect(PluginQueryCase.error(deep).contains("deep"))
    #expect(PluginQueryCase.error(String(repeating: "NOT ", count: 5_000) + "(done)").contains("deep"))
    let groups = String(repeating: "(", count: 5_000) + String(repeating: ")", count: 5_000)
    #expect(PluginQueryCase.error("path regex matches /\(groups)/").contains("deeply"))
  }

  @Test func linesAndLimitsAreRead() throws {
    let query = try PluginQueryCase.parse(
      "\r\n  not done  \r\nlimit to 10 tasks\nlimit groups 5\n\nSHORT mode\nexplain\nlimit 3\nignore global query\n")
    #expect(query.filters.map(\.statement.line) == [2])
    #expect(query.limit == 3)
    #expect(query.groupLimit == 5)
    #expect(query.layout.isShort)
    #expect(query.explains)
    #expect(try PluginQueryCase.parse("limit 99999999999999999999").limit == .max)
    #expect(try PluginQueryCase.parse("short\nfull mode").layout.isShort == false)
  }

  @Test func whatIsShownIsRead() throws {
    let layout = try PluginQueryCase.parse("hide backlinks\nHide Due Date\nshow urgency\nhide id\nshow id\nshow tree")
      .layout
    #expect(!layout.shows(.backlink))
    #expect(!layout.shows(.due))
    #expect(layout.shows(.urgency))
    #expect(layout.shows(.id))
    #expect(PluginQuery.Layout().hidden == [.urgency, .tree, .groupCount])
    for element in PluginQuery.Layout.Element.allCases {
      #expect(try !PluginQueryCase.parse("hide \(element.rawValue)").layout.shows(element))
      #expect(try PluginQueryCase.parse("hide \(element.rawValue)\nshow \(element.rawValue)").layout.shows(element))
    }
  }

  @Test func columnsAreTheOutermostGroups() throws {
    let query = try PluginQueryCase.parse("group by path\nview columns by priority\nview columns by due reverse")
    #expect(query.groupers.map(\.key) == [.due, .path])
    #expect(query.groupers.map(\.isReversed) == [true, false])
    #expect(try PluginQueryCase.parse("view columns by priority\nview list").groupers.isEmpty)
  }

  @Test func theGlobalQueryComesFirst() throws {
    let query = try PluginQueryCase.parse("limit 3\ndone", globalQuery: "# all\nlimit 50\nheading includes x")
    #expect(query.limit == 3)
    #expect(query.filters.map(\.statement.origin) == [.globalQuery, .query])
    let without = try PluginQueryCase.parse("done\nignore global query", globalQuery: "heading includes x")
    #expect(without.filters.count == 1)
    let error = #expect(throws: PluginQueryError.self) { try PluginQueryCase.parse("done", globalQuery: "blurb") }
    #expect(error?.description.hasPrefix("line 1 of the global query: ") == true)
  }

  @Test func everyNearMissIsAnInstruction() throws {
    for instruction in PluginQueryVocabulary.instructions {
      let text =
        instruction.hasSuffix("includes") || instruction.hasSuffix("include")
        ? instruction + " x"
        : instruction.hasSuffix("matches") || instruction.hasSuffix("match")
          ? instruction + " /x/" : instruction.replacing("NAME", with: "hide_everything")
      #expect(PluginQueryCase.error(text) == "", "\(instruction)")
    }
  }

  @Test func anyTextIsAQueryOrAnError() throws {
    var random = SeededGenerator(seed: 11)
    let words =
      PluginQueryVocabulary.instructions.flatMap { $0.split(separator: " ").map(String.init) }
      + [
        "(", ")", "[", "]", "\"", "AND", "OR", "NOT", "XOR", "/a+/", "/(/i", "{{", "}}", "{{!", "\\", "\n", "#",
        "2026-02-30",
      ]
      + [
        "99999999999999999999", "99999", "days", "ago", "in", "2026-W53", "0000-01-01", "31", "Feb", "preset this_root",
        "-1",
      ]
    let tasks = ["- [ ] a #b 📅 2026-03-14 🔁 every day", "- [x] c", "- [ ] d 📅 2026-02-30"].map {
      PluginQueryCase.task($0)
    }
    let file = PluginQueryFile(path: "a/b.md", properties: [])
    var ran = 0
    for _ in 0..<600 {
      let count = Int.random(in: 1...9, using: &random)
      let text = (0..<count).map { _ in words[Int.random(in: 0..<words.count, using: &random)] }.joined(separator: " ")
      guard let query = try? PluginQueryCase.parse(text, file: file) else { continue }
      ran += 1
      let matcher = PluginQueryMatcher(query, graph: TaskGraph())
      let found = tasks.filter { matcher.matches($0) }
      let order = PluginQueryOrder(query, today: PluginQueryCase.today)
      let groups = PluginQueryGroups(query, today: PluginQueryCase.today)
      _ = groups.groups(of: order.sorted(found).map { found[$0] })
      #expect(!query.explained().isEmpty)
    }
    #expect(ran > 10)
  }
}
