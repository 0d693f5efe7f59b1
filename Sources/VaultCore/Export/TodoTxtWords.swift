/// A line's words, blanks between them not kept.
enum TodoTxtWords {
  struct Word: Hashable {
    var text: String
    /// True when it lies in a code span or comment of Markdown, so that it is no project, context or key. Such marks
    /// reach us from notes only.
    var isOpaque = false
  }

  static func split(_ line: String) -> [Word] {
    var words: [Word] = []
    var closing: [Unicode.Scalar] = []
    // Looked for in vain once, they are nowhere further on.
    var missing: Set<[Unicode.Scalar]> = []
    let texts = line.unicodeScalars.split(whereSeparator: isWhitespace)
    for (index, text) in texts.enumerated() {
      var word = Word(text: String(text), isOpaque: !closing.isEmpty)
      var rest = text
      while !rest.isEmpty {
        if closing.isEmpty {
          guard let opening = opening(at: rest) else {
            rest.removeFirst()
            continue
          }
          rest = rest.dropFirst(opening.marks.count)
          guard !missing.contains(opening.closing) else { continue }
          let isClosed =
            find(opening.closing, in: rest) != nil
            || texts[(index + 1)...].contains { find(opening.closing, in: $0) != nil }
          guard isClosed else {
            missing.insert(opening.closing)
            continue
          }
          closing = opening.closing
          word.isOpaque = true
        }
        guard let end = find(closing, in: rest) else { break }
        rest = rest[end...]
        closing = []
      }
      words.append(word)
    }
    return words
  }

  /// As between the parts of a task's line: spaces, tabs, spaces that do not break; and the ends of lines.
  private static func isWhitespace(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20, 0x09, 0x0A, 0x0D, 0xA0, 0x2007, 0x202F: true
    default: false
    }
  }

  private static func opening(
    at text: Substring.UnicodeScalarView
  ) -> (marks: [Unicode.Scalar], closing: [Unicode.Scalar])? {
    let ticks = Array(text.prefix { $0 == "`" })
    if !ticks.isEmpty { return (ticks, ticks) }
    let comment = Array("<!--".unicodeScalars)
    return text.starts(with: comment) ? (comment, Array("-->".unicodeScalars)) : nil
  }

  /// Behind the first place of `closing`: of backticks, one that has as many.
  private static func find(
    _ closing: [Unicode.Scalar], in text: Substring.UnicodeScalarView
  ) -> Substring.UnicodeScalarView.Index? {
    var rest = text
    while let first = closing.first, let start = rest.firstIndex(of: first) {
      rest = rest[start...]
      let length = first == "`" ? rest.prefix { $0 == "`" }.count : 1
      if first == "`" ? length == closing.count : rest.starts(with: closing) {
        return rest.index(rest.startIndex, offsetBy: closing.count)
      }
      rest = rest.dropFirst(length)
    }
    return nil
  }
}
