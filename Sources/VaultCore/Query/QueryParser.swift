/// What a query's meaning depends on besides its text.
package struct QueryContext: Hashable, Sendable {
  package var today: CivilDate
  /// 1 is Monday, 7 is Sunday.
  package var firstWeekday: Int
  /// Queries that others name as `@name`.
  package var saved: [SavedSearch]
  /// Those that `status:` can name.
  package var statuses: StatusRegistry
  /// True where a tag may be of several words.
  package var hasTagsOfWords: Bool

  package init(
    today: CivilDate, firstWeekday: Int = 1, saved: [SavedSearch] = [], statuses: StatusRegistry = .default,
    hasTagsOfWords: Bool = false
  ) {
    self.today = today
    self.firstWeekday = firstWeekday
    self.saved = saved
    self.statuses = statuses
    self.hasTagsOfWords = hasTagsOfWords
  }
}

/// Reads the query language: one for notes and tasks, on every surface.
package struct QueryParser: Sendable {
  /// In bytes of UTF-8.
  package static let longestQuery = 10_000
  /// Parentheses and NOTs within each other.
  package static let deepestNesting = 100

  package let context: QueryContext

  package init(context: QueryContext) {
    self.context = context
  }

  package func parse(_ text: String) throws(QueryError) -> Query {
    try parse(text, within: [], depth: 0, matchesCase: false).query
  }

  /// Saved searches that one query may name, with those that they name in turn.
  package static let mostSavedSearches = 100

  /// `names`: of the saved searches that this text is part of; `depth`: of the place where it is named. With the query,
  /// how many saved searches went into it.
  fileprivate func parse(
    _ text: String, within names: [String], depth: Int, matchesCase: Bool
  ) throws(QueryError) -> (query: Query, savedSearches: Int) {
    let count = text.utf8.count
    guard count <= Self.longestQuery else {
      throw QueryError(
        "The query is too long: \(count) bytes, and \(Self.longestQuery) are the most.",
        at: Self.longestQuery..<count, remedy: "Ask for less at once, or in several queries.")
    }
    var reading = QueryReading(
      context: context, lexer: QueryLexer(text), savedNames: names, outerDepth: depth, matchesCase: matchesCase)
    return (try reading.query(), reading.savedSearches)
  }
}

/// One run of the parser: recursive descent, its depth counted.
private struct QueryReading {
  let context: QueryContext
  var lexer: QueryLexer
  /// The names of the saved searches that this text is part of.
  let savedNames: [String]
  /// The depth of the place where this text, as a saved search, is named.
  let outerDepth: Int
  /// True when `match-case:` stands around the current token.
  var matchesCase: Bool
  var current = QueryLexer.Token(kind: .end, range: 0..<0)
  /// Where the token before the current one ends; of a value behind an operator, where the operator does.
  var end = 0

  /// The operator whose parenthesis encloses the current token.
  var outerOperator: QueryOperator.Name?
  var savedSearches = 0
  var groups = 0
  var negations = 0

  var sort: [Query.SortKey] = []
  var limit: Int?
  /// What saved searches say of order and limit. What the query says itself goes before it.
  var savedOrder: (sort: [Query.SortKey], limit: Int?) = ([], nil)
  /// Where the first `sort:` or `limit:` stands.
  var ordering: (name: QueryOperator.Name, range: Range<Int>)?
  var warnings: [QueryWarning] = []

  mutating func query() throws(QueryError) -> Query {
    try advance()
    let root = try alternatives()?.normalized()
    if current.kind == .close {
      throw QueryError(
        "No parenthesis is open here.", at: current.range,
        remedy: "Remove it, or put the text in quotes to search for it.")
    }
    if let root {
      // Those inside a saved search have been told.
      let known = Set(warnings.map(\.range))
      warnings += QueryContradiction.warnings(in: root).filter { !known.contains($0.range) }
    }
    warnings.sort { $0.range.lowerBound < $1.range.lowerBound }
    return Query(
      root: root, sort: sort.isEmpty ? savedOrder.sort : sort, limit: limit ?? savedOrder.limit, warnings: warnings)
  }

  private mutating func advance() throws(QueryError) {
    end = current.range.upperBound
    current = try lexer.next(inside: outerOperator)
  }

  // MARK: OR, AND, NOT

  /// Returns nil when nothing stands here but `sort:` and `limit:`.
  private mutating func alternatives() throws(QueryError) -> Query.Expression? {
    let first = try conjunction()
    guard current.kind == .or else { return first }
    guard let first else { throw danglingOr(current.range, "before") }
    var operands = [first]
    while current.kind == .or {
      let or = current.range
      try advance()
      if current.kind == .or { throw danglingOr(current.range, "before") }
      guard let operand = try conjunction() else { throw danglingOr(or, "after") }
      operands.append(operand)
    }
    if groups == 0, let ordering {
      let spelling = QueryOperator[ordering.name].spelling
      throw QueryError(
        "\(spelling) is for the whole query and cannot stand beside OR.", at: ordering.range,
        remedy: "Put the alternatives in parentheses: (a OR b) \(spelling)…")
    }
    return .or(operands)
  }

  private func danglingOr(_ range: Range<Int>, _ side: String) -> QueryError {
    QueryError(
      "OR has nothing \(side) it.", at: range,
      remedy: "Put a term on either side; to search for the word itself, write \"OR\" in quotes.")
  }

  private mutating func conjunction() throws(QueryError) -> Query.Expression? {
    var operands: [Query.Expression] = []
    while current.kind != .end, current.kind != .close, current.kind != .or {
      if let operand = try operand() { operands.append(operand) }
    }
    return operands.isEmpty ? nil : operands.count == 1 ? operands[0] : .and(operands)
  }

  private mutating func operand() throws(QueryError) -> Query.Expression? {
    let token = current
    switch token.kind {
    case .not:
      try descend(token)
      negations += 1
      try advance()
      guard current.kind != .end, current.kind != .close, current.kind != .or, let negated = try operand() else {
        throw QueryError(
          "NOT has nothing after it.", at: token.range,
          remedy: "Put a term after it; to search for the word itself, write \"NOT\" in quotes.")
      }
      negations -= 1
      return .not(negated)
    case .open:
      return try group(token, of: outerOperator)
    case .name(let name):
      return try operation(name, token)
    case .text(let text, let form):
      try advance()
      if form == .word, outerOperator == nil, let saved = try savedSearch(text, token) { return saved }
      return try term(text, form, token)
    case .property(let content):
      let test = try PropertyTestReader(
        context: context, query: lexer.bytes, content: content, matchesCase: matchesCase
      ).read()
      try advance()
      return .term(Query.Term(.property(test), range: token.range))
    case .close, .or, .end:
      return nil
    }
  }

  private func descend(_ token: QueryLexer.Token) throws(QueryError) {
    guard outerDepth + groups + negations < QueryParser.deepestNesting else {
      throw QueryError(
        "Parentheses and negations are nested too deeply: \(QueryParser.deepestNesting) levels are the most.",
        at: token.range, remedy: "Leave out parentheses that change nothing.")
    }
  }

  /// From an opening parenthesis to behind the closing one. `name` is the operator directly before it, or around it.
  private mutating func group(
    _ open: QueryLexer.Token, of name: QueryOperator.Name?
  ) throws(QueryError) -> Query.Expression {
    try descend(open)
    groups += 1
    let enclosing = outerOperator
    outerOperator = name
    try advance()
    if current.kind == .close {
      throw QueryError(
        "Nothing stands between these parentheses.", at: open.range.lowerBound..<current.range.upperBound,
        remedy: "Put a term between them, or leave them out.")
    }
    let inner = try alternatives()
    guard current.kind == .close, let inner else {
      throw QueryError("This parenthesis is not closed.", at: open.range, remedy: "Add a ) where the group ends.")
    }
    groups -= 1
    outerOperator = enclosing
    try advance()
    return inner
  }

  // MARK: Terms

  private mutating func operation(
    _ name: QueryOperator.Name, _ token: QueryLexer.Token
  ) throws(QueryError) -> Query.Expression? {
    let found = try lexer.value(of: name)
    let range = token.range.lowerBound..<found.range.upperBound
    if found.kind == .open { return try group(found, behind: name, from: token.range.lowerBound) }
    guard case .text(let text, let form) = found.kind else { throw name.missingValue(at: range) }
    let value = QueryValue(
      name: name, text: text, form: form, range: found.range, textStart: found.textStart,
      matchesCase: name == .matchCase || matchesCase && name != .ignoreCase)
    try advance()
    guard name != .sort, name != .limit else {
      try order(name, value, range: range)
      return nil
    }
    return .term(Query.Term(try value.predicate(in: context), range: range))
  }

  /// The parenthesis directly behind an operator: its values, or for `match-case:` any terms.
  private mutating func group(
    _ open: QueryLexer.Token, behind name: QueryOperator.Name, from start: Int
  ) throws(QueryError) -> Query.Expression {
    switch name {
    case .sort, .limit:
      throw QueryError("\(QueryOperator[name].spelling) takes no parentheses.", at: open.range)
    case .matchCase, .ignoreCase:
      let outside = matchesCase
      matchesCase = name == .matchCase
      defer { matchesCase = outside }
      return try group(open, of: outerOperator)
    default:
      let inner = try group(open, of: name)
      guard name.takesUnits else { return inner }
      return .term(Query.Term(name.predicate(holding: inner.normalized()), range: start..<end))
    }
  }

  private mutating func order(
    _ name: QueryOperator.Name, _ value: QueryValue, range: Range<Int>
  ) throws(QueryError) {
    guard groups == 0, negations == 0 else {
      throw QueryError(
        "\(QueryOperator[name].spelling) is for the whole query and cannot stand inside parentheses or after NOT.",
        at: range, remedy: "Put it at the end of the query.")
    }
    ordering = ordering ?? (name, range)
    if name == .sort {
      sort += try value.sortKeys()
    } else {
      if limit != nil {
        warnings.append(QueryWarning("limit: stands more than once; the last one counts.", at: range))
      }
      limit = try value.limit()
    }
  }

  /// A text that is no operator's, or one of those in an operator's parentheses.
  private mutating func term(
    _ text: String, _ form: Query.TextMatch.Kind, _ token: QueryLexer.Token
  ) throws(QueryError) -> Query.Expression {
    if let outerOperator, !outerOperator.takesUnits {
      let value = QueryValue(
        name: outerOperator, text: text, form: form, range: token.range, textStart: token.textStart,
        matchesCase: matchesCase)
      return .term(Query.Term(try value.predicate(in: context), range: token.range))
    }
    if outerOperator == nil, form == .word, let tag = TagPattern(written: text) {
      return .term(Query.Term(.tag(tag.name, childrenOnly: tag.childrenOnly), range: token.range))
    }
    let match = try QueryValue(text: text, form: form, range: token.range, matchesCase: matchesCase).textMatch()
    let isFollowed = current.kind != .end && current.kind != .close && current.kind != .or
    if form == .word,
      let oddity = QueryOddity.message(
        about: text, match, isBetween: isFollowed && token.range.lowerBound > 0, isFollowed: isFollowed)
    {
      warnings.append(QueryWarning(oddity, at: token.range))
      // What was meant to join two terms is none itself; nothing in a note is like it.
      if negations == 0, QueryOddity.isJoiner(text) { return .and([]) }
    }
    if case .expression(let pattern) = form, pattern.asksForLineEnds {
      warnings.append(
        QueryWarning("Regular expressions are matched line by line: \\n and \\r find nothing.", at: token.range))
    }
    return .term(Query.Term(.words(match), range: token.range))
  }

  /// What `@name` stands for. Nil where there is no saved search of that name: then it is a word.
  private mutating func savedSearch(_ text: String, _ token: QueryLexer.Token) throws(QueryError) -> Query.Expression? {
    guard text.utf8.first == UInt8(ascii: "@"), text.utf8.count > 1 else { return nil }
    let name = String(text.dropFirst())
    guard let saved = context.saved.first(where: { $0.name.caseInsensitiveEquals(name) }) else {
      let near = Suggestion.nearest(to: name, among: context.saved.map(\.name), limit: 1)
      let meant = near.first.map { " Did you mean @\($0)?" } ?? ""
      warnings.append(
        QueryWarning("There is no saved search of that name; it is searched as a word.\(meant)", at: token.range))
      return nil
    }
    guard !savedNames.contains(where: { $0.caseInsensitiveEquals(name) }) else {
      throw QueryError(
        "The saved search @\(saved.name) stands in itself.", at: token.range,
        remedy: "Change `searches.\(saved.name)` in the configuration.")
    }
    let query: Query
    do {
      let inner: Int
      (query, inner) = try QueryParser(context: context).parse(
        saved.query, within: savedNames + [saved.name], depth: outerDepth + groups + negations,
        matchesCase: matchesCase)
      savedSearches += 1 + inner
    } catch {
      throw QueryError(
        "The saved search @\(saved.name) is \"\(QueryExcerpt.quoted(saved.query))\": \(error.message)", at: token.range,
        remedy: error.remedy, candidates: error.candidates)
    }
    guard savedSearches <= QueryParser.mostSavedSearches else {
      throw QueryError(
        "More than \(QueryParser.mostSavedSearches) saved searches stand in each other here.", at: token.range)
    }
    if groups == 0, negations == 0 {
      if savedOrder.sort.isEmpty { savedOrder.sort = query.sort }
      savedOrder.limit = savedOrder.limit ?? query.limit
    }
    for warning in query.warnings {
      warnings.append(QueryWarning("In @\(saved.name): \(warning.message)", at: token.range))
    }
    // All its terms are at this place of the query.
    return query.root?.mapTerms { term, _ in Query.Term(term.predicate, range: token.range) } ?? .and([])
  }
}
