/// Words that look like something of the language and are searched as words.
enum QueryOddity {
  /// `isBetween`: true where other terms stand on both sides; `isFollowed`: where one stands behind it.
  static func message(
    about text: String, _ match: Query.TextMatch, isBetween: Bool = false, isFollowed: Bool = false
  ) -> String? {
    if text == "AND" { return "AND is searched as a word: terms side by side must all hold anyway." }
    if isBetween, text.caseInsensitiveEquals("or") {
      return "\(text) is searched as a word: OR in capitals asks for either."
    }
    if isFollowed, text.caseInsensitiveEquals("not") {
      return "\(text) is searched as a word: NOT in capitals leaves out what follows."
    }
    if isBetween, let meaning = joiners[text] { return "\(text) joins nothing here: \(meaning)." }
    if match.kind == .word, text.utf8.contains(0x2A), text.utf8.contains(where: { $0 != 0x2A }) {
      return "A * counts at the end of a word only; here it is searched as written."
    }
    if text.utf8.first == 0x23, text.utf8.contains(where: { $0 != 0x23 && !$0.isDigit }) {
      return "\(QueryExcerpt.quoted(text)) is no tag; it is searched as text."
    }
    if text.utf8.first == 0x21, let first = text.dropFirst().unicodeScalars.first, first.properties.isAlphabetic {
      return "! negates nothing and is left out; write NOT \(QueryExcerpt.quoted(String(text.dropFirst())))."
    }
    return comparison(text).map { "This is searched as text; to compare, write \($0)." }
  }

  /// True of the signs that join terms in other programs.
  static func isJoiner(_ text: String) -> Bool { joiners[text] != nil }

  private static let joiners = [
    "||": "OR asks for either", "|": "OR asks for either", "&&": "terms side by side must all hold anyway",
    "&": "terms side by side must all hold anyway",
  ]

  /// What `due<today`, `tag=work` or `rating>3` is in the language; nil for what compares nothing that it knows.
  private static func comparison(_ text: String) -> String? {
    guard let sign = text.utf8.firstIndex(where: { "<>=".utf8.contains($0) }), sign > text.startIndex else {
      return nil
    }
    let name = String(text[..<sign])
    let rest = text.utf8[sign...]
    guard name.utf8.allSatisfy({ $0.isASCIILetter || $0 == 0x2D || $0 == 0x5F }),
      let comparison = Query.Comparison.leading(rest)
    else { return nil }
    let value = String(Substring(rest.dropFirst(comparison.rawValue.utf8.count)))
    guard !value.isEmpty, value.utf8.first.map({ !"<>=".utf8.contains($0) }) == true else { return nil }
    let shown = QueryExcerpt.quoted(value)
    if let found = QueryOperator.named(name) {
      if comparison == .equal { return "\(found.spelling)\(shown)" }
      return found.name.takesDates || found.name == .priority ? "\(found.spelling)\(comparison.rawValue)\(shown)" : nil
    }
    let isNumber =
      value.utf8.first.map(\.isDigit) == true && value.utf8.allSatisfy { $0.isDigit || "-.:".utf8.contains($0) }
    return comparison != .equal && isNumber ? "[\(name)\(comparison.rawValue)\(shown)]" : nil
  }
}
