/// A line of filters between delimiters, joined by `AND`, `OR`, `XOR` and `NOT`.
///
/// The line's first delimiter is that of the whole line. As in the plugin, a filter's own text can neither begin with
/// an opening delimiter nor end with a closing one, for these belong to the line: another delimiter helps.
struct PluginQueryBoolean {
  private enum Token: Hashable {
    case open, close, not
    case and, or, xor
    case filter(String)
  }

  private let tokens: [Token]
  private static let deepest = 100

  /// Returns true when a line that is no filter is meant as a combination of some.
  static func isLikely(_ text: String) -> Bool {
    var rest = Substring(text)
    while let after = word("NOT", rest) { rest = after }
    if let first = rest.first, delimiters.contains(where: { $0.open == first }) { return true }
    return ["AND", "OR", "XOR", "NOT"].contains { operation in
      delimiters.contains { text.contains("\(operation) \($0.open)") || text.contains("\(operation)\($0.open)") }
    }
  }

  private static let delimiters: [(open: Character, close: Character)] = [
    ("(", ")"), ("[", "]"), ("{", "}"), ("\"", "\""),
  ]

  init(_ text: String) throws(PluginQueryProblem) {
    var start = Substring(text)
    while let rest = Self.word("NOT", start) { start = rest }
    guard let open = start.first, let pair = Self.delimiters.first(where: { $0.open == open }),
      text.last == pair.close
    else {
      throw PluginQueryProblem(
        "Filters that are joined stand each between the same delimiters: (…), […], {…} or \"…\".",
        remedy: "Write (not done) AND (due before tomorrow), with one kind of delimiter on the line.")
    }
    tokens = Self.tokens(text, pair.open, pair.close)
  }

  // MARK: Tokens

  private static func word(_ word: String, _ text: Substring) -> Substring? {
    guard text.hasPrefix(word) else { return nil }
    return text.dropFirst(word.count).drop { $0 == " " || $0 == "\t" }
  }

  private static func tokens(_ text: String, _ open: Character, _ close: Character) -> [Token] {
    var tokens: [Token] = []
    var rest = Substring(text)
    while true {
      leading(&rest, open, &tokens)
      guard !rest.isEmpty else { return tokens }
      // Up to a delimiter and an operator and a delimiter, or the end.
      let (filter, operators, after) = split(rest, open, close)
      trailing(filter, close, &tokens)
      tokens += operators
      guard let after else { return tokens }
      rest = after
    }
  }

  /// `NOT` and opening delimiters.
  private static func leading(_ rest: inout Substring, _ open: Character, _ tokens: inout [Token]) {
    while true {
      rest = rest.drop { $0 == " " || $0 == "\t" }
      if rest.first == open {
        tokens.append(.open)
        rest.removeFirst()
      } else {
        var after = rest
        var count = 0
        while let next = word("NOT", after) { (after, count) = (next, count + 1) }
        guard count > 0, after.first == open else { return }
        tokens += [Token](repeating: .not, count: count)
        rest = after
      }
    }
  }

  /// A filter's text, and behind it closing delimiters.
  private static func trailing(_ text: Substring, _ close: Character, _ tokens: inout [Token]) {
    var filter = text
    var closing = 0
    while let last = filter.last, last == close || last == " " || last == "\t" {
      if last == close { closing += 1 }
      filter.removeLast()
    }
    if !filter.isEmpty { tokens.append(.filter(String(filter))) }
    tokens += [Token](repeating: .close, count: closing)
  }

  /// The text up to the first `) AND (` and its like, its closing delimiter included; the operators; what follows them.
  private static func split(
    _ text: Substring, _ open: Character, _ close: Character
  ) -> (Substring, [Token], Substring?) {
    var place = text.startIndex
    while let found = text[place...].firstIndex(of: close) {
      let behind = text.index(after: found)
      let rest = text[behind...].drop { $0 == " " || $0 == "\t" }
      for (name, token) in [("AND", Token.and), ("OR", .or), ("XOR", .xor)] {
        guard let after = word(name, rest) else { continue }
        if after.first == open { return (text[..<behind], [token], after) }
        if name != "XOR", let inner = word("NOT", after), inner.first == open {
          return (text[..<behind], [token, .not], inner)
        }
      }
      place = behind
    }
    return (text, [], nil)
  }

  // MARK: Structure

  /// From the weakest: `OR`, `AND`, `XOR`, `NOT`.
  func condition(
    _ filter: (String) throws(PluginQueryProblem) -> PluginQuery.Condition
  ) throws(PluginQueryProblem) -> PluginQuery.Condition {
    var place = 0
    let condition = try disjunction(&place, 0, filter)
    guard place == tokens.count else { throw Self.malformed }
    return condition
  }

  private static let malformed = PluginQueryProblem(
    "Its delimiters and operators do not fit together.",
    remedy: "See that each filter stands between delimiters. A filter that ends with a delimiter itself needs another "
      + "one around it: [description includes (maybe)] OR [description includes (perhaps)].")

  private typealias Reader = (String) throws(PluginQueryProblem) -> PluginQuery.Condition

  private func disjunction(_ place: inout Int, _ depth: Int, _ filter: Reader) throws(PluginQueryProblem)
    -> PluginQuery.Condition
  {
    var operands = [try conjunction(&place, depth, filter)]
    while takes(.or, &place) { operands.append(try conjunction(&place, depth, filter)) }
    return operands.count == 1 ? operands[0] : .any(operands)
  }

  private func conjunction(_ place: inout Int, _ depth: Int, _ filter: Reader) throws(PluginQueryProblem)
    -> PluginQuery.Condition
  {
    var operands = [try exclusion(&place, depth, filter)]
    while takes(.and, &place) { operands.append(try exclusion(&place, depth, filter)) }
    return operands.count == 1 ? operands[0] : .all(operands)
  }

  private func exclusion(_ place: inout Int, _ depth: Int, _ filter: Reader) throws(PluginQueryProblem)
    -> PluginQuery.Condition
  {
    var condition = try negation(&place, depth, filter)
    var count = 0
    while takes(.xor, &place) {
      count += 1
      guard count <= Self.deepest else { throw Self.tooMany }
      condition = .either(condition, try negation(&place, depth, filter))
    }
    return condition
  }

  private func negation(_ place: inout Int, _ depth: Int, _ filter: Reader) throws(PluginQueryProblem)
    -> PluginQuery.Condition
  {
    guard depth < Self.deepest else { throw Self.tooDeep }
    if takes(.not, &place) { return .not(try negation(&place, depth + 1, filter)) }
    guard place < tokens.count else { throw Self.malformed }
    switch tokens[place] {
    case .filter(let text):
      place += 1
      return try filter(text)
    case .open:
      place += 1
      let inner = try disjunction(&place, depth + 1, filter)
      guard takes(.close, &place) else { throw Self.malformed }
      return inner
    default: throw Self.malformed
    }
  }

  private static let tooMany = PluginQueryProblem(
    "More than \(deepest) XOR stand in one line.", remedy: "Write fewer of them.")

  private static let tooDeep = PluginQueryProblem(
    "Filters are nested more than \(deepest) deep.", remedy: "Write some of them on lines of their own.")

  private func takes(_ token: Token, _ place: inout Int) -> Bool {
    guard place < tokens.count, tokens[place] == token else { return false }
    place += 1
    return true
  }
}
