/// A line of filters between delimiters, joined by `AND`, `OR`, `XOR` and `NOT`.
///
/// The line's first delimiter is that of the whole line. As in the plugin, a filter's own text can neither begin with
/// that delimiter nor end with its closing one, for these belong to the line: another delimiter helps.
struct PluginQueryBoolean {
  private enum Token: Hashable {
    case open, close, not
    case and, or, xor
    case filter(String)
  }

  typealias Condition = PluginQuery.Condition

  private let filter: (String) throws(PluginQueryProblem) -> Condition
  private let tokens: [Token]
  private var place = 0
  private var depth = 0
  static let deepest = 100

  /// Returns true when a line that is no filter is meant as a combination of some.
  static func isLikely(_ text: String) -> Bool {
    if let first = negations(Substring(text)).rest.first, delimiters.contains(where: { $0.open == first }) {
      return true
    }
    return ["AND", "OR", "XOR", "NOT"].contains { operation in
      delimiters.contains { text.contains("\(operation) \($0.open)") || text.contains("\(operation)\($0.open)") }
    }
  }

  /// Returns true when a text begins, behind any `NOT`, with a delimiter and ends with the same one's closing.
  static func isWhole(_ text: String) -> Bool { pair(of: text) != nil }

  private static func pair(of text: String) -> (open: Character, close: Character)? {
    guard let open = negations(Substring(text)).rest.first else { return nil }
    return delimiters.first { $0.open == open && text.last == $0.close }
  }

  private static let delimiters: [(open: Character, close: Character)] = [
    ("(", ")"), ("[", "]"), ("{", "}"), ("\"", "\""),
  ]

  /// `filter` reads one of the filters.
  init(
    _ text: String, filter: @escaping (String) throws(PluginQueryProblem) -> Condition
  ) throws(PluginQueryProblem) {
    guard let pair = Self.pair(of: text) else {
      throw PluginQueryProblem(
        "Filters that are joined stand each between the same delimiters: (…), […], {…} or \"…\".",
        remedy: "Write (not done) AND (due before tomorrow), with one kind of delimiter on the line.")
    }
    tokens = Self.tokens(text, pair.open, pair.close)
    self.filter = filter
  }

  // MARK: Tokens

  private static func word(_ word: String, _ text: Substring) -> Substring? {
    guard text.hasPrefix(word) else { return nil }
    return text.dropFirst(word.count).drop { $0 == " " || $0 == "\t" }
  }

  /// How many `NOT` there are at the beginning, and what follows them.
  private static func negations(_ text: Substring) -> (count: Int, rest: Substring) {
    var (count, rest) = (0, text)
    while let after = word("NOT", rest) { (count, rest) = (count + 1, after) }
    return (count, rest)
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
      let (count, after) = negations(rest)
      guard after.first == open else { return }
      tokens += [Token](repeating: .not, count: count) + [.open]
      rest = after.dropFirst()
    }
  }

  /// A filter's text, and behind it closing delimiters.
  private static func trailing(_ text: Substring, _ close: Character, _ tokens: inout [Token]) {
    let end = text.reversed().prefix { $0 == close || $0 == " " || $0 == "\t" }
    let filter = text.dropLast(end.count)
    if !filter.isEmpty { tokens.append(.filter(String(filter))) }
    tokens += [Token](repeating: .close, count: end.count { $0 == close })
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

  mutating func condition() throws(PluginQueryProblem) -> Condition {
    let condition = try joined(at: 0)
    guard place == tokens.count else { throw Self.malformed }
    return condition
  }

  private static let malformed = PluginQueryProblem(
    "Its delimiters and operators do not fit together.",
    remedy: "See that each filter stands between delimiters. A filter that ends with a delimiter itself needs another "
      + "one around it: [description includes (maybe)] OR [description includes (perhaps)].")

  /// From the weakest to the strongest; `NOT` is stronger than all of them.
  private static let operators: [Token] = [.or, .and, .xor]

  /// What is joined by an operator, or by stronger ones.
  private mutating func joined(at level: Int) throws(PluginQueryProblem) -> Condition {
    guard level < Self.operators.count else { return try negation() }
    let joint = Self.operators[level]
    var operands = [try joined(at: level + 1)]
    while takes(joint) {
      guard joint != .xor || operands.count <= Self.deepest else { throw Self.tooMany }
      operands.append(try joined(at: level + 1))
    }
    if operands.count > 1, joint != .xor { return joint == .or ? .any(operands) : .all(operands) }
    return operands.dropFirst().reduce(operands[0]) { .either($0, $1) }
  }

  private mutating func negation() throws(PluginQueryProblem) -> Condition {
    guard depth < Self.deepest else { throw Self.tooDeep }
    depth += 1
    defer { depth -= 1 }
    if takes(.not) { return .not(try negation()) }
    if takes(.open) {
      let inner = try joined(at: 0)
      guard takes(.close) else { throw Self.malformed }
      return inner
    }
    guard place < tokens.count, case .filter(let text) = tokens[place] else { throw Self.malformed }
    place += 1
    return try filter(text)
  }

  private static let tooMany = PluginQueryProblem(
    "More than \(deepest) XOR stand in one line.", remedy: "Write fewer of them.")

  static let tooDeep = PluginQueryProblem(
    "Filters are nested more than \(deepest) deep.", remedy: "Write some of them on lines of their own.")

  private mutating func takes(_ token: Token) -> Bool {
    guard place < tokens.count, tokens[place] == token else { return false }
    place += 1
    return true
  }
}
