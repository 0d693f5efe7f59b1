/// Splits text into folded words: the one place that decides what a word is, for the index, for queries and for
/// reading files without an index.
///
/// Words are appended to a byte buffer, each followed by one blank, so that a buffer that begins with a blank holds a
/// word exactly where ` word ` occurs, and a phrase where ` first second ` does. A word is letters, digits and inner
/// `_`. Text in scripts without blanks between words becomes overlapping pairs and, at the end of a run, its last
/// letter, so that any substring of it is a sequence of those (or the beginning of one). Symbols and emoji are words
/// of their own. Parts of `camelCase` and `snake_case` words go to a second buffer, a lone `_` between two words'.
package struct WordScanner {
  /// Longer words are cut, in text and query alike: nobody looks for the end of encoded data.
  package static let longestWord = 96

  var folding = ScalarFolding()
  /// The words of the text that is being read.
  private let output = WordBuffer()
  /// Where they will stand in the buffer they are appended to.
  private var firstOffset = 0
  /// How many letters the last word's run has, where it is of a script without blanks; 0 otherwise.
  package private(set) var lastRunLength = 0

  /// The words that were cut since this was last emptied, whole, a blank after each.
  var longWords: [UInt8] = []

  /// Where a word came from.
  struct Record {
    /// The offset of its first byte in the buffer.
    var offset: Int
    /// Its bytes in the text.
    var source: Range<Int>
    /// True when it is a piece of a run in a script without blanks.
    var isRun: Bool
  }

  /// True to note where words came from.
  var records = false
  private(set) var wordRecords: [Record] = []
  private(set) var partRecords: [Record] = []

  package init() {}

  mutating func clearRecords() {
    wordRecords.removeAll(keepingCapacity: true)
    partRecords.removeAll(keepingCapacity: true)
  }

  /// Appends the words of `text` to `words`, and the parts of compound ones to `parts`. Returns how many words.
  @discardableResult
  package mutating func append(
    _ text: UnsafeBufferPointer<UInt8>, to words: inout [UInt8], parts: inout [UInt8]
  ) -> Int {
    output.removeAll()
    firstOffset = words.count
    let count = scan(text, &parts)
    words.append(contentsOf: output.bytes)
    return count
  }

  /// Notes where the word came from that begins at a place of `output`, where that is wanted.
  @inline(__always)
  private mutating func note(_ place: Int, from source: Range<Int>, isRun: Bool = false) {
    if records { wordRecords.append(Record(offset: firstOffset + place, source: source, isRun: isRun)) }
  }

  private mutating func scan(_ text: UnsafeBufferPointer<UInt8>, _ parts: inout [UInt8]) -> Int {
    var count = 0
    var i = 0
    let end = text.count
    while i < end {
      let c = text[i]
      if c < 0x80 {
        let kind = Self.asciiKind(c)
        if kind == 0 {
          i += 1
          continue
        }
        if !records, copyPlainWords(text, &i, &count) { continue }
        if scanWord(text, &i, &parts) { count += 1 }
        continue
      }
      let (value, length) = decodeScalar(text, at: i)
      let folded = folding.fold(value)
      switch folded.scalarClass {
      case .separator, .ignored:
        i += length
      case .symbol:
        lastRunLength = 0
        note(output.count, from: i..<i + length)
        appendScalar(value, to: output)
        output.append(0x20)
        count += 1
        i += length
      case .unspaced:
        count += scanRun(text, &i)
      case .word:
        if scanWord(text, &i, &parts) { count += 1 }
      }
    }
    return count
  }

  /// 0 separator, 1 lower-case letter or digit, 2 upper-case letter, 3 underscore.
  @inline(__always)
  private static func asciiKind(_ c: UInt8) -> Int {
    if isPlain(c) { return 1 }
    if c >= 0x41 && c <= 0x5A { return 2 }
    return c == 0x5F ? 3 : 0
  }

  @inline(__always)
  private static func isPlain(_ c: UInt8) -> Bool { c &- 0x61 < 26 || c &- 0x30 < 10 }

  /// Copies words of ASCII letters and digits that are stored as they stand but for capitals, each at a word's
  /// beginning: most of what people write. Stops before any other word; false when there is none to copy.
  private mutating func copyPlainWords(_ text: UnsafeBufferPointer<UInt8>, _ i: inout Int, _ count: inout Int) -> Bool {
    var next = i
    var found = 0
    // Each word is followed by another byte or by the end, so the words with their blanks take that one byte more.
    let start = output.reserve(text.count - next + 1)
    var end = start
    while next < text.count {
      let first = text[next]
      guard first < 0x80 else { break }
      let kind = Self.asciiKind(first)
      if kind == 0 {
        next += 1
        continue
      }
      guard kind < 3 else { break }
      var wordEnd = end
      wordEnd.pointee = first | (kind == 2 ? 0x20 : 0)
      wordEnd += 1
      var place = next + 1
      while place < text.count, Self.isPlain(text[place]) {
        wordEnd.pointee = text[place]
        wordEnd += 1
        place += 1
      }
      let isWhole = place == text.count || text[place] < 0x80 && Self.asciiKind(text[place]) == 0
      guard isWhole, place - next <= Self.longestWord else { break }
      wordEnd.pointee = 0x20
      end = wordEnd + 1
      found += 1
      next = place
    }
    guard next > i else { return false }
    output.count += end - start
    if found > 0 { lastRunLength = 0 }
    count += found
    i = next
    return true
  }

  private mutating func scanWord(
    _ text: UnsafeBufferPointer<UInt8>, _ i: inout Int, _ parts: inout [UInt8]
  ) -> Bool {
    let end = text.count
    lastRunLength = 0
    let start = output.count
    let limit = start + Self.longestWord
    let source = i
    var mayHaveParts = false
    var previousLower = false
    var previousUpper = false
    var sawLower = false
    while i < end {
      let c = text[i]
      if c < 0x80 {
        let kind = Self.asciiKind(c)
        if kind == 0 { break }
        i += 1
        if kind == 1 {
          if previousUpper && sawLower { mayHaveParts = true }
          if output.count < limit { output.append(c) }
          // "HTTPServer": a lower-case letter after two capitals starts a part one letter earlier.
          if previousUpper && c >= 0x61 && i - 3 >= source && Self.asciiKind(text[i - 3]) == 2 { mayHaveParts = true }
          previousLower = true
          sawLower = true
          previousUpper = false
        } else if kind == 2 {
          if previousLower { mayHaveParts = true }
          if output.count < limit { output.append(c | 0x20) }
          previousLower = false
          previousUpper = true
        } else {
          // Emphasis such as _word_ is not part of the word.
          if output.count > start {
            if output.count < limit { output.append(c) }
            mayHaveParts = true
          }
          previousLower = false
          previousUpper = false
        }
        continue
      }
      let (value, length) = decodeScalar(text, at: i)
      let folded = folding.fold(value)
      if folded.scalarClass == .ignored {
        i += length
        continue
      }
      guard folded.scalarClass == .word else { break }
      i += length
      if output.count < limit {
        if folded.isExpansion {
          output.append(folding.expansion(of: value))
        } else {
          appendScalar(folded.scalar, to: output)
        }
      }
      if folded.isUpper && previousLower { mayHaveParts = true }
      previousLower = !folded.isUpper
      previousUpper = folded.isUpper
      sawLower = true
    }
    if output.count >= limit { keepWhole(UnsafeBufferPointer(rebasing: text[source..<i])) }
    while output.count > start, output.last == 0x5F { output.removeLast() }
    guard output.count > start else { return false }
    if records {
      let word = text[source..<i].trimming { $0 == 0x5F }
      note(start, from: word.startIndex..<word.endIndex)
    }
    output.append(0x20)
    if mayHaveParts { appendParts(text, source..<i, &parts) }
    return true
  }

  private mutating func keepWhole(_ word: UnsafeBufferPointer<UInt8>) {
    var words = longWords
    longWords = []
    appendFolded(word, to: &words)
    words.append(0x20)
    longWords = words
  }

  /// Splits `fooBar_baz2`, `HTTPServer` into their parts; one part only is no compound.
  private mutating func appendParts(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ parts: inout [UInt8]) {
    let mark = parts.count
    var found = 0
    var partStart = parts.count
    var sourceStart = range.lowerBound
    var pieces: [Record] = []
    var previousUpper = false
    var previousLower = false
    func close(_ parts: inout [UInt8], at end: Int) {
      if parts.count > partStart {
        if records { pieces.append(Record(offset: partStart, source: sourceStart..<end, isRun: false)) }
        parts.append(0x20)
        found += 1
      }
      partStart = parts.count
      sourceStart = end
    }
    var i = range.lowerBound
    while i < range.upperBound, parts.count - mark < 4 * Self.longestWord {
      let (value, length) = text[i] < 0x80 ? (UInt32(text[i]), 1) : decodeScalar(text, at: i)
      let next = i + length
      if value == 0x5F {
        close(&parts, at: i)
        sourceStart = next
        previousUpper = false
        previousLower = false
        i = next
        continue
      }
      let isUpper = value >= 0x41 && value <= 0x5A
      let folded =
        value >= 0x80
        ? folding.fold(value)
        : ScalarFolding.Folded(
          scalarClass: .word, isUpper: isUpper, scalar: isUpper ? value | 0x20 : value, isExpansion: false)
      if folded.scalarClass == .word {
        if folded.isUpper {
          let nextIsLower = next < range.upperBound && text[next] >= 0x61 && text[next] <= 0x7A
          if previousLower || (previousUpper && nextIsLower) { close(&parts, at: i) }
        }
        if folded.isExpansion {
          parts.append(contentsOf: folding.expansion(of: value))
        } else {
          appendScalar(folded.scalar, to: &parts)
        }
        previousUpper = folded.isUpper
        previousLower = !folded.isUpper
      }
      i = next
    }
    close(&parts, at: i)
    if found < 2 {
      parts.removeSubrange(mark...)
    } else {
      if records {
        partRecords.append(contentsOf: pieces)
        partRecords.append(Record(offset: parts.count, source: range.upperBound..<range.upperBound, isRun: false))
      }
      parts.append(0x5F)
      parts.append(0x20)
    }
  }

  private mutating func scanRun(_ text: UnsafeBufferPointer<UInt8>, _ i: inout Int) -> Int {
    var previous: UInt32?
    var previousStart = i
    var count = 0
    while i < text.count, text[i] >= 0x80 {
      let (value, length) = decodeScalar(text, at: i)
      guard folding.fold(value).scalarClass == .unspaced else { break }
      if let previous {
        note(output.count, from: previousStart..<i + length, isRun: true)
        appendScalar(previous, to: output)
        appendScalar(value, to: output)
        output.append(0x20)
      }
      previous = value
      previousStart = i
      i += length
      count += 1
    }
    if let previous {
      note(output.count, from: previousStart..<i, isRun: true)
      appendScalar(previous, to: output)
      output.append(0x20)
    }
    lastRunLength = count
    return count
  }
}

/// Decodes one scalar; malformed bytes give U+FFFD and length 1.
@inline(__always)
package func decodeScalar(_ text: UnsafeBufferPointer<UInt8>, at i: Int) -> (value: UInt32, length: Int) {
  let c = UInt32(text[i])
  if c < 0x80 { return (c, 1) }
  func next(_ k: Int) -> UInt32? {
    guard i + k < text.count else { return nil }
    let b = text[i + k]
    return b & 0xC0 == 0x80 ? UInt32(b & 0x3F) : nil
  }
  if c >= 0xC2, c <= 0xDF, let b = next(1) { return ((c & 0x1F) << 6 | b, 2) }
  if c >= 0xE0, c <= 0xEF, let a = next(1), let b = next(2) {
    let value = (c & 0x0F) << 12 | a << 6 | b
    if value >= 0x800, !(0xD800...0xDFFF).contains(value) { return (value, 3) }
  }
  if c >= 0xF0, c <= 0xF4, let a = next(1), let b = next(2), let d = next(3) {
    let value = (c & 0x07) << 18 | a << 12 | b << 6 | d
    if value >= 0x1_0000, value <= 0x10_FFFF { return (value, 4) }
  }
  return (0xFFFD, 1)
}

@inline(__always)
package func appendScalar(_ value: UInt32, to bytes: inout [UInt8]) {
  forEachByte(of: value) { bytes.append($0) }
}

@inline(__always)
func appendScalar(_ value: UInt32, to bytes: WordBuffer) {
  forEachByte(of: value) { bytes.append($0) }
}

@inline(__always)
private func forEachByte(of value: UInt32, _ body: (UInt8) -> Void) {
  if value < 0x80 {
    body(UInt8(value))
  } else if value < 0x800 {
    body(UInt8(0xC0 | value >> 6))
    body(UInt8(0x80 | value & 0x3F))
  } else if value < 0x1_0000 {
    body(UInt8(0xE0 | value >> 12))
    body(UInt8(0x80 | value >> 6 & 0x3F))
    body(UInt8(0x80 | value & 0x3F))
  } else {
    body(UInt8(0xF0 | value >> 18 & 0x07))
    body(UInt8(0x80 | value >> 12 & 0x3F))
    body(UInt8(0x80 | value >> 6 & 0x3F))
    body(UInt8(0x80 | value & 0x3F))
  }
}
