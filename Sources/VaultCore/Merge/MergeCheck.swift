/// What must hold of everything that the rules of a merge have made, found without them.
///
/// Each text is counted: what both sides have done to a word, a line or a task must be in the result, within what equal
/// changes of both allow.
struct MergeCheck {
  /// The bytes of the three texts, or of some place in them, and what was made of them.
  let sides: ThreeSides<ArraySlice<UInt8>>
  let result: ArraySlice<UInt8>
  /// Lines with one of these keys say when a note was changed, and the earlier of two goes.
  var newest: [String] = []

  var isRight: Bool { wordsAddUp && linesAreKnown }

  // MARK: Words

  /// True when each word stands in the result as often as in ours and theirs together, less those of the base. Where both
  /// sides added or removed one it may be the same one. The day of a done task is left out: the earlier one stays.
  var wordsAddUp: Bool {
    var counts: [ArraySlice<UInt8>: SIMD4<Int>] = [:]
    for (index, text) in [sides.base, sides.ours, sides.theirs, result].enumerated() {
      for word in Self.words(of: text, without: newest) { counts[word, default: .zero][index] += 1 }
    }
    return counts.values.allSatisfy { count in
      Self.range(base: count[0], ours: count[1], theirs: count[2]).contains(count[3])
    }
  }

  /// How often something may be in the result that is so often in the three texts.
  static func range(base: Int, ours: Int, theirs: Int) -> ClosedRange<Int> {
    let (mine, others) = (ours - base, theirs - base)
    let both = max(0, base + mine + others)
    if mine > 0, others > 0 { return base + max(mine, others)...both }
    if mine < 0, others < 0 { return both...base + min(mine, others) }
    return both...both
  }

  /// Letters and digits together, and any bytes beyond ASCII.
  private static func words(of text: ArraySlice<UInt8>, without newest: [String]) -> [ArraySlice<UInt8>] {
    text.split(separator: 0x0A).flatMap { line -> [ArraySlice<UInt8>] in
      if newest.contains(where: { isKey($0, of: line) }) { return [] }
      var words = line.split { !$0.isASCIILetterOrDigit && $0 < 0x80 }
      for index in words.indices.reversed()
      where words[index].elementsEqual("completion".utf8) || words[index].starts(with: "✅".utf8) {
        let day = words[(index + 1)...].prefix(3)
        guard day.map(\.count) == [4, 2, 2], day.joined().allSatisfy(\.isDigit) else { continue }
        words.removeSubrange(day.indices)
      }
      // A box says done by either letter.
      return words.map { $0.elementsEqual([0x58]) ? [0x78] : $0 }
    }
  }

  private static func isKey(_ key: String, of line: ArraySlice<UInt8>) -> Bool {
    let start = line.drop { $0 == 0x22 || $0 == 0x27 || $0.isSpaceOrTab }
    guard start.count > key.utf8.count, zip(start, key.utf8).allSatisfy({ $0.asciiLowered == $1.asciiLowered }) else {
      return false
    }
    return start.dropFirst(key.utf8.count).first { $0 != 0x22 && $0 != 0x27 && !$0.isSpaceOrTab } == 0x3A
  }

  // MARK: Lines

  /// True when each line of the result is one of ours or theirs, but for blanks at its end, or is made of the words of both.
  var linesAreKnown: Bool {
    let known = Set((Self.lines(of: sides.ours) + Self.lines(of: sides.theirs)))
    var words: Set<ArraySlice<UInt8>>?
    return Self.lines(of: result).allSatisfy { line in
      if known.contains(line) { return true }
      let here = words ?? Set([sides.ours, sides.theirs].flatMap { Self.words(of: $0, without: []) })
      words = here
      return Self.words(of: line, without: newest).allSatisfy(here.contains)
    }
  }

  private static func lines(of text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    text.split(separator: 0x0A).map(withoutBlanks).filter { !$0.isEmpty }
  }

  static func withoutBlanks(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    line.dropLast(line.reversed().prefix(while: \.isASCIIWhitespace).count)
  }

  // MARK: Front matter

  /// True when front matter that could be read in all three texts can be read in the result, with the keys that ours and
  /// theirs have or one of them removed, and no value that neither has, but for lists of what both have.
  static func frontMatterIsRight(_ sides: ThreeSides<[UInt8]>, _ result: [UInt8]) -> Bool {
    func read(_ bytes: [UInt8]) -> FrontMatter { bytes.withUnsafeBufferPointer { FrontMatterParser.parse($0) } }
    let (texts, made) = (sides.map(read), read(result))
    guard texts.all.allSatisfy({ $0.diagnostics.isEmpty }) else { return true }
    guard made.diagnostics.isEmpty, (made.format == .none) == result.isEmpty else { return false }
    let keys = [texts.ours, texts.theirs].flatMap(\.properties).map(\.key)
    for key in keys {
      let values = texts.map { $0[key]?.value }
      guard let value = made[key]?.value else {
        guard values.base != nil, values.ours == nil || values.theirs == nil else { return false }
        continue
      }
      if value == values.ours || value == values.theirs { continue }
      let known = Set([values.ours, values.theirs].compactMap { $0 }.flatMap(Self.items))
      guard Set(items(value)).isSubset(of: known) else { return false }
    }
    return made.properties.allSatisfy { property in keys.contains { $0.caseInsensitiveEquals(property.key) } }
  }

  /// True unless all three can be read, each key once, and the result cannot.
  static func frontMatterReads(_ sides: ThreeSides<[UInt8]>, _ result: [UInt8]) -> Bool {
    func reads(_ bytes: [UInt8]) -> Bool {
      bytes.withUnsafeBufferPointer { FrontMatterParser.parse($0) }.diagnostics.isEmpty
    }
    return reads(result) || !sides.all.allSatisfy(reads)
  }

  private static func items(_ value: PropertyValue) -> [PropertyValue] {
    switch value {
    case .null: []
    case .list(let items): items
    case .map(let properties): properties.flatMap { items($0.value) }
    default: [value]
    }
  }
}
