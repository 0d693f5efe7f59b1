/// Two changes of one paragraph or list item: both, where they are in different sentences.
struct SentenceMerge {
  /// True where changes of one sentence are both taken, too, as long as they are far from each other.
  var byWords = false

  /// How many words that neither changed are between a change of one side and one of the other.
  static let wordsBetween = 6

  /// The text, without the ending of its last line as the three are; nil where both changed the same in different ways. A
  /// NUL stands in none of them.
  func merged(_ texts: ThreeSides<ArraySlice<UInt8>>) -> [UInt8]? {
    if let text = Self.merged(texts.map(Self.sentences), between: 0) { return text }
    return byWords ? Self.merged(texts.map(Self.words), between: Self.wordsBetween) : nil
  }

  // MARK: Merging

  /// What stands for a line's end within a part, since parts are merged as lines are.
  private static let newline: UInt8 = 0

  private static func merged(_ parts: ThreeSides<[ArraySlice<UInt8>]>, between: Int) -> [UInt8]? {
    let sides = parts.map(encoded)
    let regions = ThreeWayMerge.regions(base: sides.base, ours: sides.ours, theirs: sides.theirs)
    guard regions.allSatisfy({ $0.text != nil }), areApart(regions, sides, by: between) else { return nil }
    let text = regions.flatMap { $0.text ?? [] }.filter { $0 != 0x0A }.map { $0 == newline ? 0x0A : $0 }
    return text.dropLast(text.reversed().prefix(while: \.isASCIIWhitespace).count)
  }

  /// Each part a line. The last one gets a blank as others have one, so that it is what it was when another comes behind it.
  private static func encoded(_ parts: [ArraySlice<UInt8>]) -> [UInt8] {
    var text: [UInt8] = []
    for (index, part) in parts.enumerated() {
      text += part.map { $0 == 0x0A ? newline : $0 }
      if index == parts.count - 1 {
        while let last = text.last, last.isSpaceOrTab { text.removeLast() }
        text.append(0x20)
      }
      text.append(0x0A)
    }
    return text
  }

  /// True when so many parts stand between what one side changed and what the other did.
  private static func areApart(
    _ regions: [ThreeWayMerge.Region], _ sides: ThreeSides<[UInt8]>, by count: Int
  ) -> Bool {
    guard count > 0 else { return true }
    let lines = sides.map { LineComparison.lines(of: $0) }
    // Whose the last change is, and what stands behind it.
    var last: (isOurs: Bool, isTheirs: Bool)?
    var between = 0
    for region in regions {
      let base = sides.base[LineComparison.bytes(of: region.base, in: lines.base)]
      let isOurs = sides.ours[LineComparison.bytes(of: region.ours, in: lines.ours)] != base
      let isTheirs = sides.theirs[LineComparison.bytes(of: region.theirs, in: lines.theirs)] != base
      guard isOurs || isTheirs else {
        between += region.base.count
        continue
      }
      if let last, between < count, last.isOurs != isOurs || last.isTheirs != isTheirs { return false }
      (last, between) = ((isOurs, isTheirs), 0)
    }
    return true
  }

  // MARK: Parts

  /// Words with the blanks behind them.
  static func words(_ text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var words: [ArraySlice<UInt8>] = []
    var start = text.startIndex
    for index in text.indices.dropFirst() where text[index - 1].isASCIIWhitespace && !text[index].isASCIIWhitespace {
      words.append(text[start..<index])
      start = index
    }
    if start < text.endIndex { words.append(text[start...]) }
    return words
  }

  /// Sentences with the blanks behind them. One ends at a full stop, question or exclamation mark before a blank, but where a
  /// small letter follows; at the marks that Chinese and Japanese have for these; and where a line is broken on purpose.
  static func sentences(_ text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var sentences: [ArraySlice<UInt8>] = []
    var start = text.startIndex
    var index = start
    while index < text.endIndex {
      guard let end = end(ofSentenceAt: index, in: text) else {
        index += 1
        continue
      }
      if end < text.endIndex { sentences.append(text[start..<end]) }
      if end < text.endIndex { start = end }
      index = end
    }
    if start < text.endIndex { sentences.append(text[start...]) }
    return sentences
  }

  /// Where the next sentence begins, if one ends with the sign at `index`.
  private static func end(ofSentenceAt index: Int, in text: ArraySlice<UInt8>) -> Int? {
    func blanks(from start: Int) -> Int { text[start...].firstIndex { !$0.isASCIIWhitespace } ?? text.endIndex }
    let rest = text[index...]
    if rest.starts(with: "  \n".utf8) || rest.starts(with: "\\\n".utf8) { return blanks(from: index + 1) }
    if let mark = wideEnds.first(where: { rest.starts(with: $0) }) {
      return blanks(from: index + mark.count)
    }
    guard [0x2E, 0x21, 0x3F].contains(text[index]) else { return nil }
    var end = index + 1
    while end < text.endIndex {
      if closers.contains(text[end]) {
        end += 1
      } else if let mark = wideClosers.first(where: { text[end...].starts(with: $0) }) {
        end += mark.count
      } else {
        break
      }
    }
    guard end < text.endIndex, text[end].isASCIIWhitespace else { return nil }
    let next = blanks(from: end)
    let isSmall = next < text.endIndex && (0x61...0x7A).contains(text[next])
    return isSmall ? nil : next
  }

  private static let closers = Set(".!?\"')]}*_".utf8)
  private static let wideClosers = ["\u{201D}", "\u{2019}", "\u{BB}", "\u{2026}"].map { Array($0.utf8) }
  private static let wideEnds = ["\u{3002}", "\u{FF01}", "\u{FF1F}"].map { Array($0.utf8) }
}
