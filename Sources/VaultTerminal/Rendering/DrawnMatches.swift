import VaultCore

extension [DrawnLine] {
  /// With the matches of a search marked. `first`: the place of the first line that has one; nil where none has.
  package func marking(_ matches: [LineMatch], _ style: Style) -> (lines: [DrawnLine], first: Int?) {
    guard !matches.isEmpty else { return (self, nil) }
    // What is drawn of a block stands under the block's first line.
    let numbers = map(\.number)
    var words: [Int: [String]] = [:]
    for match in matches {
      let place = numbers.partitioningIndex { $0 > match.line }
      guard place > 0 else { continue }
      words[numbers[place - 1], default: []] += match.ranges.flatMap { match.words(in: $0) }
    }
    var lines = self
    var first: Int?
    for place in lines.indices where lines[place].number > 0 {
      guard let wanted = words[lines[place].number] else { continue }
      let ranges = Self.places(of: wanted, in: lines[place].text.plain)
      guard !ranges.isEmpty else { continue }
      lines[place].text = lines[place].text.highlighting(ranges, style)
      first = first ?? place
    }
    // A match may stand in what is not drawn, as a link's target is: its line is led to all the same.
    let near = matches.first.map { match in Swift.max(numbers.partitioningIndex { $0 > match.line } - 1, 0) }
    return (lines, first ?? near)
  }

  /// Where the words stand, in order and without overlaps.
  private static func places(of words: [String], in text: String) -> [Range<Int>] {
    let bytes = [UInt8](text.utf8)
    var isMarked = [Bool](repeating: false, count: bytes.count)
    for word in Set(words).map({ [UInt8]($0.utf8) }) where !word.isEmpty && word.count <= bytes.count {
      var place = 0
      while place + word.count <= bytes.count {
        if bytes[place] == word[0], bytes[place..<place + word.count].elementsEqual(word) {
          for offset in 0..<word.count { isMarked[place + offset] = true }
          place += word.count
        } else {
          place += 1
        }
      }
    }
    var ranges: [Range<Int>] = []
    var start: Int?
    for (place, marked) in (isMarked + [false]).enumerated() {
      if marked, start == nil { start = place }
      if !marked, let from = start {
        ranges.append(from..<place)
        start = nil
      }
    }
    return ranges
  }
}

extension LineMatch {
  /// The words of one of its ranges: what is drawn of it may be broken between them.
  fileprivate func words(in range: Range<Int>) -> [String] {
    let bytes = Array(text.utf8)
    guard range.upperBound <= bytes.count else { return [] }
    return bytes[range].split { $0 == 0x20 || $0 == 0x09 }.map { String(decoding: $0, as: UTF8.self) }
  }
}
