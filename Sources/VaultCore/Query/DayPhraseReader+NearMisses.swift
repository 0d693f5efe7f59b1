extension DayPhraseReader {
  /// Phrases that are days and differ from `words` in the spelling of one word, nearest first.
  func nearest(to words: [String]) -> [String] {
    if words.count == 1, let number = DayWords.digits(words[0], atMost: 2), (1...31).contains(number) {
      return ["the \(Recurrence.words(forOrdinal: number))", "in \(number) days"]
    }
    guard words.count <= 8 else { return [] }
    var found: [String] = []
    for (place, word) in words.enumerated() {
      for near in Suggestion.nearest(to: word, among: DayWords.all) {
        var phrase = words
        phrase[place] = near
        guard case .day = reading(of: phrase) else { continue }
        let text = phrase.joined(separator: " ")
        if !found.contains(text) { found.append(text) }
      }
    }
    if words.count == 1 {
      for near in Suggestion.nearest(to: words[0], among: DateExpression.names) {
        let text = String(near.map { $0 == "-" ? " " : $0 })
        if case .day = reading(of: [near]), !found.contains(text) { found.append(text) }
      }
    }
    return Array(found.prefix(3))
  }
}
