/// What is surely meant as filters joined by operators, and is written otherwise.
struct PluginQuerySlips {
  /// True when a text is a filter.
  let isFilter: (String) -> Bool

  /// What is wrong with `part` of the line `text`; nil where it looks like no combination.
  func joined(in part: String, of text: String) -> PluginQueryProblem? {
    let joined = Self.joined(part)
    if joined.isNegatedXor {
      return PluginQueryProblem("NOT cannot follow XOR.", remedy: "Write (…) XOR (NOT (…)).")
    }
    guard joined.text != part else { return nil }
    let whole = Self.joined(text)
    return PluginQueryProblem(Self.capitals, candidates: whole.isNegatedXor ? [] : [whole.text])
  }

  private static let capitals = "Filters are joined by AND, OR, XOR and NOT, in capitals."

  // MARK: Operators between delimiters

  private static let operators = [
    "AND": "AND", "OR": "OR", "XOR": "XOR", "&": "AND", "&&": "AND", "|": "OR", "||": "OR",
  ]
  private static let openers: Set<Character> = ["(", "[", "{", "\""]
  private static let closers: Set<Character> = [")", "]", "}", "\""]

  /// The text with the operators between a closing and an opening delimiter, or before the first one, as they should be.
  private static func joined(_ text: String) -> (text: String, isNegatedXor: Bool) {
    var result = ""
    var isNegatedXor = false
    var rest = Substring(text)
    // What stands before the first filter can only be NOT.
    if let start = joint(rest, behindFilter: false) {
      result += start.words.joined(separator: " ") + " "
      rest = start.rest
    }
    while let first = rest.first {
      result.append(first)
      rest.removeFirst()
      guard closers.contains(first), let found = joint(rest, behindFilter: true) else { continue }
      if found.words == ["XOR", "NOT"] { isNegatedXor = true }
      result += " " + found.words.joined(separator: " ") + " "
      rest = found.rest
    }
    return (isSame(result, text) ? text : result, isNegatedXor)
  }

  /// Returns true when two texts differ in nothing but blanks.
  private static func isSame(_ a: String, _ b: String) -> Bool {
    a.filter { $0 != " " && $0 != "\t" } == b.filter { $0 != " " && $0 != "\t" }
  }

  /// The operators at the beginning of `text` that an opening delimiter follows, in capitals, and what begins with it.
  private static func joint(_ text: Substring, behindFilter: Bool) -> (words: [String], rest: Substring)? {
    var words: [String] = []
    var rest = text
    while words.count < 3 {
      rest = rest.drop { $0 == " " || $0 == "\t" }
      guard let first = rest.first else { return nil }
      if openers.contains(first) {
        let isWhole = behindFilter ? words.first.map { $0 != "NOT" } ?? false : !words.isEmpty
        return isWhole ? (words, rest) : nil
      }
      let word = first.isLetter ? rest.prefix(while: \.isLetter) : rest.prefix { "&|!".contains($0) }
      let isFirst = behindFilter && words.isEmpty
      guard let known = isFirst ? operators[word.uppercased()] : ["NOT", "!"].contains(word.uppercased()) ? "NOT" : nil
      else { return nil }
      words.append(known)
      rest = rest.dropFirst(word.count)
    }
    return nil
  }

  // MARK: No delimiters

  /// What is wrong with a line such as `not done AND due today` or `NOT due today`.
  func undelimited(_ text: String) -> PluginQueryProblem? {
    var parts: [[Substring]] = [[]]
    var operators: [String] = []
    for word in text.split(separator: " ") {
      if let known = Self.operators[word.uppercased()] {
        operators.append(known)
        parts.append([])
      } else {
        parts[parts.count - 1].append(word)
      }
    }
    let filters = parts.map { Self.negated($0.joined(separator: " "), isFilter) }
    guard !operators.isEmpty || filters[0].isNegated, filters.contains(where: { isFilter($0.text) }),
      !filters.contains(where: \.text.isEmpty)
    else { return nil }
    let written = filters.map { filter in
      let isClosed = filter.text.first.map(Self.openers.contains) ?? false
      return (filter.isNegated ? "NOT " : "") + (isClosed ? filter.text : "(\(filter.text))")
    }
    let whole = zip([""] + operators.map { " \($0) " }, written).map { $0 + $1 }.joined()
    return PluginQueryProblem(
      "Filters that are joined or negated stand each between delimiters.",
      candidates: whole.contains("XOR NOT") ? [] : [whole])
  }

  /// `not` may also be a word of the filter itself.
  private static func negated(
    _ text: String, _ isFilter: (String) -> Bool
  ) -> (isNegated: Bool, text: String) {
    guard !isFilter(text), let rest = Substring(text).after("not") else { return (false, text) }
    return (true, String(rest))
  }
}
