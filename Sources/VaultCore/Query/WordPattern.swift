#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a word or phrase of a query looks for in `SearchableText`: words in a row, the last one perhaps only begun; or
/// a piece of a word.
package struct WordPattern: Hashable, Sendable {
  /// The folded words, each after one blank, without a blank at the end; of a piece of a word only that.
  package let bytes: [UInt8]
  /// True when words that only begin with the last one match too, or those that hold the piece.
  package let isPrefix: Bool
  /// True when it is a piece of a word.
  package let isInside: Bool
  /// Where to look; all fields when nil. Parts of compound words belong to all fields and the body.
  package var field: SearchableText.Field?

  /// From how many letters on a bare word matches the beginning of words.
  package static let shortestPrefix = 3
}

extension WordPattern {
  /// Returns nil when the text holds nothing that is indexed as a word.
  package init?(_ match: Query.TextMatch, field: SearchableText.Field?, scanner: inout WordScanner) {
    var words: [UInt8] = []
    var parts: [UInt8] = []
    var text = match.text
    let count = text.withUTF8 { scanner.append($0, to: &words, parts: &parts) }
    guard count > 0, !words.isEmpty else { return nil }
    words.removeLast()
    if match.kind == .substring, scanner.lastRunLength == 0 {
      // What is more than a piece of one word has to be looked for in the text itself.
      guard count == 1, scanner.folded(match.text) == words, words.count < WordScanner.longestWord else { return nil }
      self.init(bytes: words, isPrefix: true, isInside: true, field: field)
      return
    }
    if match.kind == .substring, !Self.isOneRun(match.text, &scanner) { return nil }
    var isPrefix = match.kind == .prefix
    if scanner.lastRunLength >= 2 {
      // A run's last letter stands alone only where the run ends in the note as well: the pair before it says enough.
      if let blank = words.lastIndex(of: 0x20) { words.removeSubrange(blank...) }
    } else if scanner.lastRunLength == 1 {
      isPrefix = true
    } else if match.kind == .word {
      let start = (words.lastIndex(of: 0x20) ?? -1) + 1
      let letters = words[start...].count { $0 & 0xC0 != 0x80 }
      isPrefix = letters >= Self.shortestPrefix
    }
    self.init(bytes: [0x20] + words, isPrefix: isPrefix, isInside: false, field: field)
  }

  /// Returns true when the text is nothing but letters of a script without blanks, of which any row is found by words.
  private static func isOneRun(_ text: String, _ scanner: inout WordScanner) -> Bool {
    text.unicodeScalars.allSatisfy { scanner.folding.fold($0.value).scalarClass == .unspaced }
  }

  /// How many words it has.
  package var wordCount: Int { isInside ? 1 : bytes.count { $0 == 0x20 } }

  /// How many scalars its last word has.
  var lastWordScalars: Int {
    bytes[((bytes.lastIndex(of: 0x20) ?? -1) + 1)...].count { $0 & 0xC0 != 0x80 }
  }

  /// A pattern for each word of a phrase; empty for a single word.
  var singleWords: [WordPattern] {
    guard wordCount > 1 else { return [] }
    return bytes.split(separator: 0x20).map {
      WordPattern(bytes: [0x20] + $0, isPrefix: false, isInside: false, field: field)
    }
  }

  /// The same, looked for in another field.
  package func looking(in field: SearchableText.Field?) -> WordPattern {
    var pattern = self
    pattern.field = field
    return pattern
  }

  /// Calls `body` with the offset of the blank before each place where the words, the last one perhaps only begun,
  /// occur, and with whether the last one is whole. A piece of a word occurs once in each word that holds it.
  func forEachOccurrence(in text: [UInt8], _ body: (_ at: Int, _ isWhole: Bool) -> Void) {
    if isInside { return forEachWord(in: text, body) }
    text.withUnsafeBytes { text in
      bytes.withUnsafeBytes { needle in
        let length = needle.count
        guard length > 1, text.count >= length, let base = text.baseAddress, let pattern = needle.baseAddress else {
          return
        }
        // Whitespace are everywhere; the byte after the first one is what to look for.
        var at = 0
        while at + length <= text.count,
          let found = memchr(base + at + 1, Int32(needle[1]), text.count - length - at + 1)
        {
          at = UnsafeRawPointer(found) - base - 1
          if memcmp(base + at, pattern, length) == 0 {
            body(at, at + length < text.count && text[at + length] == 0x20)
          }
          at += 1
        }
      }
    }
  }

  private func forEachWord(in text: [UInt8], _ body: (_ at: Int, _ isWhole: Bool) -> Void) {
    let search = ByteSearch(bytes)
    text.withUnsafeBytes { text in
      var at = 0
      while let place = search.first(in: text, from: at) {
        var blank = place
        while blank > 0, text[blank] != 0x20 { blank -= 1 }
        var end = place + bytes.count
        while end < text.count, text[end] != 0x20 { end += 1 }
        body(blank, end - blank - 1 == bytes.count)
        at = end
      }
    }
  }

  /// How often the pattern occurs in `text` as whole words, and as beginnings of words (whole ones included).
  package func occurrences(in text: [UInt8]) -> (whole: Int, begun: Int) {
    var whole = 0
    var begun = 0
    forEachOccurrence(in: text) { _, isWhole in
      if isWhole { whole += 1 }
      begun += 1
    }
    return (whole, isPrefix ? begun : whole)
  }

  /// The fields that are looked into.
  package var fields: [SearchableText.Field] {
    switch field {
    case nil: SearchableText.Field.own
    case .body: [.body, .part]
    case .some(let field): [field]
    }
  }

  /// Per field, how often it occurs. `nil` where it does not occur at all.
  package func counts(in text: SearchableText) -> PatternCounts? {
    var counts = PatternCounts()
    for field in fields {
      let (whole, begun) = occurrences(in: text[field: field])
      counts.whole[field.lane] = UInt32(clamping: whole)
      counts.begun[field.lane] = UInt32(clamping: begun)
    }
    if isInside, counts == PatternCounts(), field == nil || field == .body {
      let begun = occurrences(in: text.longWords).begun
      counts.begun[SearchableText.Field.body.rawValue] = UInt32(clamping: begun)
    }
    return counts == PatternCounts() ? nil : counts
  }
}

/// How often a pattern occurs in a note, by field (`SearchableText.Field.rawValue`).
package struct PatternCounts: Hashable, Sendable {
  /// As whole words.
  package var whole = SIMD8<UInt32>()
  /// As whole words or beginnings of words.
  package var begun = SIMD8<UInt32>()

  package init() {}

  package static func &+ (a: Self, b: Self) -> Self {
    var sum = a
    sum.whole &+= b.whole
    sum.begun &+= b.begun
    return sum
  }
}

/// What a note's words have to hold for a text to stand in it: by this an index rules notes out without reading them.
/// A note that meets it need not hold the text.
package indirect enum IndexRequirement: Hashable, Sendable {
  /// The words tell nothing.
  case anything
  case words(WordPattern)
  case part(WordPart)
  case all([IndexRequirement])
  case any([IndexRequirement])
}

/// A piece of a word, folded.
package struct WordPart: Hashable, Sendable {
  package var bytes: [UInt8]
  package var startsWord: Bool
  package var endsWord: Bool
  /// True when it is two letters of a script without blanks.
  var isPair: Bool

  package init(_ bytes: [UInt8], startsWord: Bool, endsWord: Bool, isPair: Bool = false) {
    self.bytes = bytes
    self.startsWord = startsWord
    self.endsWord = endsWord
    self.isPair = isPair
  }
}

extension IndexRequirement {
  /// For a text that has to stand in one line just so, but for case and accents.
  static func literal(_ text: [UInt8], _ scanner: inout WordScanner) -> IndexRequirement {
    .all(of: WordPart.parts(of: text, &scanner).map(\.requirement))
  }

  init(_ requirement: PatternRequirement, _ scanner: inout WordScanner) {
    switch requirement {
    case .anything: self = .anything
    case .literal(let scalars):
      var bytes: [UInt8] = []
      for scalar in scalars { appendScalar(scalar, to: &bytes) }
      self = .literal(bytes, &scanner)
    case .all(let parts): self = .all(of: parts.map { IndexRequirement($0, &scanner) })
    case .any(let parts): self = .any(of: parts.map { IndexRequirement($0, &scanner) })
    }
  }

  /// All of `parts`, without those that tell nothing.
  static func all(of parts: [IndexRequirement]) -> IndexRequirement {
    let telling = parts.filter { $0 != .anything }
    return telling.isEmpty ? .anything : telling.count == 1 ? telling[0] : .all(telling)
  }

  /// Any of `parts`, which tells nothing where one of them does not.
  static func any(of parts: [IndexRequirement]) -> IndexRequirement {
    parts.contains(.anything) || parts.isEmpty ? .anything : parts.count == 1 ? parts[0] : .any(parts)
  }

  /// How long the longest word or piece is that has to be there whatever else is. Bytes of letters beyond ASCII count
  /// twice: there are more such letters, so that each tells more.
  package var letters: Int {
    switch self {
    case .anything: 0
    case .words(let pattern): Self.letters(in: pattern.bytes.dropFirst())
    case .part(let part): Self.letters(in: part.bytes)
    case .all(let parts): parts.map(\.letters).max() ?? 0
    case .any(let parts): parts.map(\.letters).min() ?? 0
    }
  }

  private static func letters(in bytes: some Sequence<UInt8>) -> Int { bytes.reduce(0) { $0 + ($1 < 0x80 ? 1 : 2) } }
}

extension WordPart {
  /// Shorter ones, where they may stand anywhere in a word, are in too many words to tell anything.
  static let shortest = 3

  /// A pair of letters of a script without blanks is none where something stands between them that folding leaves out:
  /// then the first of them ends a run.
  fileprivate var requirement: IndexRequirement {
    let first = bytes.withUnsafeBufferPointer { decodeScalar($0, at: 0) }
    guard isPair else { return .part(self) }
    return .any([.part(self), .part(WordPart(Array(bytes[..<first.length]), startsWord: true, endsWord: true))])
  }

  /// The pieces of words that a text in a note is made of.
  fileprivate static func parts(of text: [UInt8], _ scanner: inout WordScanner) -> [WordPart] {
    text.withUnsafeBufferPointer { text in
      let (words, records) = scanner.recordedWords(of: text)
      var parts: [WordPart] = []
      for (index, record) in records.enumerated() {
        let word = Array(words[record.offset...].prefix { $0 != 0x20 })
        // The end of a word that is cut in the index.
        if word.count + 3 >= WordScanner.longestWord { continue }
        if record.isRun {
          let isPair = word.count { $0 & 0xC0 != 0x80 } > 1
          let isTail =
            index > 0 && records[index - 1].isRun && records[index - 1].source.upperBound == record.source.upperBound
          if isTail { continue }
          // A single letter is the first of a pair, the second of one, or alone.
          parts.append(WordPart(word, startsWord: isPair, endsWord: isPair, isPair: isPair))
          continue
        }
        let starts = isEdge(text, at: record.source.lowerBound - 1, &scanner)
        let ends = isEdge(text, at: record.source.upperBound, &scanner)
        if word.count >= shortest || (starts && ends) {
          parts.append(WordPart(word, startsWord: starts, endsWord: ends))
        }
      }
      return parts
    }
  }

  /// Returns true when the scalar that the byte at `offset` belongs to is one that no word goes on in.
  private static func isEdge(
    _ text: UnsafeBufferPointer<UInt8>, at offset: Int, _ scanner: inout WordScanner
  ) -> Bool {
    guard text.indices.contains(offset) else { return false }
    var start = offset
    while start > 0, text[start] & 0xC0 == 0x80 { start -= 1 }
    let scalar = decodeScalar(text, at: start).value
    if scalar == 0x5F { return false }
    switch scanner.folding.fold(scalar).scalarClass {
    case .word, .ignored: return false
    case .separator, .symbol, .unspaced: return true
    }
  }
}

extension WordScanner {
  /// The whole text, folded.
  mutating func folded(_ text: String) -> [UInt8] {
    var text = text
    var folded: [UInt8] = []
    text.withUTF8 { appendFolded($0, to: &folded) }
    return folded
  }

  /// The words of a text, folded, a blank after each, and where each of them comes from. Forgets what it has noted before.
  mutating func recordedWords(of text: UnsafeBufferPointer<UInt8>) -> (words: [UInt8], records: [Record]) {
    let recorded = records
    records = true
    clearRecords()
    defer {
      records = recorded
      clearRecords()
    }
    var words: [UInt8] = []
    var parts: [UInt8] = []
    append(text, to: &words, parts: &parts)
    return (words, wordRecords)
  }
}

extension IndexRequirement {
  /// In plain words, on one line; empty where the words tell nothing.
  package var explained: String {
    switch self {
    case .anything: ""
    case .words(let pattern): pattern.explained
    case .part(let part): part.explained
    case .all(let parts): parts.map(\.explained).joined(separator: " and ")
    case .any(let parts): "(" + parts.map(\.explained).joined(separator: " or ") + ")"
    }
  }
}

extension WordPattern {
  /// As a full-text index is asked for it: `"garbage" *`.
  package var explained: String {
    let text = String(decoding: isInside ? bytes[...] : bytes.dropFirst(), as: UTF8.self)
    let place = field == nil ? "" : " in " + fields.map { "\($0)" }.joined(separator: " or ")
    if isInside { return "words with \"\(text)\" in them" + place }
    return "\"\(text)\"" + (isPrefix ? " *" : "") + place
  }
}

extension WordPart {
  fileprivate var explained: String {
    let text = "\"" + String(decoding: bytes, as: UTF8.self) + "\""
    return switch (startsWord, endsWord) {
    case (true, true): text
    case (true, false): text + " *"
    case (false, true): "a word that ends with " + text
    case (false, false): "a word with \(text) in it"
    }
  }
}
