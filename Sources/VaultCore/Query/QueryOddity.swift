/// Words that look like something of the language and are searched as words.
enum QueryOddity {
  static func message(about text: String, _ match: Query.TextMatch) -> String? {
    if text == "AND" { return "AND is searched as a word: terms side by side must all hold anyway." }
    if match.kind == .word, text.utf8.contains(0x2A), text.utf8.contains(where: { $0 != 0x2A }) {
      return "A * counts at the end of a word only; here it is searched as written."
    }
    if text.utf8.first == 0x23, text.utf8.contains(where: { $0 != 0x23 && !$0.isDigit }) {
      return "\(QueryExcerpt.quoted(text)) is no tag; it is searched as text."
    }
    return nil
  }
}
