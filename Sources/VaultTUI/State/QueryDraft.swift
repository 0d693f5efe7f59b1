import VaultCore

/// A query that is being typed, and what of it can be asked already.
package struct QueryDraft: Hashable, Sendable {
  package var field = TextField()
  /// True while the last key is so new that the question is a quick one.
  package var isTyping = false
  /// True where the typist pauses and the quick question is still under way: the full one is asked once that is answered.
  var isFullDue = false

  package init(_ text: String = "") { field = TextField(text) }

  package var text: String { field.text }

  /// What is asked while it is typed: without what cannot be meant yet at its end, which would be an error or take long (a
  /// lone `~` or `/`, a quote that is not closed, `tag:` without a name).
  package var asked: String {
    guard isTyping else { return text }
    var words = text.split(separator: " ", omittingEmptySubsequences: false)
    let quotes = text.utf8.count { $0 == 0x22 }
    if quotes % 2 == 1, let start = text.lastIndex(of: "\"") { return String(text[..<start]) }
    while let last = words.last {
      guard last == "-" || last == "~" || last == "#" || last == "(" || Self.isBegun(last) else { break }
      words.removeLast()
    }
    return words.joined(separator: " ")
  }

  /// A pattern without its end, or an operator without its value.
  private static func isBegun(_ word: Substring) -> Bool {
    if word.hasPrefix("/") || word.hasPrefix("-/") { return word.utf8.count(where: { $0 == 0x2F }) < 2 }
    guard let colon = word.lastIndex(of: ":") else { return false }
    return word.index(after: colon) == word.endIndex
  }
}
