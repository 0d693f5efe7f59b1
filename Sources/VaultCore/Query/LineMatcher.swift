/// A line of a note that a search found something in.
package struct LineMatch: Sendable, Hashable {
  /// Counts from 1, in the file.
  package var line: Int
  /// The line without its ending.
  package var text: String
  /// UTF-8 offsets in `text`, in order, not overlapping.
  package var ranges: [Range<Int>]
  /// The one of `ranges` to be seen where not all of the line is: that of the word that tells most.
  package var focus = 0
  /// The headings it stands under, outermost first.
  package var heading: [String]
  /// The lines around it that were asked for, without those that match themselves.
  package var before: [String] = []
  package var after: [String] = []
}

extension LineMatch {
  /// Lines with the places found in them, in the order of the note, with `context` lines around each; a line between two of
  /// them is shown once, behind the first.
  ///
  /// - Parameters:
  ///   - found: By the line's place in `table`, the ranges in it.
  ///   - heading: What the line at a place in `table` stands under.
  ///   - firstNumber: The number of the table's first line.
  static func matches(
    _ found: [(line: Int, ranges: [Range<Int>], focus: Int)], _ table: LineTable, _ bytes: UnsafeBufferPointer<UInt8>,
    context: Int, heading: (Int) -> [String], firstNumber: Int
  ) -> [LineMatch] {
    func text(_ line: Int) -> String { bytes.text(table.starts[line]..<table.contentEnd(line, in: bytes)) }
    return found.indices.map { index in
      let line = found[index].line
      var match = LineMatch(
        line: line + firstNumber, text: text(line), ranges: found[index].ranges, focus: found[index].focus,
        heading: heading(line))
      if context > 0 {
        let previous = index > 0 ? min(found[index - 1].line + context, line - 1) : -1
        let next = index + 1 < found.count ? found[index + 1].line : table.count
        match.before = (max(previous + 1, line - context)..<line).map(text)
        match.after = (line + 1..<max(min(line + context + 1, next), line + 1)).map(text)
      }
      return match
    }
  }
}

/// A text that lines are shown for.
package struct LineTarget: Hashable, Sendable {
  package var leaf: TextLeaf
  /// Only in lines of the units that meet it.
  var unit: TextCheck?
  /// Only in lines of tasks.
  var isTask = false
  /// How much it tells, of the one of a query that tells most: from 0 to 1.
  package var weight = 1.0

  package init(_ leaf: TextLeaf, unit: TextCheck? = nil, isTask: Bool = false, weight: Double = 1) {
    self.leaf = leaf
    self.unit = unit
    self.isTask = isTask
    self.weight = weight
  }
}

/// Finds the lines in which texts of a query stand, and where in them.
package struct LineMatcher {
  private let targets: [LineTarget]
  private var finder = TextFinder()

  package init(targets: [LineTarget]) {
    // A title or a tag is no line of the text, but its words often are.
    self.targets = targets
  }

  /// The best `limit` lines of the body in the order of the note; all of them without a limit. With each come `context`
  /// lines on either side.
  package mutating func matches(
    in bytes: UnsafeBufferPointer<UInt8>, document: MarkdownDocument, limit: Int?, context: Int = 0
  ) -> [LineMatch] {
    finder.forgetText()
    var found = lines(bytes, document, targets)
    // A phrase may span two lines: then its words show where.
    if found.isEmpty { found = lines(bytes, document, targets.flatMap(\.singleWords)) }
    if found.isEmpty { return matches(inFrontMatterOf: bytes, limit: limit, context: context) }
    return matches(found, in: bytes, document, limit: limit, context: context)
  }

  /// The note's first sentence, for one that is found by its name: of the first paragraph or list item, with its line. Nil
  /// where there is none.
  package static func opening(of bytes: UnsafeBufferPointer<UInt8>, document: MarkdownDocument) -> LineMatch? {
    let kinds: [MarkdownDocument.Line.Kind] = [.paragraph, .bullet, .ordered, .task, .quote]
    guard let line = document.lines.firstIndex(where: { kinds.contains($0.kind) && !$0.content.isEmpty }) else {
      return nil
    }
    let number = line + 1 + document.lineOffset
    let text = bytes.text(document.lines[line].content)
    return LineMatch(
      line: number, text: firstSentence(of: text), ranges: [], heading: document.headingPath(ofLine: number))
  }

  /// Up to the first full stop, question mark or exclamation mark behind which a blank stands.
  private static func firstSentence(of text: String) -> String {
    var previous: Character?
    for index in text.indices {
      if let mark = previous, text[index] == " ", ".?!".contains(mark) { return String(text[..<index]) }
      previous = text[index]
    }
    return text
  }

  /// The lines of the properties that match, where none of the body does.
  private mutating func matches(
    inFrontMatterOf bytes: UnsafeBufferPointer<UInt8>, limit: Int?, context: Int
  ) -> [LineMatch] {
    let content = FrontMatterFence.find(in: bytes).contentRange
    guard !content.isEmpty else { return [] }
    let text = UnsafeBufferPointer(rebasing: bytes[..<content.upperBound])
    let document = MarkdownDocument(text, bodyStart: content.lowerBound)
    var matches = matches(lines(text, document, targets), in: text, document, limit: limit, context: context)
    // What looks like a heading there is a comment.
    for index in matches.indices { matches[index].heading = [] }
    return matches
  }

  private func matches(
    _ candidates: [Candidate], in bytes: UnsafeBufferPointer<UInt8>, _ document: MarkdownDocument, limit: Int?,
    context: Int
  ) -> [LineMatch] {
    var chosen = candidates
    if let limit, candidates.count > limit {
      chosen = Array(candidates.sorted { ($0.score, -$0.line) > ($1.score, -$1.line) }.prefix(limit))
        .sorted { $0.line < $1.line }
    }
    return LineMatch.matches(
      chosen.map { ($0.line, $0.ranges, $0.focus) }, document.lineTable, bytes, context: context,
      heading: { document.headingPath(ofLine: $0 + 1 + document.lineOffset) }, firstNumber: 1 + document.lineOffset)
  }

  private struct Candidate {
    var line: Int
    /// In order, none overlapping another.
    var ranges: [Range<Int>]
    /// The place in `ranges` of the word that tells most.
    var focus: Int
    var score: Double
  }

  private mutating func lines(
    _ bytes: UnsafeBufferPointer<UInt8>, _ document: MarkdownDocument, _ targets: [LineTarget]
  ) -> [Candidate] {
    guard !targets.isEmpty else { return [] }
    var allowed: [TextCheck: Set<Int>] = [:]
    for unit in Set(targets.compactMap(\.unit)) { allowed[unit] = unit.lines(in: bytes, document, &finder) }
    let firstWords = targets.map { $0.leaf.firstWord.map(CaselessSearch.init) }
    let mayBeAnywhere = firstWords.contains { $0 == nil }
    var candidates: [Candidate] = []
    for line in 0..<document.lineTable.count {
      let range = document.lineTable.starts[line]..<document.lineTable.contentEnd(line, in: bytes)
      guard !range.isEmpty else { continue }
      let text = UnsafeBufferPointer(rebasing: bytes[range])
      // What letters beyond ASCII fold to is for the scanner to say.
      guard
        mayBeAnywhere || text.firstBeyondASCII(from: 0) != nil
          || firstWords.contains(where: { $0?.isFound(in: text) == true })
      else { continue }
      var found = candidate(in: text, line, targets, allowed, document)
      if found != nil, String(validating: text, as: UTF8.self) == nil {
        // What is shown has U+FFFD where this has none, so the places have to be those of what is shown. There may be none:
        // each byte by itself is U+FFFD where it is looked for, and several together where they are shown.
        let shown = Array(String(decoding: text, as: UTF8.self).utf8)
        shown.withUnsafeBufferPointer { found = candidate(in: $0, line, targets, allowed, document) }
        finder.forgetText()
      }
      if let found { candidates.append(found) }
    }
    return candidates
  }

  /// A line in which targets stand; nil where none does.
  private mutating func candidate(
    in text: UnsafeBufferPointer<UInt8>, _ line: Int, _ targets: [LineTarget], _ allowed: [TextCheck: Set<Int>],
    _ document: MarkdownDocument
  ) -> Candidate? {
    var ranges: [Range<Int>] = []
    var best: (weight: Double, place: Int) = (-1, 0)
    // What the targets in the line tell, and how many they are.
    var score = 0.0
    var distinct = 0
    for target in targets {
      if let unit = target.unit, allowed[unit]?.contains(line) != true { continue }
      if target.isTask, document.lines[line].kind != .task { continue }
      let places = finder.ranges(of: target.leaf, in: text)
      if places.isEmpty { continue }
      distinct += 1
      score += 100 * target.weight
      let whole = target.leaf.wholeLength.flatMap { length in places.first { $0.count == length } }
      if whole != nil { score += 20 * target.weight }
      let place = (whole ?? places[0]).lowerBound
      if (target.weight, -place) > (best.weight, -best.place) { best = (target.weight, place) }
      ranges += places
    }
    guard distinct > 0 else { return nil }
    ranges = Self.merged(ranges)
    let isHeading = document.lines[line].kind == .heading
    score += (isHeading ? 50 : 0) + Double(min(ranges.count, 20))
    if distinct > 1, let first = ranges.first, let last = ranges.last {
      // Words that stand together say more than scattered ones.
      score += Double(max(0, 40 - (last.upperBound - first.lowerBound) / 8))
    }
    if ranges.allSatisfy({ Self.isInAddress($0, text) }) { score -= 60 }
    return Candidate(
      line: line, ranges: ranges, focus: ranges.firstIndex { $0.contains(best.place) } ?? 0, score: score)
  }

  /// Returns true when the run without blanks around a place is an address on the net.
  private static func isInAddress(_ range: Range<Int>, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var start = range.lowerBound
    while start > 0, text[start - 1] > 0x20 { start -= 1 }
    var i = start
    while i + 2 < text.count, text[i] > 0x20 {
      if text[i] == 0x3A, text[i + 1] == 0x2F, text[i + 2] == 0x2F { return i < range.upperBound }
      i += 1
    }
    return false
  }

  private static func merged(_ ranges: [Range<Int>]) -> [Range<Int>] {
    var merged: [Range<Int>] = []
    for range in ranges.sorted(by: { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }) {
      if let last = merged.last, range.lowerBound < last.upperBound {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    return merged
  }
}

extension LineTarget {
  /// A target for each word of a phrase; none for a single word.
  fileprivate var singleWords: [LineTarget] {
    switch leaf {
    case .words(let pattern), .exactWords(let pattern, _):
      pattern.singleWords.map { LineTarget(.words($0), unit: unit, isTask: isTask, weight: weight) }
    case .literal, .expression: []
    }
  }
}

extension TextLeaf {
  /// The folded word that a line has to hold to match; nil where no single word tells.
  fileprivate var firstWord: [UInt8]? {
    switch self {
    case .words(let pattern), .exactWords(let pattern, _):
      pattern.isInside ? pattern.bytes : Array(pattern.bytes.dropFirst().prefix { $0 != 0x20 })
    case .literal(let text, let isFolded): isFolded ? text : nil
    case .expression: nil
    }
  }

  /// How long a match of whole words is where nothing in it is folded to another length.
  fileprivate var wholeLength: Int? {
    if case .words(let pattern) = self, !pattern.isInside { pattern.bytes.count - 1 } else { nil }
  }
}
