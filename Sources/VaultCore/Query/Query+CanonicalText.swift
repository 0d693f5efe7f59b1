extension Query {
  /// The query as the language writes it, every choice spelled out: dates as days, NOT and parentheses in one form.
  /// Reading it again gives the same tree, places apart.
  package var canonicalText: String {
    var parts: [String] = []
    if let root {
      let text = root.canonicalText
      let isOr = if case .or = root { true } else { false }
      parts.append(isOr && !(sort.isEmpty && limit == nil) ? "(\(text))" : text)
    }
    parts += sort.map { "sort:" + ($0.isReversed ? "-" : "") + $0.field.rawValue }
    if let limit { parts.append("limit:\(limit)") }
    return parts.joined(separator: " ")
  }
}

extension Query.Expression {
  /// An empty AND or OR, which no text means, is written as nothing.
  package var canonicalText: String { canonicalText(inside: nil) }

  /// `unit`: the operator in whose parentheses it stands.
  fileprivate func canonicalText(inside unit: QueryOperator.Name?) -> String {
    switch self {
    case .term(let term):
      if let unit, case .words(let match) = term.predicate { return match.valueText(behind: nil, inside: unit) }
      return term.predicate.canonicalText
    case .not(let operand):
      return "NOT " + operand.canonicalOperand(inside: unit)
    case .and(let operands):
      let texts = operands.map { operand in
        if case .or = operand { return operand.canonicalOperand(inside: unit) }
        return operand.canonicalText(inside: unit)
      }
      return texts.joined(separator: " ")
    case .or(let operands):
      return operands.map { $0.canonicalText(inside: unit) }.joined(separator: " OR ")
    }
  }

  private func canonicalOperand(inside unit: QueryOperator.Name?) -> String {
    switch self {
    case .and, .or: "(\(canonicalText(inside: unit)))"
    case .not, .term: canonicalText(inside: unit)
    }
  }

  /// In the parentheses of an operator that asks for lines and the like; `match-case:` has to stand before it.
  fileprivate func canonicalText(of unit: QueryOperator.Name) -> String {
    var value = "(" + canonicalText(inside: unit) + ")"
    // `line:-x` is no negation.
    if case .term(let term) = self, case .words(let match) = term.predicate, let text = match.bareText,
      QueryLexer.unquoted(text, inside: unit) == nil, let written = QueryLexer.unquoted(text, behind: unit)
    {
      value = written
    }
    let text = QueryOperator[unit].spelling + value
    let matchesCase = terms.contains { if case .words(let match) = $0.predicate { match.matchesCase } else { false } }
    return matchesCase ? "match-case:(\(text))" : text
  }
}

extension Query.Predicate {
  package var canonicalText: String {
    switch self {
    case .begunName(let letters): letters + "*"
    case .words(let match): match.canonicalText(behind: nil)
    case .text(let field, let match): match.canonicalText(behind: field.operatorName)
    case .named(let field, let match): match.canonicalText(of: field.operatorName)
    case .tag(let name, let childrenOnly):
      "tag:" + Self.value(TagPattern(name: name, childrenOnly: childrenOnly).text, of: .tag)
    case .tagLike(let pattern): "tag:" + pattern.text
    case .property(let test): test.canonicalText
    case .within(let unit, let expression): expression.canonicalText(of: unit.operatorName)
    case .taskText(let scope, nil): scope.rawValue + ":\"\""
    case .taskText(let scope, let expression?): expression.canonicalText(of: scope.operatorName)
    case .link(let relation, let name): relation.rawValue + ":" + Self.value(name, of: .links)
    case .git(.state(let state)): "git:" + state.rawValue
    case .git(.since(let revision)): "since:" + Self.value(revision, of: .since)
    case .git(.committed(let range)): "committed:\(range)"
    case .git(.author(let name)): "author:" + Self.value(name, of: .author)
    case .referenced(let range): "referenced:\(range)"
    case .created(let range): "created:\(range)"
    case .updated(let range): "updated:\(range)"
    case .taskDate(let field, let range): "\(field.rawValue):\(range)"
    case .priority(let comparison, let priority):
      "priority:" + (comparison == .equal ? "" : comparison.rawValue) + priority.rawValue
    case .status(let word): "status:" + Self.value(word, of: .status)
    case .isNote(let flag): "is:" + flag.rawValue
    case .isTask(let flag): "is:" + flag.rawValue
    case .has(let presence): "has:" + presence.rawValue
    case .lacks(let presence): "no:" + presence.rawValue
    }
  }

  fileprivate static func value(_ text: String, of name: QueryOperator.Name) -> String {
    text.utf8.first == 0x2F ? quoted(text) : QueryLexer.unquoted(text, behind: name) ?? quoted(text)
  }

  static func quoted(_ text: String) -> String {
    var result: [UInt8] = [UInt8(ascii: "\"")]
    let bytes = Array(text.utf8)
    for (i, byte) in bytes.enumerated() {
      // A backslash stands for itself unless what follows would make it an escape.
      let next = i + 1 < bytes.count ? bytes[i + 1] : UInt8(ascii: "\"")
      let isEscape = byte == UInt8(ascii: "\\") && (next == UInt8(ascii: "\"") || next == UInt8(ascii: "\\"))
      if byte == UInt8(ascii: "\"") || isEscape { result.append(UInt8(ascii: "\\")) }
      result.append(byte)
    }
    return String(decoding: result + [UInt8(ascii: "\"")], as: UTF8.self)
  }
}

extension RawRepresentable<String> {
  /// The operator that is spelled so.
  fileprivate var operatorName: QueryOperator.Name { QueryOperator.Name(rawValue: rawValue) ?? .content }
}

extension Query.NameMatch {
  fileprivate func canonicalText(of name: QueryOperator.Name) -> String {
    let value =
      switch self {
      case .text(let text): Query.Predicate.value(text, of: name)
      case .expression(let pattern): pattern.text
      }
    return QueryOperator[name].spelling + value
  }
}

extension Query.TextMatch {
  /// As it is written where nothing in it means anything else.
  fileprivate var simpleText: String {
    switch kind {
    case .phrase: Query.Predicate.quoted(text)
    case .substring: "~" + Query.Predicate.quoted(text)
    case .prefix: text + "*"
    case .word, .expression: text
    }
  }

  /// As it is written without quotes; nil for what is not.
  fileprivate var bareText: String? {
    kind == .word || kind == .prefix ? simpleText : nil
  }

  /// A word that cannot be written without quotes, as only options make them, becomes a phrase.
  fileprivate func canonicalText(behind name: QueryOperator.Name?) -> String {
    if name == nil, let bareText, QueryLexer.unquoted(bareText, behind: nil) == nil,
      let written = QueryLexer.unquoted(bareText, behind: .matchCase)
    {
      // What would be a tag, a saved search or a test of a property alone is a word behind an operator.
      return QueryOperator[matchesCase ? .matchCase : .ignoreCase].spelling + written
    }
    let text = (name.map { QueryOperator[$0].spelling } ?? "") + valueText(behind: name, inside: nil)
    return matchesCase ? "match-case:(\(text))" : text
  }

  fileprivate func valueText(behind name: QueryOperator.Name?, inside unit: QueryOperator.Name?) -> String {
    guard let bareText else { return simpleText }
    if let unit { return QueryLexer.unquoted(bareText, inside: unit) ?? Query.Predicate.quoted(text) }
    if let written = QueryLexer.unquoted(bareText, behind: name) { return written }
    if name != nil, let written = QueryLexer.unquoted(bareText, behind: nil) { return "(\(written))" }
    return Query.Predicate.quoted(text)
  }
}

extension Query.PropertyTest {
  /// Dates stay as written: a property's own type decides whether they count.
  fileprivate var canonicalText: String {
    let isPlain =
      key.utf8.allSatisfy { $0 >= 0x80 || $0 == 0x5F || $0 == 0x2D || $0.isASCIILetterOrDigit }
      && !key.isEmpty && key.utf8.first != 0x2D && QueryLexer(key).blank(at: 0) == nil
    let name = isPlain ? key : Query.Predicate.quoted(key)
    if conditions == [.present] { return "[\(name)]" }
    let values = conditions.map(\.operandText).joined(separator: " OR ")
    let text = "[\(name):\(conditions.first?.sign ?? "")\(values)]"
    return conditions.contains(where: \.matchesCase) ? "match-case:(\(text))" : text
  }
}

extension Query.PropertyCondition {
  fileprivate var matchesCase: Bool {
    if case .compares(_, let operand) = self { operand.text.matchesCase } else { false }
  }

  fileprivate var sign: String {
    guard case .compares(let comparison, _) = self else { return "" }
    if comparison == .less || comparison == .greater, operandText.utf8.first == UInt8(ascii: "=") {
      return comparison.rawValue + " "
    }
    if comparison != .equal { return comparison.rawValue }
    // A value that begins like a comparison, or with a second colon.
    return operandText.utf8.first.map { ":<=>".utf8.contains($0) } == true ? "=" : ""
  }

  fileprivate var operandText: String {
    switch self {
    case .compares(_, let operand): operand.text.simpleText
    case .empty: "\"\""
    case .null, .present: "null"
    }
  }
}

extension QueryLexer {
  /// The text as one token without quotes that holds all of it, whatever follows; nil where there is none.
  fileprivate static func unquoted(_ text: String, behind name: QueryOperator.Name?) -> String? {
    if name != nil {
      // With it the name before the colon would be no operator's.
      if text.utf8.first == UInt8(ascii: ":") { return nil }
    } else if TagPattern(written: text) != nil || text.utf8.first == UInt8(ascii: "@") && text.utf8.count > 1
      || text.utf8.first == UInt8(ascii: "[")
    {
      // An open bracket would reach to one that another term closes.
      return nil
    }
    return unquoted(text) { lexer throws(QueryError) in
      if let name { try lexer.value(of: name) } else { try lexer.next() }
    }
  }

  /// The same in the parentheses of an operator, where tags, brackets and saved searches are text.
  fileprivate static func unquoted(_ text: String, inside unit: QueryOperator.Name) -> String? {
    unquoted(text) { lexer throws(QueryError) in try lexer.next(inside: unit) }
  }

  private static func unquoted(_ text: String, _ read: (inout QueryLexer) throws(QueryError) -> Token) -> String? {
    // A slash in a later term would make this one begin a regular expression.
    let written =
      text.utf8.starts(with: "/".utf8)
      ? "\\" + text : text.utf8.starts(with: "-/".utf8) ? "-\\" + text.dropFirst() : text
    var lexer = QueryLexer(written)
    guard let token = try? read(&lexer) else { return nil }
    return token.kind == .text(text, .word) && token.range == 0..<written.utf8.count ? written : nil
  }
}
