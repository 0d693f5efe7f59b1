/// A line of a note that a search found something in.
package struct LineMatch: Sendable, Hashable {
  /// Counts from 1, in the file.
  package var line: Int
  /// The line without its ending.
  package var text: String
  /// UTF-8 offsets in `text`, in order, not overlapping.
  package var ranges: [Range<Int>]
  /// The headings it stands under, outermost first.
  package var heading: [String]

  package init(line: Int, text: String, ranges: [Range<Int>], heading: [String]) {
    self.line = line
    self.text = text
    self.ranges = ranges
    self.heading = heading
  }
}

/// Finds the lines in which patterns occur, and where in them.
package struct LineMatcher {
  private let patterns: [WordPattern]
  private var scanner = WordScanner()
  private var words: [UInt8] = []
  private var parts: [UInt8] = []

  package init(patterns: [WordPattern]) {
    // A title or a tag is no line of the text, but its words often are.
    self.patterns = patterns
    scanner.records = true
  }

  /// The best `limit` lines of the body in the order of the note; all of them without a limit.
  package mutating func matches(
    in bytes: UnsafeBufferPointer<UInt8>, document: MarkdownDocument, limit: Int?
  ) -> [LineMatch] {
    let found = lines(bytes, document, patterns)
    // A phrase may span two lines: then its words show where.
    let candidates = found.isEmpty ? lines(bytes, document, patterns.flatMap(\.singleWords)) : found
    var chosen = candidates
    if let limit, candidates.count > limit {
      chosen = Array(candidates.sorted { ($0.score, -$0.line) > ($1.score, -$1.line) }.prefix(limit))
        .sorted { $0.line < $1.line }
    }
    return chosen.map { candidate in
      let range = document.lineTable.starts[candidate.line]..<document.lineTable.contentEnd(candidate.line, in: bytes)
      return LineMatch(
        line: candidate.line + 1 + document.lineOffset, text: bytes.text(range),
        ranges: candidate.ranges, heading: document.headingPath(ofLine: candidate.line + 1 + document.lineOffset))
    }
  }

  private struct Candidate {
    var line: Int
    var ranges: [Range<Int>]
    var score: Int
  }

  private mutating func lines(
    _ bytes: UnsafeBufferPointer<UInt8>, _ document: MarkdownDocument, _ patterns: [WordPattern]
  ) -> [Candidate] {
    guard !patterns.isEmpty else { return [] }
    let firstWords = patterns.map { Array($0.bytes.dropFirst().prefix { $0 != 0x20 }) }
    var found: [Candidate] = []
    for line in 0..<document.lineTable.count {
      let range = document.lineTable.starts[line]..<document.lineTable.contentEnd(line, in: bytes)
      guard !range.isEmpty else { continue }
      let text = UnsafeBufferPointer(rebasing: bytes[range])
      guard Self.mayContain(text, firstWords) else { continue }
      words.removeAll(keepingCapacity: true)
      parts.removeAll(keepingCapacity: true)
      words.append(0x20)
      parts.append(0x20)
      scanner.clearRecords()
      guard scanner.append(text, to: &words, parts: &parts) > 0 else { continue }
      var ranges: [Range<Int>] = []
      var distinct = 0
      for pattern in patterns {
        let before = ranges.count
        pattern.forEachOccurrence(in: words) { at, whole in
          if whole || pattern.isPrefix { add(pattern, at, scanner.wordRecords, text, &ranges) }
        }
        if ranges.count == before {
          pattern.forEachOccurrence(in: parts) { at, whole in
            if whole || pattern.isPrefix { add(pattern, at, scanner.partRecords, text, &ranges) }
          }
        }
        if ranges.count > before { distinct += 1 }
      }
      guard distinct > 0 else { continue }
      let isHeading = document.lines[line].kind == .heading
      let merged = Self.merged(ranges)
      found.append(
        Candidate(line: line, ranges: merged, score: distinct * 100 + (isHeading ? 50 : 0) + min(merged.count, 40)))
    }
    return found
  }

  /// False only where reading the words of `text` would find none of `words`, which are folded.
  private static func mayContain(_ text: UnsafeBufferPointer<UInt8>, _ words: [[UInt8]]) -> Bool {
    func lowered(_ c: UInt8) -> UInt8 { c >= 0x41 && c <= 0x5A ? c | 0x20 : c }
    for i in text.indices {
      // What other letters fold to is for the scanner to say.
      if text[i] >= 0x80 { return true }
      let first = lowered(text[i])
      for word in words where word[0] == first && i + word.count <= text.count {
        if word.indices.allSatisfy({ lowered(text[i + $0]) == word[$0] }) { return true }
      }
    }
    return false
  }

  private func add(
    _ pattern: WordPattern, _ at: Int, _ records: [WordScanner.Record], _ text: UnsafeBufferPointer<UInt8>,
    _ ranges: inout [Range<Int>]
  ) {
    guard let first = Self.record(at: at + 1, in: records) else { return }
    let last = min(first + pattern.wordCount - 1, records.count - 1)
    var end = records[last].source.upperBound
    if pattern.isPrefix, records[last].isRun, pattern.lastWordScalars == 1 {
      end = records[last].source.lowerBound + decodeScalar(text, at: records[last].source.lowerBound).length
    }
    ranges.append(records[first].source.lowerBound..<max(end, records[first].source.lowerBound))
  }

  private static func record(at offset: Int, in records: [WordScanner.Record]) -> Int? {
    var low = 0
    var high = records.count
    while low < high {
      let middle = (low + high) / 2
      if records[middle].offset < offset { low = middle + 1 } else { high = middle }
    }
    return low < records.count && records[low].offset == offset ? low : nil
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
