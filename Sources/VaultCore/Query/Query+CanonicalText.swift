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
  package var canonicalText: String {
    switch self {
    case .term(let term):
      return term.predicate.canonicalText
    case .not(let operand):
      return "NOT " + operand.canonicalOperand
    case .and(let operands):
      let texts = operands.map { operand in
        if case .or = operand { return operand.canonicalOperand }
        return operand.canonicalText
      }
      return texts.joined(separator: " ")
    case .or(let operands):
      return operands.map(\.canonicalText).joined(separator: " OR ")
    }
  }

  private var canonicalOperand: String {
    switch self {
    case .and, .or: "(\(canonicalText))"
    case .not, .term: canonicalText
    }
  }
}

extension Query.Predicate {
  package var canonicalText: String {
    switch self {
    case .words(let match): match.canonicalText(behindOperator: false)
    case .text(let field, let match): field.rawValue + ":" + match.canonicalText(behindOperator: true)
    case .path(let text): "path:" + Self.value(text)
    case .file(let text): "file:" + Self.value(text)
    case .tag(let name, let childrenOnly):
      "tag:" + Self.value(TagPattern(name: name, childrenOnly: childrenOnly).text)
    case .category(let text): "category:" + Self.value(text)
    case .source(let text): "source:" + Self.value(text)
    case .created(let range): "created:\(range)"
    case .updated(let range): "updated:\(range)"
    case .taskDate(let field, let range): "\(field.rawValue):\(range)"
    case .priority(let comparison, let priority):
      "priority:" + (comparison == .equal ? "" : comparison.rawValue) + priority.rawValue
    case .isNote(let flag): "is:" + flag.rawValue
    case .isTask(let flag): "is:" + flag.rawValue
    case .has(let presence): "has:" + presence.rawValue
    case .lacks(let presence): "no:" + presence.rawValue
    }
  }

  private static func value(_ text: String) -> String {
    QueryLexer.isPlain(text, behindOperator: true) ? text : quoted(text)
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

extension Query.TextMatch {
  /// A word that cannot be written without quotes, as only options make them, becomes a phrase.
  fileprivate func canonicalText(behindOperator: Bool) -> String {
    let written = kind == .prefix ? text + "*" : text
    guard kind != .phrase else { return Query.Predicate.quoted(text) }
    if QueryLexer.isPlain(written, behindOperator: behindOperator) {
      // A lone bracket must not come to stand before a closing one.
      return written == "[" && !behindOperator ? "([)" : written
    }
    if behindOperator, QueryLexer.isPlain(written, behindOperator: false) { return "(\(written))" }
    return Query.Predicate.quoted(text)
  }
}

extension QueryLexer {
  /// Whether the text, written without quotes, is one token that holds all of it.
  fileprivate static func isPlain(_ text: String, behindOperator: Bool) -> Bool {
    var lexer = QueryLexer(text)
    if behindOperator {
      // With these the name before the colon would be no operator's.
      if text.utf8.starts(with: ":".utf8) || text.utf8.starts(with: "//".utf8) { return false }
    } else if TagPattern(written: text) != nil {
      return false
    }
    do {
      let token = behindOperator ? try lexer.value() : try lexer.next(.terms)
      return token.kind == .raw(text) && token.range == 0..<text.utf8.count
    } catch {
      return false
    }
  }
}
