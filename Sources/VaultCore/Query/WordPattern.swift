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
  package let field: SearchableText.Field?

  /// From how many letters on a bare word matches the beginning of words.
  package static let shortestPrefix = 3

  /// Returns nil when the text holds nothing that is indexed as a word.
  package init?(_ match: Query.TextMatch, field: SearchableText.Field?, scanner: inout WordScanner) {
    var words: [UInt8] = []
    var parts: [UInt8] = []
    var text = match.text
    let count = text.withUTF8 { scanner.append($0, to: &words, parts: &parts) }
    guard count > 0, !words.isEmpty else { return nil }
    words.removeLast()
    self.field = field
    if match.kind == .substring, scanner.lastRunLength == 0 {
      // What is more than a piece of one word has to be looked for in the text itself.
      var folded: [UInt8] = []
      text.withUTF8 { scanner.appendFolded($0, to: &folded) }
      guard count == 1, folded == words, words.count < WordScanner.longestWord else { return nil }
      bytes = words
      isPrefix = true
      isInside = true
      return
    }
    if match.kind == .substring, !Self.isOneRun(match.text, &scanner) { return nil }
    isInside = false
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
    bytes = [0x20] + words
    self.isPrefix = isPrefix
  }

  /// Returns true when the text is nothing but letters of a script without blanks, of which any row is found by words.
  private static func isOneRun(_ text: String, _ scanner: inout WordScanner) -> Bool {
    text.unicodeScalars.allSatisfy { scanner.folding.fold($0.value).scalarClass == .unspaced }
  }

  /// How many words it has.
  var wordCount: Int { isInside ? 1 : bytes.count { $0 == 0x20 } }

  /// How many scalars its last word has.
  var lastWordScalars: Int {
    bytes[((bytes.lastIndex(of: 0x20) ?? -1) + 1)...].count { $0 & 0xC0 != 0x80 }
  }

  /// A pattern for each word of a phrase; empty for a single word.
  var singleWords: [WordPattern] {
    guard wordCount > 1 else { return [] }
    return bytes.split(separator: 0x20).map { WordPattern(bytes: [0x20] + $0, isPrefix: false, field: field) }
  }

  private init(bytes: [UInt8], isPrefix: Bool, field: SearchableText.Field?) {
    self.bytes = bytes
    self.isPrefix = isPrefix
    self.field = field
    isInside = false
  }

  /// The same, looked for in another field.
  func looking(in field: SearchableText.Field?) -> WordPattern {
    WordPattern(self, field: field)
  }

  private init(_ other: WordPattern, field: SearchableText.Field?) {
    bytes = other.bytes
    isPrefix = other.isPrefix
    isInside = other.isInside
    self.field = field
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
    case nil: SearchableText.Field.allCases
    case .body: [.body, .part]
    case .some(let field): [field]
    }
  }

  /// Per field, how often it occurs. `nil` where it does not occur at all.
  package func counts(in text: SearchableText) -> PatternCounts? {
    var counts = PatternCounts()
    var any = false
    for field in fields {
      let (whole, begun) = occurrences(in: text[field: field])
      if begun > 0 { any = true }
      counts.whole[field.rawValue] = UInt32(clamping: whole)
      counts.begun[field.rawValue] = UInt32(clamping: begun)
    }
    if isInside, !any, field == nil || field == .body {
      let begun = occurrences(in: text.longWords).begun
      counts.begun[SearchableText.Field.body.rawValue] = UInt32(clamping: begun)
      any = begun > 0
    }
    return any ? counts : nil
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
