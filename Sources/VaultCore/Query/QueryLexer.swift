/// Cuts a query into tokens, on its bytes.
struct QueryLexer {
  enum Kind: Hashable {
    case open, close, or
    /// `NOT`, or a `-` with something to negate directly behind it.
    case not
    /// An operator of the table; its value has not been read yet.
    case name(QueryOperator.Name)
    /// What is looked for: of a phrase in quotes, which literal text in brackets counts as, what stands between them, escapes
    /// undone; of a substring without its `~`. A beginning of words still has its `*`, and is a word.
    case text(String, Query.TextMatch.Kind)
    /// What stands between the brackets of a test of a property.
    case property(Range<Int>)
    case end
  }

  struct Token: Hashable {
    var kind: Kind
    var range: Range<Int>
    /// Where in the query the first byte of the text stands; nil if escapes moved the others.
    var textStart: Int?
  }

  let bytes: [UInt8]
  var position = 0
  private var isBehindMinus = false

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  init(_ bytes: [UInt8], from start: Int) {
    self.bytes = bytes
    position = start
  }

  // MARK: Tokens

  /// `outer`: the operator in whose parentheses it stands. Where that takes dates, `-7d` is one.
  mutating func next(inside outer: QueryOperator.Name? = nil) throws(QueryError) -> Token {
    let negated = isBehindMinus
    isBehindMinus = false
    while position < bytes.count, let blank = blank(at: position) { position += blank }
    guard position < bytes.count else { return Token(kind: .end, range: position..<position) }
    switch bytes[position] {
    case UInt8(ascii: "("): return single(.open)
    case UInt8(ascii: ")"): return single(.close)
    case UInt8(ascii: "\""): return try quoted()
    case UInt8(ascii: "-") where negates(inside: outer):
      isBehindMinus = true
      return single(.not)
    default: break
    }
    if outer == nil, let bracketed = try bracketed() { return bracketed }
    if outer?.takesSubstrings ?? true, let substring = try substring() { return substring }
    let takesExpressions = outer?.takesExpressions ?? true
    if takesExpressions, let expression = try expression() { return expression }
    if let (name, length) = try operatorName() {
      let range = position..<(position + length)
      if let outer {
        throw QueryError(
          "Within \(QueryOperator[outer].spelling)( ) there is no room for another operator.", at: range,
          remedy: "Close the parenthesis before it, or put the text in quotes.")
      }
      position += length
      return Token(kind: .name(name), range: range)
    }
    let word = try word(keywords: !negated, unescapes: takesExpressions)
    switch word.kind {
    // `-OR` can only mean the word.
    case .text(let text, _) where negated && (text == "OR" || text == "NOT"):
      return Token(kind: .text(text, .phrase), range: word.range, textStart: word.textStart)
    case .text("OR", _): return Token(kind: .or, range: word.range)
    case .text("NOT", _): return Token(kind: .not, range: word.range)
    default: return word
    }
  }

  /// What stands directly behind an operator's colon: text, an opening parenthesis, or nothing (`end`).
  mutating func value(of name: QueryOperator.Name) throws(QueryError) -> Token {
    guard position < bytes.count, blank(at: position) == nil, bytes[position] != UInt8(ascii: ")") else {
      return Token(kind: .end, range: position..<position)
    }
    if bytes[position] == UInt8(ascii: "(") { return single(.open) }
    if bytes[position] == UInt8(ascii: "\"") { return try quoted() }
    if name.takesSubstrings, let substring = try substring() { return substring }
    if name.takesExpressions, let expression = try expression() { return expression }
    return try word(keywords: false, unescapes: name.takesExpressions)
  }

  /// A piece of a property's value: a phrase, a regular expression, a substring, a word or OR.
  mutating func propertyWord() throws(QueryError) -> Token {
    while position < bytes.count, let blank = blank(at: position) { position += blank }
    guard position < bytes.count else { return Token(kind: .end, range: position..<position) }
    if bytes[position] == UInt8(ascii: "\"") { return try quoted() }
    if let substring = try substring() { return substring }
    if let expression = try expression(inProperty: true) { return expression }
    let start = position
    while position < bytes.count, blank(at: position) == nil, bytes[position] != UInt8(ascii: "\"") { position += 1 }
    let text = text(start..<position)
    return Token(kind: text == "OR" ? .or : .text(text, .word), range: start..<position, textStart: start)
  }

  private mutating func single(_ kind: Kind) -> Token {
    position += 1
    return Token(kind: kind, range: (position - 1)..<position)
  }

  /// Up to a blank, a quote or the parenthesis that closes a group; `print(x)` is one word. With `keywords`, `OR(` and
  /// `NOT(` end before the parenthesis. With `unescapes`, a backslash before a slash at the beginning, also behind a
  /// `-`, says that no regular expression begins there, and is no part of the word.
  private mutating func word(keywords: Bool, unescapes: Bool) throws(QueryError) -> Token {
    let start = position
    let sign = bytes[start] == UInt8(ascii: "-") ? 1 : 0
    let isEscaped = unescapes && bytes[(start + sign)...].starts(with: "\\/".utf8)
    var open: [Int] = []
    var i = start
    scan: while i < bytes.count, blank(at: i) == nil {
      switch bytes[i] {
      case UInt8(ascii: "\""):
        break scan
      case UInt8(ascii: "("):
        if keywords, open.isEmpty,
          bytes[start..<i].elementsEqual("OR".utf8) || bytes[start..<i].elementsEqual("NOT".utf8)
        {
          break scan
        }
        open.append(i)
      case UInt8(ascii: ")"):
        if open.popLast() == nil { break scan }
      default: break
      }
      i += 1
    }
    if let first = open.first {
      throw QueryError(
        "This parenthesis stands inside a word and is not closed there.", at: first..<(first + 1),
        remedy: "Put a blank before it to group terms, or the text in quotes to search for it.")
    }
    position = i
    guard isEscaped else { return Token(kind: .text(text(start..<i), .word), range: start..<i, textStart: start) }
    let first = start + sign + 1
    return Token(
      kind: .text(text(start..<(start + sign)) + text(first..<i), .word), range: start..<i,
      textStart: sign == 0 ? first : nil)
  }

  mutating func quoted() throws(QueryError) -> Token {
    let start = position
    var content: [UInt8] = []
    var i = start + 1
    var isEscaped = false
    while i < bytes.count, bytes[i] != UInt8(ascii: "\"") {
      if bytes[i] == UInt8(ascii: "\\"), i + 1 < bytes.count, "\"\\".utf8.contains(bytes[i + 1]) {
        isEscaped = true
        i += 1
      }
      content.append(bytes[i])
      i += 1
    }
    guard i < bytes.count else {
      throw QueryError(
        "This quote is not closed.", at: start..<(start + 1),
        remedy: "Add a \" at the end of the phrase; inside a phrase a quote is written \\\".")
    }
    position = i + 1
    return Token(
      kind: .text(String(decoding: content, as: UTF8.self), .phrase), range: start..<position,
      textStart: isEscaped ? nil : start + 1)
  }

  // MARK: What a term begins with

  /// Returns true when the `-` here negates: something with a letter, a quote or a parenthesis follows directly, no
  /// other `-`.
  private func negates(inside outer: QueryOperator.Name?) -> Bool {
    var i = position + 1
    guard i < bytes.count, bytes[i] != UInt8(ascii: "-") else { return false }
    if let outer, outer.takesDates, bytes[i].isDigit { return false }
    if bytes[i] == UInt8(ascii: "/"), outer?.takesExpressions ?? true, beginsExpression(at: i) { return true }
    while i < bytes.count, blank(at: i) == nil {
      switch bytes[i] {
      case UInt8(ascii: ")"): return false
      case UInt8(ascii: "\""), UInt8(ascii: "("), 0x80...0xFF: return true
      case let byte where byte.isASCIILetterOrDigit: return true
      default: i += 1
      }
    }
    return false
  }

  /// A name of letters and hyphens with its colon, and the length of both. A name that is followed by `::` or `://`
  /// is none, nor is an unknown one before `:/`.
  private func operatorName() throws(QueryError) -> (QueryOperator.Name, length: Int)? {
    var i = position
    while i < bytes.count, bytes[i].isASCIILetter || (bytes[i] == UInt8(ascii: "-") && i > position) { i += 1 }
    guard i > position, i < bytes.count, bytes[i] == UInt8(ascii: ":") else { return nil }
    let next = i + 1 < bytes.count ? bytes[i + 1] : 0
    if next == UInt8(ascii: ":") { return nil }
    let name = text(position..<i)
    let isAddress = bytes[(i + 1)...].starts(with: "//".utf8)
    if let found = QueryOperator.named(name), !isAddress { return (found.name, i + 1 - position) }
    if next == UInt8(ascii: "/") { return nil }
    throw unknownOperator(name, range: position..<(i + 1))
  }

  private func unknownOperator(_ name: String, range: Range<Int>) -> QueryError {
    var end = range.upperBound
    while end < bytes.count, blank(at: end) == nil, !"\"()".utf8.contains(bytes[end]) { end += 1 }
    let whole = QueryExcerpt.quoted(text(range.lowerBound..<end))
    let names = QueryOperator.all.flatMap { [$0.name.rawValue] + $0.aliases }
    let near = Suggestion.meant(by: name, among: names).map { $0 + ":" }
    let known = QueryOperator.all.map(\.spelling).joined(separator: " ")
    return QueryError(
      "There is no operator \"\(QueryExcerpt.quoted(name)):\".", at: range,
      remedy: (near.isEmpty && end > range.upperBound ? "For a property of that name: [\(whole)]. " : "")
        + "To search for the text itself, put it in quotes: \"\(whole)\"."
        + (near.isEmpty ? " Operators: \(known)" : ""),
      candidates: near)
  }

  // MARK: Regular expressions, substrings

  /// `~text` or `~"text"`; a lone `~` is a word.
  private mutating func substring() throws(QueryError) -> Token? {
    guard bytes[position] == UInt8(ascii: "~"), position + 1 < bytes.count, blank(at: position + 1) == nil,
      bytes[position + 1] != UInt8(ascii: ")")
    else { return nil }
    let start = position
    position += 1
    let token = bytes[position] == UInt8(ascii: "\"") ? try quoted() : try word(keywords: false, unescapes: false)
    guard case .text(let text, _) = token.kind else { return token }
    return Token(kind: .text(text, .substring), range: start..<token.range.upperBound, textStart: token.textStart)
  }

  /// `/…/` with flags, where it closes before a blank, `)`, `]` or the end. `/usr/bin` is a word.
  mutating func expression(inProperty: Bool = false) throws(QueryError) -> Token? {
    let start = position
    guard bytes[start] == UInt8(ascii: "/"), start + 1 < bytes.count, bytes[start + 1] != UInt8(ascii: "/") else {
      return nil
    }
    guard let close = expressionEnd(from: start + 1, inProperty: inProperty) else { return nil }
    var end = close + 1
    while end < bytes.count, bytes[end].isASCIILetter { end += 1 }
    guard
      end == bytes.count || blank(at: end) != nil || bytes[end] == UInt8(ascii: ")") || bytes[end] == UInt8(ascii: "]")
    else { return nil }
    do {
      let pattern = try JavaScriptPattern(text((start + 1)..<close), flags: text((close + 1)..<end))
      position = end
      return Token(kind: .text(pattern.text, .expression(pattern)), range: start..<end)
    } catch {
      // Letters that are no flags: a path such as /usr/bin.
      if bytes[(close + 1)..<end].contains(where: { !"dgimsuvy".utf8.contains($0) }) { return nil }
      throw QueryError(
        error.message, at: start..<end,
        remedy: (error.remedy.map { $0 + " " } ?? "") + "To search for the text itself, put it in quotes.")
    }
  }

  /// Returns true when a regular expression stands there, a wrong one too.
  private func beginsExpression(at place: Int) -> Bool {
    var inner = self
    inner.position = place
    do throws(QueryError) {
      return try inner.expression() != nil
    } catch {
      return true
    }
  }

  /// The next slash that is neither escaped nor in brackets; without one, the next that is not escaped.
  /// In the test of a property it holds no bracket that would close that.
  private func expressionEnd(from start: Int, inProperty: Bool) -> Int? {
    var firstInBrackets: Int?
    var isInBrackets = false
    var i = start
    while i < bytes.count {
      switch bytes[i] {
      case UInt8(ascii: "\\"): i += 1
      case UInt8(ascii: "["): isInBrackets = true
      case UInt8(ascii: "]"):
        if inProperty, !isInBrackets { return firstInBrackets }
        isInBrackets = false
      case UInt8(ascii: "/"):
        if !isInBrackets { return i }
        firstInBrackets = firstInBrackets ?? i
      default: break
      }
      i += 1
    }
    return firstInBrackets
  }

  // MARK: Bytes

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// The length of the blank here: ASCII blanks and control characters, and Unicode's white space.
  func blank(at i: Int) -> Int? {
    let byte = bytes[i]
    if byte <= 0x20 || byte == 0x7F { return 1 }
    guard byte >= 0xC2 else { return nil }
    let second = i + 1 < bytes.count ? bytes[i + 1] : 0
    if byte == 0xC2 { return second <= 0xA0 ? 2 : nil }
    let third = i + 2 < bytes.count ? bytes[i + 2] : 0
    switch (byte, second, third) {
    case (0xE1, 0x9A, 0x80), (0xE2, 0x80, 0x80...0x8B), (0xE2, 0x80, 0xA8...0xA9), (0xE2, 0x80, 0xAF),
      (0xE2, 0x81, 0x9F),
      (0xE3, 0x80, 0x80), (0xEF, 0xBB, 0xBF):
      return 3
    default: return nil
    }
  }
}

/// What begins with a bracket.
extension QueryLexer {
  /// `[[link]]`, `[ ]`, `[]` and `[key:: value]` are literal text, blanks and all; `[key…]` tests a property.
  mutating func bracketed() throws(QueryError) -> Token? {
    guard bytes[position] == UInt8(ascii: "["), position + 1 < bytes.count else { return nil }
    let start = position
    if bytes[start + 1] == UInt8(ascii: "[") {
      guard let close = bytes[(start + 2)...].firstRange(of: "]]".utf8) else { return nil }
      return literal(start..<close.upperBound)
    }
    guard let plainClose = bytes[(start + 1)...].firstIndex(of: UInt8(ascii: "]")) else {
      try refuseOpenProperty(from: start)
      return nil
    }
    var first = start + 1
    while let blank = blank(at: first) { first += blank }
    if first == plainClose { return literal(start..<(plainClose + 1)) }
    guard bytes[first].isASCIILetterOrDigit || bytes[first] >= 0x80 || "_\"".utf8.contains(bytes[first]) else {
      return nil
    }
    let content = bytes[(start + 1)..<plainClose]
    if let colon = content.firstIndex(of: UInt8(ascii: ":")), colon + 1 < plainClose, bytes[colon + 1] == bytes[colon] {
      return literal(start..<(plainClose + 1))
    }
    let close = try propertyEnd(from: first, openedAt: start)
    position = close + 1
    return Token(kind: .property((start + 1)..<close), range: start..<(close + 1))
  }

  /// `[key:` or `[key>` and no bracket that closes it can hardly be meant as text.
  private func refuseOpenProperty(from start: Int) throws(QueryError) {
    var end = start + 1
    while end < bytes.count,
      bytes[end].isASCIILetter || end > start + 1 && (bytes[end].isDigit || "_-".utf8.contains(bytes[end]))
    { end += 1 }
    guard end > start + 1, end + 1 < bytes.count, ":<>=".utf8.contains(bytes[end]), bytes[end + 1] != bytes[end],
      bytes[end + 1] != UInt8(ascii: "/")
    else { return }
    throw notClosed(start)
  }

  private func notClosed(_ open: Int) -> QueryError {
    QueryError(
      "This bracket is not closed.", at: open..<(open + 1),
      remedy: "Add a ] where the test of the property ends, or put the text in quotes to search for it.")
  }

  /// The bracket that closes the test of a property: those in quotes and regular expressions do not.
  private func propertyEnd(from start: Int, openedAt open: Int) throws(QueryError) -> Int {
    var inner = self
    inner.position = start
    var isInValue = false
    while inner.position < bytes.count {
      let i = inner.position
      let before = bytes[i - 1]
      switch bytes[i] {
      case UInt8(ascii: "]"): return i
      case UInt8(ascii: "\""): _ = try inner.quoted()
      case UInt8(ascii: "/") where isInValue && !before.isASCIILetterOrDigit && before < 0x80:
        if try inner.expression(inProperty: true) == nil { inner.position += 1 }
      default:
        isInValue = isInValue || ":<>=".utf8.contains(bytes[i])
        inner.position += 1
      }
    }
    throw notClosed(open)
  }

  private mutating func literal(_ range: Range<Int>) -> Token {
    position = range.upperBound
    return Token(kind: .text(text(range), .phrase), range: range, textStart: range.lowerBound)
  }
}
