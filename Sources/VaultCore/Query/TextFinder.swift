/// Looks for texts of a query in pieces of a note's text. Keeps what it has learned: use one per thread.
package struct TextFinder {
  var scanner = WordScanner()
  private var machines: [(machine: PatternMachine, literal: FoldedSearch?)] = []
  private var leaves: [Query.TextMatch: TextLeaf?] = [:]
  private var words: [UInt8] = []
  private var parts: [UInt8] = []
  private var folded: [UInt8] = []
  /// The literal that was looked for last.
  private var search = FoldedSearch([])
  /// What `words` and `parts` are made of.
  private var scanned: UnsafeBufferPointer<UInt8>?

  package init() {
    scanner.records = true
  }

  /// To be called where other text may stand at the same place in memory from now on.
  package mutating func forgetText() { scanned = nil }

  // MARK: Whether it is there

  /// `text` may have several lines; a regular expression has to be found in one of them.
  package mutating func finds(
    _ leaf: TextLeaf, in text: UnsafeBufferPointer<UInt8>
  ) throws(PatternProblem) -> Bool {
    switch leaf {
    case .words(let pattern):
      scan(text)
      return pattern.occurrences(in: words).begun > 0 || pattern.occurrences(in: parts).begun > 0
    case .exactWords(let pattern, let written):
      scan(text)
      return !exactRanges(pattern, written, text).isEmpty
    case .literal(let needle, let isFolded): return holds(needle, isFolded: isFolded, text)
    case .expression(let pattern):
      var isFound = false
      try forEachLine(of: text, thatMayMatch: number(of: pattern)) { machine, line throws(PatternProblem) in
        isFound = try machine.matches(line)
        return !isFound
      }
      return isFound
    }
  }

  package mutating func finds(_ match: Query.TextMatch, in text: String) throws(PatternProblem) -> Bool {
    if leaves[match] == nil { leaves[match] = .some(TextLeaf(ofText: match, &scanner)) }
    guard case .some(.some(let leaf)) = leaves[match] else { return false }
    return try finds(leaf, in: text)
  }

  package mutating func finds(_ leaf: TextLeaf, in text: String) throws(PatternProblem) -> Bool {
    forgetText()
    defer { forgetText() }
    let bytes = Array(text.utf8)
    return try bytes.withUnsafeBufferPointer { (bytes) throws(PatternProblem) in try finds(leaf, in: bytes) }
  }

  package mutating func finds(_ formula: TextFormula, in text: String) throws(PatternProblem) -> Bool {
    forgetText()
    defer { forgetText() }
    let bytes = Array(text.utf8)
    return try bytes.withUnsafeBufferPointer { (bytes) throws(PatternProblem) in try formula.holds(in: bytes, &self) }
  }

  /// In how many lines it stands; nil for words, which may stand on two.
  mutating func lineCount(
    of leaf: TextLeaf, in text: UnsafeBufferPointer<UInt8>
  ) throws(PatternProblem) -> Int? {
    switch leaf {
    case .words, .exactWords: return nil
    case .literal(let needle, let isFolded):
      guard holds(needle, isFolded: isFolded, text) else { return 0 }
      var count = 0
      if isFolded {
        search.forEachLine(in: text, &scanner, folded: &folded) { _ in
          count += 1
          return true
        }
      } else {
        var lines = LineReading(text)
        while let line = lines.next() {
          if search.isFound(asItStandsIn: UnsafeRawBufferPointer(line)) { count += 1 }
        }
      }
      // One with a line ending stands in none.
      return max(count, 1)
    case .expression(let pattern):
      var count = 0
      try forEachLine(of: text, thatMayMatch: number(of: pattern)) { machine, line throws(PatternProblem) in
        if try machine.matches(line) { count += 1 }
        return true
      }
      return count
    }
  }

  private mutating func holds(_ needle: [UInt8], isFolded: Bool, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    if search.needle != needle { search = FoldedSearch(needle) }
    return isFolded
      ? search.isFound(in: text, &scanner, folded: &folded) : search.isFound(asItStandsIn: UnsafeRawBufferPointer(text))
  }

  private mutating func number(of pattern: JavaScriptPattern) -> Int {
    if let known = machines.firstIndex(where: { $0.machine.pattern == pattern }) { return known }
    let written = String(String.UnicodeScalarView(pattern.requirement.longestLiteral ?? []))
    let literal = scanner.folded(written)
    machines.append((PatternMachine(pattern), literal.isEmpty ? nil : FoldedSearch(literal)))
    return machines.count - 1
  }

  /// A line without the plain text that every match holds is passed over: that is much quicker to see.
  private mutating func forEachLine(
    of text: UnsafeBufferPointer<UInt8>, thatMayMatch number: Int,
    _ body: (inout PatternMachine, UnsafeBufferPointer<UInt8>) throws(PatternProblem) -> Bool
  ) throws(PatternProblem) {
    guard let literal = machines[number].literal else {
      var lines = LineReading(text)
      while let line = lines.next() {
        guard try body(&machines[number].machine, line) else { return }
      }
      return
    }
    try literal.forEachLine(in: text, &scanner, folded: &folded) { line throws(PatternProblem) in
      try body(&machines[number].machine, line)
    }
  }

  private mutating func scan(_ text: UnsafeBufferPointer<UInt8>) {
    if let scanned, scanned.baseAddress == text.baseAddress, scanned.count == text.count { return }
    words.removeAll(keepingCapacity: true)
    parts.removeAll(keepingCapacity: true)
    words.append(0x20)
    parts.append(0x20)
    scanner.clearRecords()
    scanner.append(text, to: &words, parts: &parts)
    scanned = text
  }

  // MARK: Where it is

  /// Byte offsets in `text`, in order for one leaf; they may overlap.
  package mutating func ranges(of leaf: TextLeaf, in text: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
    switch leaf {
    case .words(let pattern):
      scan(text)
      return ranges(pattern, words, scanner.wordRecords, text) + ranges(pattern, parts, scanner.partRecords, text)
    case .exactWords(let pattern, let written):
      scan(text)
      return exactRanges(pattern, written, text)
    case .literal(let needle, let isFolded): return literalRanges(needle, isFolded: isFolded, text)
    case .expression(let pattern):
      let number = number(of: pattern)
      if let literal = machines[number].literal, !literal.isFound(in: text, &scanner, folded: &folded) { return [] }
      return machines[number].machine.ranges(in: text)
    }
  }

  private mutating func ranges(
    _ pattern: WordPattern, _ words: [UInt8], _ records: [WordScanner.Record], _ text: UnsafeBufferPointer<UInt8>
  ) -> [Range<Int>] {
    var places: [Int] = []
    pattern.forEachOccurrence(in: words) { at, whole in
      if whole || pattern.isPrefix { places.append(at) }
    }
    var found: [Range<Int>] = []
    for at in places {
      guard let first = records.index(at: at + 1) else { continue }
      let last = min(first + pattern.wordCount - 1, records.count - 1)
      var end = records[last].source.upperBound
      if pattern.isPrefix, records[last].isRun, pattern.lastWordScalars == 1 {
        end = records[last].source.lowerBound + decodeScalar(text, at: records[last].source.lowerBound).length
      }
      found.append(records[first].source.lowerBound..<max(endOfMarks(end, text), records[first].source.lowerBound))
    }
    return found
  }

  /// Accents and skin tones belong to what they stand behind.
  private mutating func endOfMarks(_ end: Int, _ text: UnsafeBufferPointer<UInt8>) -> Int {
    var end = end
    while end < text.count {
      let (value, length) = decodeScalar(text, at: end)
      guard value >= 0x80, scanner.folding.fold(value).scalarClass == .ignored else { break }
      end += length
    }
    return end
  }

  private func exactRanges(
    _ pattern: WordPattern, _ written: [[UInt8]], _ text: UnsafeBufferPointer<UInt8>
  ) -> [Range<Int>] {
    var found: [Range<Int>] = []
    let records = scanner.wordRecords
    let count = pattern.wordCount
    pattern.forEachOccurrence(in: words) { at, whole in
      guard whole || pattern.isPrefix, let first = records.index(at: at + 1), first + count <= records.count,
        count <= written.count
      else { return }
      for index in 0..<count {
        let word = UnsafeBufferPointer(rebasing: text[records[first + index].source])
        let isLast = index == count - 1
        guard isLast && pattern.isPrefix ? word.starts(with: written[index]) : word.elementsEqual(written[index]) else {
          return
        }
      }
      found.append(records[first].source.lowerBound..<records[first + count - 1].source.upperBound)
    }
    return found
  }

  private mutating func literalRanges(
    _ needle: [UInt8], isFolded: Bool, _ text: UnsafeBufferPointer<UInt8>
  ) -> [Range<Int>] {
    var haystack: [UInt8] = []
    var offsets: [Int] = []
    if isFolded {
      scanner.appendFolded(text, to: &haystack, offsets: &offsets)
    } else {
      haystack = Array(text)
      offsets = Array(text.indices)
    }
    offsets.append(text.count)
    let search = ByteSearch(needle)
    var found: [Range<Int>] = []
    var at = 0
    haystack.withUnsafeBytes { haystack in
      while let start = search.first(in: haystack, from: at) {
        let last = offsets[start + needle.count - 1]
        // To the end of the scalar that the last byte came from.
        let length = isFolded ? decodeScalar(text, at: last).length : 1
        found.append(offsets[start]..<(isFolded ? endOfMarks(last + length, text) : last + length))
        at = start + needle.count
      }
    }
    return found
  }
}
