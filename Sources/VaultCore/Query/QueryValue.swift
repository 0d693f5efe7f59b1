/// What stands behind an operator's colon, and what it asks.
struct QueryValue {
  /// The operator's name; for a text that is no operator's, the one for the body.
  var name = QueryOperator.Name.content
  var text: String
  /// What its writing says: words that end with a `*` are told by `textMatch`.
  var form: Query.TextMatch.Kind
  /// In the query, quotes included.
  var range: Range<Int>
  /// Where the text's first byte stands in the query; nil if its bytes are not those of the query.
  var textStart: Int?
  /// True when `match-case:` stands around it.
  var matchesCase = false

  func predicate(in context: QueryContext) throws(QueryError) -> Query.Predicate {
    let spelled = name.rawValue
    if let field = Query.TextField(rawValue: spelled) { return .text(field, try textMatch()) }
    if let field = Query.NameField(rawValue: spelled) { return .named(field, try nameMatch()) }
    if let relation = Query.LinkRelation(rawValue: spelled) { return .link(relation, try someText()) }
    if name.takesUnits { return name.predicate(holding: try formula()) }
    return switch name {
    case .tag: try tag(ofWords: context.hasTagsOfWords)
    case .created: .created(try dates(.latest, in: context))
    case .updated: .updated(try dates(.latest, in: context))
    case .committed: .git(.committed(try dates(.latest, in: context)))
    case .referenced: .referenced(try dates(.latest, in: context))
    case .since: .git(.since(try someText()))
    case .author: .git(.author(try someText()))
    case .git: .git(.state(try gitState()))
    case .due, .scheduled, .start:
      .taskDate(TaskFieldKind(rawValue: spelled) ?? .due, try dates(.upcoming, in: context))
    case .done, .cancelled: .taskDate(TaskFieldKind(rawValue: spelled) ?? .done, try dates(.latest, in: context))
    case .priority: try priority()
    case .status: .status(try status(in: context))
    case .is: try state()
    case .has: .has(try presence())
    case .no: .lacks(try presence())
    case .sort, .limit: throw QueryError("\(spelling) orders the answer and asks for nothing.", at: range)
    // The operators of texts, names and links are asked for above.
    case .title, .heading, .alias, .content, .line, .block, .section, .sub, .matchCase, .ignoreCase, .path, .file,
      .category, .source, .links, .linkedBy, .mentions, .task, .taskTodo, .taskDone:
      .words(try textMatch())
    }
  }

  // MARK: Texts

  func textMatch() throws(QueryError) -> Query.TextMatch {
    if case .expression(let pattern) = form { return Query.TextMatch(pattern) }
    let text = try someText()
    if name == .sub { return Query.TextMatch(text, .substring, matchesCase: matchesCase) }
    if form == .word, text.utf8.count > 1, text.utf8.firstIndex(of: UInt8(ascii: "*")) == text.utf8.indices.last {
      return Query.TextMatch(String(text.unicodeScalars.dropLast()), .prefix, matchesCase: matchesCase)
    }
    return Query.TextMatch(text, form, matchesCase: matchesCase)
  }

  private func nameMatch() throws(QueryError) -> Query.NameMatch {
    if case .expression(let pattern) = form { return .expression(pattern) }
    return .text(try someText())
  }

  /// What one line, block, section or task has to hold; nil for `task:""`, which any task meets.
  private func formula() throws(QueryError) -> Query.Expression? {
    let isOfTask = Query.TaskTextScope(rawValue: name.rawValue) != nil
    if isOfTask, form == .phrase, text.utf8.allSatisfy({ $0 <= 0x20 }) { return nil }
    return .term(Query.Term(.words(try textMatch()), range: range))
  }

  private func someText() throws(QueryError) -> String {
    guard text.utf8.contains(where: { $0 > 0x20 }) else {
      throw QueryError("Nothing stands between these quotes.", at: range, remedy: "Put a text between them.")
    }
    return text
  }

  private func tag(ofWords: Bool) throws(QueryError) -> Query.Predicate {
    if case .expression(let pattern) = form { return .tagLike(pattern) }
    if let tag = TagPattern(text, ofWords: ofWords) { return .tag(tag.name, childrenOnly: tag.childrenOnly) }
    throw QueryError(
      "\"\(QueryExcerpt.quoted(text))\" is no tag: tags hold letters, digits, \"-\", \"_\" and \"/\".", at: range,
      remedy: "Write tag:work for a tag and those below it, tag:work/* for those below it, has:tag for any.")
  }

  // MARK: Dates and lists of names

  private func dates(_ weekday: DateExpression.Weekday, in context: QueryContext) throws(QueryError) -> DateRange {
    let expression = DateExpression(today: context.today, firstWeekday: context.firstWeekday, weekday: weekday)
    do {
      return try expression.range(of: text)
    } catch {
      guard let textStart, !error.range.isEmpty else { throw error.pointing(at: range) }
      throw error.moved(by: textStart)
    }
  }

  private func priority() throws(QueryError) -> Query.Predicate {
    let comparison = Query.Comparison.leading(text.utf8)
    let name = String(decoding: text.utf8.dropFirst(comparison?.rawValue.utf8.count ?? 0), as: UTF8.self)
    guard let priority = TaskPriority.named(name) else {
      throw unknown(name, what: "priority", among: QueryOperator.priorities)
    }
    return .priority(comparison ?? .equal, priority)
  }

  /// Any symbol is one: notes may have others than those that are known.
  private func status(in context: QueryContext) throws(QueryError) -> String {
    let known = context.statuses.all
    if text.unicodeScalars.count == 1 || known.contains(where: { $0.status.isCalled(text) }) { return text }
    if StatusType.allCases.contains(where: { $0.isCalled(text) }) { return text }
    // What all others are called.
    if context.statuses.status(for: "\0").isCalled(text) { return text }
    let names = known.map(\.name).filter { name in !StatusType.allCases.contains { $0.isCalled(name) } }
    throw unknown(text, what: "status", among: QueryOperator[.status].values + names.uniqued(by: \.self))
  }

  private func state() throws(QueryError) -> Query.Predicate {
    let word = text.caseInsensitiveEquals("favourite") ? "favorite" : text
    if let flag = Query.NoteFlag.named(word) { return .isNote(flag) }
    if let flag = Query.TaskFlag.named(word) { return .isTask(flag) }
    throw unknown(text, what: "state", among: QueryOperator[.is].values)
  }

  private func gitState() throws(QueryError) -> Query.GitState {
    if let state = Query.GitState.named(text) { return state }
    throw unknown(text, what: "state of a file in git", among: QueryOperator[.git].values)
  }

  private func presence() throws(QueryError) -> Query.Presence {
    if let presence = Query.Presence.named(text) { return presence }
    throw unknown(text, what: "thing to have", among: QueryOperator[name].values)
  }

  // MARK: Order

  /// One key or several, joined by commas.
  func sortKeys() throws(QueryError) -> [Query.SortKey] {
    var keys: [Query.SortKey] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let isReversed = part.hasPrefix("-")
      let word = String(isReversed ? part.dropFirst() : part)
      guard let field = Query.SortField.named(word) else {
        throw unknown(word, what: "order", among: QueryOperator[.sort].values)
      }
      keys.append(Query.SortKey(field, isReversed: isReversed))
    }
    return keys
  }

  func limit() throws(QueryError) -> Int {
    let digits = text.utf8
    guard !digits.isEmpty, digits.count <= 9, digits.allSatisfy(\.isDigit), let number = Int(text),
      number > 0
    else {
      throw QueryError("limit: takes a number from 1 to 999999999.", at: range, remedy: "For example: limit:20.")
    }
    return number
  }

  // MARK: Errors

  private var spelling: String { QueryOperator[name].spelling }

  private func unknown(_ word: String, what: String, among values: [String]) -> QueryError {
    let near = Suggestion.meant(by: word, among: values)
    return QueryError(
      "\(spelling) knows no \(what) \"\(QueryExcerpt.quoted(word))\".", at: range,
      remedy: "Valid: \(values.joined(separator: ", ")).", candidates: near)
  }
}

extension QueryOperator.Name {
  /// What an operator for lines, blocks, sections or tasks asks. Nil for no text, which any task meets.
  func predicate(holding texts: Query.Expression?) -> Query.Predicate {
    if let unit = Query.TextUnit(rawValue: rawValue) { return .within(unit, texts ?? .and([])) }
    return .taskText(Query.TaskTextScope(rawValue: rawValue) ?? .any, texts)
  }

  /// Says that nothing stands behind the operator, whose place is given.
  func missingValue(at range: Range<Int>) -> QueryError {
    let row = QueryOperator[self]
    return QueryError(
      "\(row.spelling) needs a \(row.argument.lowercased().filter { $0.isLetter }) directly after the colon.",
      at: range, remedy: "For example: \(row.example.replacing("'", with: "")).")
  }
}

extension QueryParser {
  /// What an option such as `--due this-week` asks: the value read as the operator's would be. An error's range is in
  /// the value's own UTF-8 offsets.
  package func predicate(_ name: QueryOperator.Name, _ value: String) throws(QueryError) -> Query.Predicate {
    try option(name, value).predicate(in: context)
  }

  /// What `--sort` asks: `due`, `-updated`, `due,-priority`.
  package func sortKeys(_ value: String) throws(QueryError) -> [Query.SortKey] {
    try option(.sort, value).sortKeys()
  }

  private func option(_ name: QueryOperator.Name, _ value: String) -> QueryValue {
    QueryValue(name: name, text: value, form: .word, range: 0..<value.utf8.count, textStart: 0)
  }
}
