import Testing

@testable import VaultCore

@Suite struct QueryErrorTests {
  private func rendered(_ text: String) -> [String] {
    do {
      let query = try queryParser.parse(text)
      return ["understood: " + query.canonicalText]
    } catch {
      return error.rendered(query: text).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
  }

  /// Query, carets beneath, and what the message says.
  @Test(arguments: [
    ("foo tga:work", "    ^^^^", "There is no operator \"tga:\". Did you mean tag:?"),
    ("Note: hello", "^^^^^", "There is no operator \"Note:\"."),
    ("a is:opn", "     ^^^", "is: knows no state \"opn\"."),
    ("is:orphaned", "   ^^^^^^^^", "is: knows no state \"orphaned\". Did you mean orphan?"),
    ("has:tags", "    ^^^^", "has: knows no thing to have \"tags\". Did you mean tag?"),
    ("no:\"deu\"", "   ^^^^^", "no: knows no thing to have \"deu\". Did you mean due?"),
    ("priority:>hihg", "         ^^^^^", "priority: knows no priority \"hihg\". Did you mean high?"),
    ("priority:urgent", "         ^^^^^^", "priority: knows no priority \"urgent\". Did you mean highest?"),
    ("sort:deu", "     ^^^", "sort: knows no order \"deu\". Did you mean due?"),
    ("limit:0", "      ^", "limit: takes a number from 1 to 999999999."),
    ("limit:99999999999999999999", "      ^^^^^^^^^^^^^^^^^^^^", "limit: takes a number from 1 to 999999999."),
    ("tag: work", "^^^^", "tag: needs a tag directly after the colon."),
    ("(due:)", " ^^^^", "due: needs a date directly after the colon."),
    ("tag:c++", "    ^^^", "\"c++\" is no tag: tags hold letters, digits, \"-\", \"_\" and \"/\"."),
    ("title:\"\"", "      ^^", "Nothing stands between these quotes."),
    ("\" \"", "^^^", "Nothing stands between these quotes."),
    ("due:todya", "    ^^^^^", "\"todya\" is no date. Did you mean today?"),
    ("due:2026-13", "    ^^^^^^^", "There is no month 13: a year has months 1 to 12."),
    ("due:\"2026-13\"", "     ^^^^^^^", "There is no month 13: a year has months 1 to 12."),
    (
      "due:today..2026-02-30", "           ^^^^^^^^^^",
      "There is no day 30 in February 2026: it has 28. Did you mean 2026-02-28?"
    ),
    ("due:>", "    ^", "A date is missing here."),
    ("due:<2026..", "         ^^", "A range cannot follow \"<\"."),
    (
      "due:tomorrow..yesterday", "    ^^^^^^^^^^^^^^^^^^^", "The range ends (2026-01-13) before it begins (2026-01-15)."
    ),
    ("a \"b c", "  ^", "This quote is not closed."),
    ("5\" disk", " ^", "This quote is not closed."),
    ("(a (b", "   ^", "This parenthesis is not closed."),
    ("title:(a", "      ^", "This parenthesis is not closed."),
    ("a) b", " ^", "No parenthesis is open here."),
    (":)", " ^", "No parenthesis is open here."),
    ("a () b", "  ^^", "Nothing stands between these parentheses."),
    ("[status:draft rye", "^", "This bracket is not closed."), ("a [rating>3 b", "  ^", "This bracket is not closed."),
    ("[status!=draft]", "       ^^", "Properties are not compared with !=."),
    ("[status:-draft]", "        ^^^^^^", "A value inside the brackets cannot be negated."),
    ("[rating:>2 <5]", "           ^^", "One pair of brackets holds one comparison."),
    ("foo(a b)", "   ^", "This parenthesis stands inside a word and is not closed there."),
    ("OR a", "^^", "OR has nothing before it."),
    ("a OR", "  ^^", "OR has nothing after it."),
    ("a OR OR b", "     ^^", "OR has nothing before it."),
    ("(a OR) b", "   ^^", "OR has nothing after it."),
    ("a OR sort:due", "  ^^", "OR has nothing after it."),
    ("a NOT", "  ^^^", "NOT has nothing after it."),
    ("NOT OR a", "^^^", "NOT has nothing after it."),
    ("(sort:due a)", " ^^^^^^^^", "sort: is for the whole query and cannot stand inside parentheses or after NOT."),
    ("-limit:3", " ^^^^^^^", "limit: is for the whole query and cannot stand inside parentheses or after NOT."),
    ("a OR b sort:due", "       ^^^^^^^^", "sort: is for the whole query and cannot stand beside OR."),
    ("sort:(due)", "     ^", "sort: takes no parentheses."),
    ("title:(tag:x)", "       ^^^^", "Within title:( ) there is no room for another operator."),
    ("日本 tga:x", "     ^^^^", "There is no operator \"tga:\". Did you mean tag:?"),
  ])
  func pointsAtThePlace(text: String, carets: String, message: String) {
    let lines = rendered(text)
    #expect(lines.first == "  " + text)
    #expect(lines.dropFirst().first == "  " + carets)
    #expect(lines.dropFirst(2).first == message)
  }

  @Test func remedies() {
    #expect(rendered("foo tga:work")[3] == "To search for the text itself, put it in quotes: \"tga:work\".")
    let known = QueryOperator.all.map(\.spelling).joined(separator: " ")
    #expect(
      rendered("Note: x")[3] == "To search for the text itself, put it in quotes: \"Note:\". Operators: " + known)
    #expect(rendered("Note:x")[3].hasPrefix("For a property of that name: [Note:x]. To search"))
    #expect(
      rendered("/[/")[3]
        == #"A backslash before one of \ ^ $ . | ? * + ( ) [ ] { } means the character itself."#
        + " To search for the text itself, put it in quotes.")
    #expect(rendered("created:x")[3] == DateExpression.forms)
  }

  @Test func controlCharactersNeverReachTheTerminal() {
    let text = "a\u{1B}[31m\n\u{202E}b\u{85} tga\u{7}:x \"\u{9B}"
    let error = #expect(throws: QueryError.self) { try queryParser.parse(text) }
    let output = error?.rendered(query: text) ?? ""
    for scalar in output.unicodeScalars where scalar != "\n" {
      #expect(scalar.properties.generalCategory != .control && scalar.value != 0x202E)
    }
    #expect(output.split(separator: "\n").count == 4)
    #expect(output.contains("  a [31m  b"))
  }

  @Test func messagesAreHarmlessToo() {
    let text = "title:(a tag\u{1B}x:1) due:x\u{1B}[2J"
    for query in [text, "due:x\u{1}[2J", "has:\"\u{1B}]0;x\u{7}\"", "limit:\u{9B}1", "tag:a\u{202E}b"] {
      let error = #expect(throws: QueryError.self) { try queryParser.parse(query) }
      let all = (error?.rendered(query: query) ?? "") + (error?.description ?? "")
      #expect(!all.unicodeScalars.contains { $0 != "\n" && $0.properties.generalCategory == .control })
      #expect(!all.unicodeScalars.contains("\u{202E}"))
    }
  }

  @Test func longQueriesAreCutAroundThePlace() throws {
    let text = String(repeating: "word ", count: 100) + "tga:x" + String(repeating: " more", count: 100)
    let lines = rendered(text)
    #expect(lines[0].unicodeScalars.count <= 80)
    #expect(lines[0].hasPrefix("  …") && lines[0].hasSuffix("…"))
    let column = try #require(lines[1].firstIndex(of: "^"))
    let offset = lines[1].distance(from: lines[1].startIndex, to: column)
    #expect(lines[0].dropFirst(offset).hasPrefix("tga:x"))
    #expect(lines[1].drop { $0 == " " } == "^^^^")
  }

  @Test func anErrorBehindALongQueryIsShownToo() {
    let lines = rendered(String(repeating: "word ", count: 100) + "NOT")
    #expect(lines[0].hasSuffix("word NOT"))
    #expect(lines[1].hasSuffix("^^^"))
    #expect(lines[0].count == lines[1].count)
  }

  @Test(arguments: [QueryParser.longestQuery + 1, 100_000])
  func tooLongIsRefused(count: Int) {
    let text = String(repeating: "a", count: count)
    let error = #expect(throws: QueryError.self) { try queryParser.parse(text) }
    #expect(error?.message == "The query is too long: \(count) bytes, and 10000 are the most.")
    #expect((error?.rendered(query: text).count ?? .max) < 1_000)
  }

  @Test func longestQueryIsAnswered() throws {
    #expect(try queryParser.parse(String(repeating: "a ", count: 5_000)).terms.count == 5_000)
  }

  @Test(arguments: ["(", "NOT ", "-(", "title:(", "NOT (", "(a OR "])
  func tooDeepIsRefused(opening: String) {
    for depth in [101, 1_000] {
      let text = String(repeating: opening, count: depth) + "x"
      let error = #expect(throws: QueryError.self) { try queryParser.parse(text) }
      if opening == "title:(" {
        #expect(error?.message.hasPrefix("Within title:( )") == true)
      } else {
        #expect(error?.message.hasPrefix("Parentheses and negations are nested too deeply") == true)
      }
    }
  }

  @Test func deepestNestingIsAnswered() throws {
    let text = String(repeating: "(", count: 100) + "x" + String(repeating: ")", count: 100)
    #expect(try queryParser.parse(text).canonicalText == "x")
    #expect(throws: QueryError.self) { try queryParser.parse("(" + text + ")") }
  }

  @Test func warningsAreRendered() throws {
    let query = try queryParser.parse("is:done is:todo")
    #expect(
      query.warnings[0].rendered(query: "is:done is:todo")
        == "  is:done is:todo\n          ^^^^^^^\nThis contradicts another term: together they find nothing.")
  }
}
