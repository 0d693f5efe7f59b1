/// Words that look like something of the language and are searched as words.
enum QueryOddity {
  static func warnings(of text: String, _ match: Query.TextMatch, _ range: Range<Int>) -> [QueryWarning] {
    if text == "AND" {
      let advice = "AND is searched as a word: terms side by side must all hold anyway."
      return [QueryWarning(advice, range: range)]
    }
    if match.kind == .word, text.utf8.contains(0x2A), text.utf8.contains(where: { $0 != 0x2A }) {
      return [QueryWarning("A * counts at the end of a word only; here it is searched as written.", range: range)]
    }
    if text.utf8.first == 0x23, text.utf8.contains(where: { $0 != 0x23 && !$0.isDigit }) {
      return [QueryWarning("\(QueryExcerpt.quoted(text)) is no tag; it is searched as text.", range: range)]
    }
    return []
  }
}
