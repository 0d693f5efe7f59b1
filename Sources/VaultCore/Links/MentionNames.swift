/// What a note may be called in a text: its title, its file's name without extension, its aliases.
///
/// Names of fewer than three letters or digits are no mentions, nor are plain numbers: they stand everywhere. In scripts
/// without blanks between words (Chinese, Japanese, Thai) two letters are a name.
package struct MentionNames: Sendable {
  package struct Name: Sendable {
    package var text: String
    /// Its words one after the other, whole ones.
    package var pattern: WordPattern
  }

  /// Those of the same words once, in the order above.
  package private(set) var all: [Name] = []

  package init(title: String, path: NotePath, aliases: [String]) {
    var scanner = WordScanner()
    var folding = ScalarFolding()
    for text in [title, path.stem] + aliases where Self.isTelling(text, &folding) {
      // What is in the text of a note, not what is in its front matter.
      guard let pattern = WordPattern(Query.TextMatch(text, .phrase), field: .body, scanner: &scanner),
        !all.contains(where: { $0.pattern == pattern })
      else { continue }
      all.append(Name(text: text, pattern: pattern))
    }
  }

  package var patterns: [WordPattern] { all.map(\.pattern) }

  private static func isTelling(_ text: String, _ folding: inout ScalarFolding) -> Bool {
    var letters = 0
    var unspaced = 0
    var isNumber = true
    for scalar in text.unicodeScalars {
      switch folding.fold(scalar.value).scalarClass {
      case .word:
        letters += 1
        if scalar.properties.numericType != .decimal { isNumber = false }
      case .unspaced:
        unspaced += 1
        isNumber = false
      case .symbol: isNumber = false
      case .separator:
        // 3.14 is a number, 2026-03-12 is a day.
        if scalar != "." && scalar != "," { isNumber = false }
      case .ignored: break
      }
    }
    return !isNumber && (letters + unspaced >= 3 || unspaced >= 2)
  }
}
