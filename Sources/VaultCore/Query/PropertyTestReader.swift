/// Reads what stands between the brackets of a test of a property: `key`, `key:value`, `key>value`, `key:a OR b`.
struct PropertyTestReader {
  let context: QueryContext
  /// The whole query.
  let query: [UInt8]
  /// Between the brackets.
  let content: Range<Int>
  let matchesCase: Bool

  private typealias Condition = Query.PropertyCondition

  func read() throws(QueryError) -> Query.PropertyTest {
    let (key, end) = try key()
    var place = skipWhitespace(end)
    guard place < content.upperBound else { return Query.PropertyTest(key: key, conditions: [.present]) }
    if query[place] == UInt8(ascii: ":") {
      place = skipWhitespace(place + 1)
    } else {
      // Behind a colon such signs are a value's own.
      try refuseForeignComparison(at: place, key: content.lowerBound..<end)
    }
    let comparison = Query.Comparison.leading(query[place..<content.upperBound])
    place += comparison?.rawValue.utf8.count ?? 0
    return Query.PropertyTest(key: key, conditions: try alternatives(comparison ?? .equal, from: place))
  }

  // MARK: The key

  private func key() throws(QueryError) -> (String, end: Int) {
    let start = skipWhitespace(content.lowerBound)
    if query[start] == UInt8(ascii: "\"") {
      var lexer = QueryLexer(query, from: start)
      let token = try lexer.quoted()
      guard case .text(let text, _) = token.kind, text.utf8.contains(where: { $0 > 0x20 }) else {
        throw QueryError("The property has no name.", at: token.range, remedy: Self.forms)
      }
      return (text, token.range.upperBound)
    }
    var end = start
    while end < content.upperBound, !":<>=".utf8.contains(query[end]) { end += 1 }
    if end > start, end < content.upperBound, query[end - 1] == UInt8(ascii: "!") {
      throw QueryError(
        "Properties are not compared with !\(Character(Unicode.Scalar(query[end]))).", at: (end - 1)..<(end + 1),
        remedy: "Put a - before the brackets: -[key:value].")
    }
    return (String(decoding: query[start..<end].trimming { $0 <= 0x20 }, as: UTF8.self), end)
  }

  private func skipWhitespace(_ place: Int) -> Int {
    var place = place
    while place < content.upperBound, query[place] <= 0x20 { place += 1 }
    return place
  }

  /// Signs that other languages compare with.
  private static let foreignComparisons = ["=>": ">=", "=<": "<=", "==": ":", "<>": "!"]

  private func refuseForeignComparison(at place: Int, key: Range<Int>) throws(QueryError) {
    guard place + 1 < content.upperBound else { return }
    let sign = text(place..<(place + 2))
    guard let ours = Self.foreignComparisons[sign] else { return }
    let value = QueryExcerpt.quoted(text((place + 2)..<content.upperBound))
    let name = QueryExcerpt.quoted(text(key))
    throw QueryError(
      "Properties are not compared with \(sign).", at: place..<(place + 2),
      candidates: [ours == "!" ? "-[\(name):\(value)]" : "[\(name)\(ours)\(value)]"])
  }

  // MARK: Values

  /// One value, or several with OR between them, in parentheses or not.
  private func alternatives(_ comparison: Query.Comparison, from start: Int) throws(QueryError) -> [Condition] {
    var inner = query[start..<content.upperBound].trimming { $0 <= 0x20 }
    while inner.count >= 2, inner.first == UInt8(ascii: "("), inner.last == UInt8(ascii: ")") {
      inner = inner.dropFirst().dropLast()
    }
    var lexer = QueryLexer(Array(query[..<inner.endIndex]), from: inner.startIndex)
    var choices: [Condition] = []
    var words: [QueryLexer.Token] = []
    var last = inner.startIndex
    func close(at place: Int) throws(QueryError) {
      guard !words.isEmpty else {
        throw QueryError(
          "A value is missing here.", at: place..<max(place, min(place + 1, content.upperBound)), remedy: Self.forms)
      }
      choices.append(try condition(comparison, words))
      words = []
    }
    while true {
      let token = try lexer.propertyWord()
      switch token.kind {
      case .end:
        try close(at: last)
        return choices
      case .or: try close(at: token.range.lowerBound)
      default: words.append(token)
      }
      last = token.range.upperBound
    }
  }

  private func condition(
    _ comparison: Query.Comparison, _ tokens: [QueryLexer.Token]
  ) throws(QueryError) -> Condition {
    if tokens.count == 1, case .text(let text, let form) = tokens[0].kind, form != .word {
      if form == .phrase, !text.utf8.contains(where: { $0 > 0x20 }) { return .empty }
      if case .expression = form, comparison != .equal {
        throw QueryError(
          "A regular expression cannot be compared with \(comparison.rawValue).", at: tokens[0].range,
          remedy: "Write [key:/text/].")
      }
      return .compares(
        comparison, Query.PropertyOperand(text: try textMatch(text, form, at: tokens[0].range)))
    }
    for (index, token) in tokens.enumerated() { try refuseSymbol(token, isFirst: index == 0) }
    let range = tokens[0].range.lowerBound..<tokens[tokens.count - 1].range.upperBound
    let text = text(range)
    if comparison == .equal, text.caseInsensitiveEquals("null") { return .null }
    var match = try textMatch(text, .word, at: range)
    // Signs alone are looked for as they are spelled.
    var scanner = WordScanner()
    if comparison == .equal, TextLeaf(ofText: match, &scanner) == nil { match = match.asSubstring }
    return .compares(
      comparison,
      Query.PropertyOperand(
        text: match, number: Double(text), numbers: try numbers(comparison, text, at: range),
        dates: try dates(comparison, text, at: range)))
  }

  private func textMatch(
    _ text: String, _ form: Query.TextMatch.Kind, at range: Range<Int>
  ) throws(QueryError) -> Query.TextMatch {
    try QueryValue(text: text, form: form, range: range, matchesCase: matchesCase).textMatch()
  }

  /// `3..4`, `3..` or `..4`; nil for anything else.
  private func numbers(
    _ comparison: Query.Comparison, _ text: String, at range: Range<Int>
  ) throws(QueryError) -> ClosedRange<Double>? {
    guard let ends = Self.ends(of: text), ends.allSatisfy({ $0.isEmpty || Double($0) != nil }) else { return nil }
    let isRange = ends.count == 2 && ends.joined(separator: "..") == text
    let (lower, upper) = (Double(ends[0]) ?? -.infinity, Double(ends[1]) ?? .infinity)
    if isRange, lower.isNaN || upper.isNaN { return nil }
    guard comparison == .equal else {
      throw QueryError("A range cannot follow \"\(comparison.rawValue)\".", at: range, remedy: Self.ranges)
    }
    guard isRange else { throw Self.noRange(at: range) }
    guard lower <= upper else {
      throw QueryError(
        "This range ends before it begins.", at: range,
        remedy: "Write the smaller number first: \(ends[1])..\(ends[0]); to find the text itself, put it in quotes.")
    }
    return lower...upper
  }

  private static func noRange(at range: Range<Int>) -> QueryError {
    QueryError("A range has two ends with two dots between them.", at: range, remedy: ranges)
  }

  private static let ranges = "Write [key:3..5], [key:3..] or [key:..5]; to find the text itself, put it in quotes."

  /// What stands between two or more dots; nil without any such, and where nothing stands there.
  private static func ends(of text: String) -> [String]? {
    var text = text
    while text.contains("...") { text = text.replacing("...", with: "..") }
    let ends = text.split(separator: "..", omittingEmptySubsequences: false).map(String.init)
    return ends.count > 1 && ends.contains { !$0.isEmpty } ? ends : nil
  }

  /// A value holds no tests of its own.
  private func refuseSymbol(_ token: QueryLexer.Token, isFirst: Bool) throws(QueryError) {
    guard case .text(let text, .word) = token.kind, let first = text.utf8.first, text.utf8.count > 1 else { return }
    let second = text.utf8[text.utf8.index(after: text.utf8.startIndex)]
    if first == UInt8(ascii: "-"), !second.isDigit, second != UInt8(ascii: ".") {
      throw QueryError(
        "A value inside the brackets cannot be negated.", at: token.range,
        remedy: "Put the - before the brackets: -[key:value]; to find the text itself, put it in quotes.")
    }
    if !isFirst, first == UInt8(ascii: "<") || first == UInt8(ascii: ">") {
      throw QueryError(
        "One pair of brackets holds one comparison.", at: token.range, remedy: "Write [key>2] [key<5].")
    }
  }

  /// Returns nil for what is no date; a day that does not exist is an error.
  private func dates(
    _ comparison: Query.Comparison, _ text: String, at range: Range<Int>
  ) throws(QueryError) -> DateRange? {
    let expression = DateExpression(today: context.today, firstWeekday: context.firstWeekday, weekday: .latest)
    do {
      return try expression.range(of: (comparison == .equal ? "" : comparison.rawValue) + text)
    } catch {
      if let ends = Self.ends(of: text),
        ends.allSatisfy({ $0.isEmpty || (try? expression.range(of: $0)) != nil })
      {
        guard ends.joined(separator: "..") == text, ends.count == 2 else { throw Self.noRange(at: range) }
        throw QueryError(
          error.message, at: range,
          remedy: error.remedy.map { $0 + " To find the text itself, put it in quotes." } ?? Self.ranges)
      }
      // What looks like a day was meant as one.
      let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
      guard parts.map(\.count) == [4, 2, 2], parts.joined().allSatisfy(\.isDigit) else { return nil }
      throw error.pointing(at: range)
    }
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: query[range], as: UTF8.self) }

  private static let forms =
    "Write [key], [key:value], [key:null], [key:\"\"], [key>3], [key:3..5] or [key:one OR two]."
}
